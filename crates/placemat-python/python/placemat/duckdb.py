"""Functions for DuckDB: `placemat.duckdb.register(connection)`, and then in SQL

    utf8_is_valid(blob)              BOOLEAN
    utf8_count_errors(blob)          UBIGINT
    utf8_make_valid(blob, policy)    VARCHAR
    utf8_null_invalid(blob)          VARCHAR
    utf8_convert(blob, encoding)     VARCHAR

    >>> import duckdb, placemat.duckdb
    >>> connection = duckdb.connect()
    >>> placemat.duckdb.register(connection)
    >>> connection.sql("SELECT utf8_make_valid('caf\\\\xE9'::BLOB, 'windows-1252')").fetchall()
    [('café',)]
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import columns
from ._sql import for_each


def register(connection: Any) -> None:
    """Makes the functions known to a connection. Columns go over as Arrow arrays."""
    functions: list[tuple[str, Callable[..., Any], list[str], str]] = [
        ("utf8_is_valid", columns.is_valid, ["BLOB"], "BOOLEAN"),
        ("utf8_count_errors", columns.count_errors, ["BLOB"], "UBIGINT"),
        ("utf8_null_invalid", columns.null_invalid, ["BLOB"], "VARCHAR"),
        ("utf8_make_valid", for_each(columns.make_valid), ["BLOB", "VARCHAR"], "VARCHAR"),
        ("utf8_convert", for_each(columns.convert), ["BLOB", "VARCHAR"], "VARCHAR"),
    ]
    for name, function, parameters, result in functions:
        connection.create_function(
            name, function, parameters, result, type="arrow", null_handling="special"
        )
