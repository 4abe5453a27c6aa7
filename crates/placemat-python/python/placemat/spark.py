"""Columns of PySpark 4: what `placemat.columns` does, in the workers, over Arrow.

    from placemat import spark as utf8

    frame.select(utf8.make_valid("x", "windows-1252").alias("x"))
    good, bad = utf8.quarantine(frame, "x")
    utf8.errors_per_kind(frame, "x").show()
    utf8.detect(frame, "x").encoding

Columns are binary, or strings: Spark reads text without a look, so a string may hold any bytes. Workers
need this package, installed or shipped: docs/spark.md says how. `placemat-spark-check` is a job that needs no program.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Union

import pyarrow as pa
from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from . import Verdict, columns

ColumnOrName = Union[Column, str]

#: How many bytes of each partition `detect` looks at.
_EVIDENCE = 1 << 16


def _udf(name: str, call: Callable[[Any], Any], result: str) -> Callable[[ColumnOrName], Column]:
    # Spark names its functions by this, and asks for annotations.
    def run(column: pa.Array) -> pa.Array:
        return call(column)

    run.__name__ = f"utf8_{name}"
    run.__annotations__ = {"column": pa.Array, "return": pa.Array}
    made: Callable[[ColumnOrName], Column] = F.arrow_udf(run, result)
    return made


def is_valid(column: ColumnOrName) -> Column:
    """Whether each row is well-formed UTF-8; null where the row is."""
    return _udf("is_valid", columns.is_valid, "boolean")(column)


def make_valid(column: ColumnOrName, policy: str = "replace") -> Column:
    """The column as text, what is malformed as `policy` says."""
    return _udf("make_valid", lambda rows: columns.make_valid(rows, policy), "string")(column)


def null_invalid(column: ColumnOrName) -> Column:
    """The column as text, with null for each row that is not well-formed."""
    return _udf("null_invalid", columns.null_invalid, "string")(column)


def count_errors(column: ColumnOrName) -> Column:
    """How many malformed maximal subparts each row has."""

    def count(rows: Any) -> Any:
        return columns.count_errors(rows).cast(pa.int64())

    return _udf("count_errors", count, "long")(column)


def first_error(column: ColumnOrName) -> Column:
    """The first error of each row, a struct of `byte`, `length` and `kind`; null where there is none."""
    fields = pa.struct([("byte", pa.int64()), ("length", pa.int32()), ("kind", pa.string())])

    def find(rows: Any) -> Any:
        found = columns.first_error(rows)
        children = [found.field(name).cast(fields.field(name).type) for name in ("byte", "length", "kind")]
        return pa.StructArray.from_arrays(children, fields=list(fields), mask=found.is_null())

    return _udf("first_error", find, "byte long, length int, kind string")(column)


def quarantine(frame: DataFrame, column: str) -> tuple[DataFrame, DataFrame]:
    """The rows whose `column` is well-formed or null, with that as text, and all others as they are."""
    valid = F.coalesce(is_valid(column), F.lit(True))
    good = frame.where(valid).withColumn(column, F.col(column).cast("string"))
    return good, frame.where(~valid)


def errors_per_kind(frame: DataFrame, column: str) -> DataFrame:
    """How many malformed subparts of each kind a column has: `kind` and `count`."""

    def count(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        found = columns.Survey()
        for batch in batches:
            found.add(batch.column(0))
        kinds, counts = list(found.kinds), list(found.kinds.values())
        yield pa.record_batch({"kind": pa.array(kinds, pa.string()), "count": pa.array(counts, pa.int64())})

    parts = frame.select(column).mapInArrow(count, "kind string, count long")
    return parts.groupBy("kind").agg(F.sum("count").alias("count"))


def detect(frame: DataFrame, column: str, *, language: str | None = None) -> Verdict:
    """Which encoding a column of bytes is in, from the first rows of each partition that say something:
    those that are more than ASCII."""

    def collect(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        left = _EVIDENCE
        for batch in batches:
            rows = list(_telling(batch.column(0).cast(pa.binary()), left))
            left -= sum(map(len, rows))
            yield pa.record_batch({"row": pa.array(rows, pa.binary())})
            if left <= 0:
                return

    evidence = frame.select(column).mapInArrow(collect, "row binary").toArrow()
    return columns.detect(evidence.column("row").cast(pa.binary()), language=language)


def _telling(rows: pa.Array, most: int) -> Iterator[bytes]:
    """Rows of at most `most` bytes in sum, and one more, that are more than ASCII."""
    if b"".join(buffer.to_pybytes() for buffer in rows.buffers()[2:] if buffer).isascii():
        return
    for row in rows.drop_null():
        text = row.as_py()
        if not text.isascii():
            yield text
            most -= len(text)
            if most <= 0:
                return
