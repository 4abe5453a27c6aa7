"""Functions for DataFusion: `placemat.datafusion.register(context)`, and then in SQL

    utf8_is_valid(bytes)              Boolean
    utf8_count_errors(bytes)          UInt64
    utf8_make_valid(bytes, policy)    Utf8
    utf8_null_invalid(bytes)          Utf8
    utf8_convert(bytes, encoding)     Utf8

    >>> import datafusion, placemat.datafusion
    >>> context = datafusion.SessionContext()
    >>> placemat.datafusion.register(context)
    >>> frame = context.from_pydict({"x": [b"caf\\xe9"]}, name="t")
    >>> context.sql("SELECT utf8_make_valid(x, 'windows-1252') AS x FROM t").to_pydict()
    {'x': ['café']}
"""

from __future__ import annotations

from typing import Any

import datafusion
import pyarrow as pa

from . import columns
from ._sql import for_each


def register(context: Any) -> None:
    """Makes the functions known to a context. Columns go over as Arrow arrays."""
    functions: list[tuple[str, Any, list[pa.DataType], pa.DataType]] = [
        ("utf8_is_valid", columns.is_valid, [pa.binary()], pa.bool_()),
        ("utf8_count_errors", columns.count_errors, [pa.binary()], pa.uint64()),
        ("utf8_null_invalid", columns.null_invalid, [pa.binary()], pa.string()),
        ("utf8_make_valid", for_each(columns.make_valid), [pa.binary(), pa.string()], pa.string()),
        ("utf8_convert", for_each(columns.convert), [pa.binary(), pa.string()], pa.string()),
    ]
    for name, function, parameters, result in functions:
        context.register_udf(datafusion.udf(function, parameters, result, "immutable", name=name))
