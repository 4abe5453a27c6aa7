"""Columns of text: Arrow arrays checked and mended, many rows at once.

Arrays and series of pyarrow, polars, pandas 3, nanoarrow and of everything else with the Arrow PyCapsule
interface go in. What comes out is of the same library; nothing is copied on the way, and a clean column
is the same buffers with another type.

    >>> import pyarrow as pa
    >>> column = pa.array([b"fine", b"caf\\xe9", None])
    >>> make_valid(column, "windows-1252").to_pylist()
    ['fine', 'café', None]
    >>> is_valid(column).to_pylist()
    [True, False, None]
"""

from __future__ import annotations

from typing import Any

from . import Verdict, _native, _verdict
from ._native import Column, Survey

__all__ = [
    "Column",
    "Survey",
    "convert",
    "count_errors",
    "detect",
    "first_error",
    "is_valid",
    "make_valid",
    "null_invalid",
    "quarantine",
    "survey",
]


def _like(column: Any, chunks: list[Column]) -> Any:
    """`chunks` as the kind of array that `column` is."""
    # A class that somebody has derived is one of the library that it is derived from.
    modules = {kind.__module__.partition(".")[0] for kind in type(column).__mro__}
    library = next((name for name in ("pyarrow", "polars", "pandas", "nanoarrow") if name in modules), None)
    if library == "pyarrow":
        import pyarrow as pa

        arrays = [pa.array(chunk) for chunk in chunks]
        return pa.chunked_array(arrays) if isinstance(column, pa.ChunkedArray) else arrays[0]
    if library == "polars":
        import polars as pl

        return pl.concat([pl.Series(chunk) for chunk in chunks]).alias(column.name)
    if library == "pandas":
        import pandas as pd
        import pyarrow as pa

        array = pa.chunked_array([pa.array(chunk) for chunk in chunks])
        extension = pd.arrays.ArrowExtensionArray(array)
        return pd.Series(extension, index=column.index, name=column.name)
    if library == "nanoarrow":
        import nanoarrow

        return nanoarrow.Array.from_chunks(chunks)
    return chunks[0] if len(chunks) == 1 else chunks


def is_valid(column: Any) -> Any:
    """Whether each row is well-formed UTF-8; null where the row is."""
    return _like(column, _native.column_is_valid(column))


def count_errors(column: Any) -> Any:
    """How many malformed maximal subparts each row has."""
    return _like(column, _native.column_count_errors(column))


def first_error(column: Any) -> Any:
    """The first error of each row, a struct of `byte`, `length` and `kind`; null where there is none."""
    return _like(column, _native.column_first_error(column))


def make_valid(column: Any, policy: str = "replace") -> Any:
    """The column as text, what is malformed as `policy` says."""
    return _like(column, _native.column_make_valid(column, policy))


def null_invalid(column: Any) -> Any:
    """The column as text, with null for each row that is not well-formed."""
    return _like(column, _native.column_null_invalid(column))


def quarantine(column: Any) -> tuple[Any, Any]:
    """The rows that are well-formed, as text, and those that are not, as bytes: each row is null in one."""
    good, bad = _native.column_quarantine(column)
    return _like(column, good), _like(column, bad)


def convert(column: Any, source: str, policy: str = "strict") -> Any:
    """The column, whose rows are in the encoding `source`, as text. The signature of a row says its byte order in
    `utf-16`, `utf-32`, `ucs-2` and `ucs-4`; one of UTF-8 stays."""
    return _like(column, _native.column_convert(column, source, policy))


def detect(column: Any, *, language: str | None = None) -> Verdict:
    """Which encoding a column of bytes is in, from all rows together."""
    return _verdict(_native.column_detect(column, language))


def survey(column: Any) -> Survey:
    """What is wrong with the column, in sum; `Survey` takes more chunks by `add`.

    >>> import pyarrow as pa
    >>> found = survey(pa.array([b"a", b"b\\xff"]))
    >>> found.invalid_rows, found.first_invalid, found.kinds
    (1, 1, {'never-valid': 1})
    """
    found = Survey()
    found.add(column)
    return found
