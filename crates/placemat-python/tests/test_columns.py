"""Columns of every library go in, and come out as what they were."""

from __future__ import annotations

import ctypes
from typing import Any

import datafusion
import duckdb
import nanoarrow
import pandas as pd
import placemat.columns as columns
import placemat.datafusion
import placemat.duckdb
import placemat.polars  # noqa: F401  (the namespace)
import polars as pl
import pyarrow as pa
import pytest

ROWS = [b"fine", b"caf\xe9", None, "a longer row that is naïve".encode(), b""]
GOOD = ["fine", None, None, "a longer row that is naïve", ""]
MENDED = ["fine", "café", None, "a longer row that is naïve", ""]

TYPES = [pa.binary(), pa.large_binary(), pa.binary_view()]


@pytest.mark.parametrize("kind", TYPES)
def test_pyarrow(kind: Any) -> None:
    column = pa.array(ROWS, kind)
    assert columns.is_valid(column).to_pylist() == [True, False, None, True, True]
    assert columns.count_errors(column).to_pylist() == [0, 1, None, 0, 0]
    assert columns.null_invalid(column).to_pylist() == GOOD
    mended = columns.make_valid(column, "windows-1252")
    mended.validate(full=True)
    assert mended.to_pylist() == MENDED
    good, bad = columns.quarantine(column)
    assert good.to_pylist() == GOOD
    assert bad.to_pylist() == [None, b"caf\xe9", None, None, None]
    errors = columns.first_error(column)
    assert errors[1].as_py() == {"byte": 3, "length": 1, "kind": "incomplete-at-end"}
    assert errors[0].as_py() is None
    sliced = column[1:4]
    assert columns.make_valid(sliced, "windows-1252").to_pylist() == MENDED[1:4]


def test_nothing_is_copied() -> None:
    column = pa.array(["naïve".encode()] * 1000)
    text = columns.make_valid(column)
    assert text.type == pa.string()
    assert [buffer.address for buffer in text.buffers()[1:]] == [
        buffer.address for buffer in column.buffers()[1:]
    ]


def test_chunks_and_dictionaries() -> None:
    column = pa.chunked_array([[b"a"], [b"\xff"], []], pa.binary())
    text = columns.make_valid(column)
    assert text.num_chunks == 3 and text.to_pylist() == ["a", "\ufffd"]
    empty = columns.make_valid(pa.chunked_array([], pa.binary()))
    assert empty.type == pa.string() and len(empty) == 0
    words = pa.array([b"a", b"\xff", b"a"]).dictionary_encode()
    assert columns.make_valid(words).to_pylist() == ["a", "\ufffd", "a"]


def test_polars() -> None:
    frame = pl.DataFrame({"x": ROWS})
    text = columns.make_valid(frame["x"], "windows-1252")
    assert isinstance(text, pl.Series) and text.dtype == pl.String and text.name == "x"
    assert text.to_list() == MENDED
    utf8: Any = getattr(pl.col("x"), "utf8")
    for frame_of in (frame, frame.lazy()):
        found = frame_of.lazy().select(
            mended=utf8.make_valid("windows-1252"), good=utf8.null_invalid(), valid=utf8.is_valid(),
            errors=utf8.count_errors(), latin=utf8.convert("latin1"),
        ).collect()
        assert found["mended"].to_list() == MENDED
        assert found["good"].to_list() == GOOD
        assert found["valid"].to_list() == [True, False, None, True, True]
        assert found["errors"].to_list() == [0, 1, None, 0, 0]
        assert found["latin"].to_list()[1] == "café"


def test_pandas() -> None:
    series = pd.Series(ROWS, dtype=pd.ArrowDtype(pa.binary()), index=list("abcde"), name="x")
    text = columns.make_valid(series, "windows-1252")
    assert isinstance(text, pd.Series) and list(text.index) == list("abcde") and text.name == "x"
    assert text["b"] == "café" and pd.isna(text["c"])


def test_duckdb() -> None:
    connection = duckdb.connect()
    placemat.duckdb.register(connection)
    table = pa.table({"x": pa.array(ROWS)})
    connection.register("t", table)
    found = connection.sql(
        "SELECT utf8_make_valid(x, 'windows-1252'), utf8_is_valid(x), utf8_count_errors(x), "
        "utf8_null_invalid(x), utf8_convert(x, 'latin1') FROM t"
    ).fetchall()
    assert [row[0] for row in found] == MENDED
    assert [row[1] for row in found] == [True, False, None, True, True]
    assert [row[2] for row in found] == [0, 1, None, 0, 0]
    assert [row[3] for row in found] == GOOD
    assert found[1][4] == "café"
    assert columns.is_valid(table["x"]).to_pylist() == [True, False, None, True, True]


def test_datafusion() -> None:
    context = datafusion.SessionContext()
    placemat.datafusion.register(context)
    context.from_arrow(pa.table({"x": pa.array(ROWS)}), name="t")
    found = context.sql(
        "SELECT utf8_make_valid(x, 'windows-1252') AS a, utf8_is_valid(x) AS b, "
        "utf8_count_errors(x) AS c, utf8_null_invalid(x) AS d FROM t"
    ).to_pydict()
    assert found["a"] == MENDED and found["d"] == GOOD
    assert found["b"] == [True, False, None, True, True] and found["c"] == [0, 1, None, 0, 0]


def test_a_policy_for_each_row() -> None:
    connection = duckdb.connect()
    placemat.duckdb.register(connection)
    rows = pa.table({"x": [b"\xe9", b"\xe9", b"a"], "p": ["replace", "latin1", None]})
    connection.register("t", rows)
    found = connection.sql("SELECT utf8_make_valid(x, p) FROM t").fetchall()
    assert found == [("\ufffd",), ("é",), (None,)]


def test_a_choice_is_that_of_its_row() -> None:
    connection = duckdb.connect()
    placemat.duckdb.register(connection)
    rows = pa.table({"x": [b"\xe9", "é".encode(), b"\xe9", None], "e": ["latin1", "utf-8", None, "utf-8"]})
    connection.register("t", rows)
    assert connection.sql("SELECT utf8_convert(x, e) FROM t").fetchall() == [("é",), ("é",), (None,), (None,)]
    connection.register("t", rows.slice(0, 3).filter(pa.array([True, False, True])))
    assert connection.sql("SELECT utf8_convert(x, e) FROM t").fetchall() == [("é",), (None,)]


@pytest.mark.parametrize("kind", [*TYPES, pa.string(), pa.binary(3), pa.dictionary(pa.int8(), pa.binary())])
def test_empty_slices(kind: Any) -> None:
    column = pa.array(["abc", "def"], kind)
    for start in range(3):
        nothing = column.slice(start, 0)
        assert columns.is_valid(nothing).to_pylist() == []
        assert columns.make_valid(nothing).type == columns.make_valid(column).type
        chunks = pa.chunked_array([nothing, column])
        assert columns.make_valid(chunks).to_pylist() == ["abc", "def"]


def test_each_row_states_its_byte_order() -> None:
    column = pa.array([b"\xff\xfea\0", b"\0a", b"\xfe\xff\0a", None])
    assert columns.convert(column, "utf-16").to_pylist() == ["a", "a", "a", None]


def test_producers_that_fail() -> None:
    def batches() -> Any:
        yield pa.record_batch({"x": [b"a"]})
        raise KeyError("why")

    reader = pa.RecordBatchReader.from_batches(pa.schema([("x", pa.binary())]), batches())
    with pytest.raises(ValueError, match="why"):
        columns.is_valid(reader)

    class Twice:
        def __init__(self, name: str, made: Any) -> None:
            setattr(self, name, lambda: made)

    for name, column in [("__arrow_c_array__", pa.array([b"a"])), ("__arrow_c_stream__", pa.chunked_array([[b"a"]]))]:
        twice = Twice(name, getattr(column, name)())
        assert len(columns.is_valid(twice)) == 1
        with pytest.raises(ValueError, match="already"):
            columns.is_valid(twice)


def test_chunks_of_nanoarrow() -> None:
    column = nanoarrow.Array.from_chunks([[b"a"], [b"\xff", None]], nanoarrow.binary())
    assert columns.make_valid(column).to_pylist() == ["a", "\ufffd", None]
    assert columns.is_valid(column).to_pylist() == [True, False, None]


def test_survey_and_detect() -> None:
    found = columns.survey(pa.chunked_array([ROWS, [b"\xff\xfe"]]))
    assert (found.rows, found.nulls, found.invalid_rows, found.first_invalid) == (6, 1, 2, 1)
    assert found.kinds == {"incomplete-at-end": 1, "never-valid": 2}
    russian = ["Съешь же ещё этих мягких французских булок".encode("koi8-r")] * 20
    assert columns.detect(pa.array(russian), language="ru").encoding == "koi8-r"
    assert columns.convert(pa.array([b"\xed\xa0\xbd\xed\xb8\x80"]), "cesu-8").to_pylist() == ["😀"]


def test_what_is_no_column() -> None:
    with pytest.raises(TypeError, match="PyCapsule"):
        columns.is_valid([b"a"])
    with pytest.raises(TypeError, match="Int64"):
        columns.is_valid(pa.array([1]))
    with pytest.raises(LookupError):
        columns.convert(pa.array([b"a"]), "utf-9")


@pytest.mark.parametrize("offsets", [[0, 3, 2], [-1, 0, 1], [0, -1, 2], [5, 4, 3]])
def test_hostile_offsets(offsets: list[int]) -> None:
    buffers = [None, pa.py_buffer((ctypes.c_int32 * 3)(*offsets)), pa.py_buffer(b"abcdef")]
    # Some of them pyarrow refuses itself.
    with pytest.raises(ValueError):
        columns.is_valid(pa.Array.from_buffers(pa.string(), 2, buffers))


def test_text_that_is_none() -> None:
    """Arrow does not look at what is marked as text."""
    buffers = [None, pa.py_buffer((ctypes.c_int32 * 3)(0, 1, 2)), pa.py_buffer(b"a\xff")]
    column = pa.Array.from_buffers(pa.string(), 2, buffers)
    assert columns.is_valid(column).to_pylist() == [True, False]
    assert columns.make_valid(column).to_pylist() == ["a", "\ufffd"]


def test_a_column_without_a_value() -> None:
    """It has no type for pandas, and for who builds it of None."""
    for none in (pa.array([None, None]), pl.Series([None, None]), pd.Series([None, None], dtype=object)):
        for made in (columns.make_valid(none), columns.null_invalid(none), columns.convert(none, "cesu-8")):
            assert len(made) == 2 and type(made) is type(columns.make_valid(none))
        assert columns.survey(none).nulls == 2
    assert columns.make_valid(pa.array([None])).type == pa.string()
    empty = pd.Series([b"a"])[:0]
    assert len(columns.make_valid(empty)) == len(columns.is_valid(empty)) == 0
    assert columns.make_valid(pa.chunked_array([], pa.null())).type == pa.string()


def test_a_class_that_is_derived() -> None:
    class Mine(pd.Series):  # type: ignore[misc]
        pass

    made = columns.make_valid(Mine([b"caf\xe9"], index=["x"], name="q"), "windows-1252")
    assert isinstance(made, pd.Series) and made["x"] == "café" and made.name == "q"
