"""`pl.col("x").utf8`: columns of polars. To be imported once:

    >>> import polars as pl, placemat.polars
    >>> frame = pl.DataFrame({"x": [b"fine", b"caf\\xe9"]})
    >>> frame.select(pl.col("x").utf8.make_valid("windows-1252"))["x"].to_list()
    ['fine', 'café']
"""

from __future__ import annotations

import polars as pl

from . import columns

_ERROR = pl.Struct({"byte": pl.UInt64, "length": pl.UInt8, "kind": pl.Categorical})


@pl.api.register_expr_namespace("utf8")
class Utf8:
    """What `placemat.columns` does, as expressions."""

    def __init__(self, expression: pl.Expr) -> None:
        self._expression = expression

    def is_valid(self) -> pl.Expr:
        return self._expression.map_batches(columns.is_valid, return_dtype=pl.Boolean)

    def count_errors(self) -> pl.Expr:
        return self._expression.map_batches(columns.count_errors, return_dtype=pl.UInt64)

    def first_error(self) -> pl.Expr:
        return self._expression.map_batches(columns.first_error, return_dtype=_ERROR)

    def make_valid(self, policy: str = "replace") -> pl.Expr:
        return self._expression.map_batches(
            lambda series: columns.make_valid(series, policy), return_dtype=pl.String
        )

    def null_invalid(self) -> pl.Expr:
        return self._expression.map_batches(columns.null_invalid, return_dtype=pl.String)

    def convert(self, source: str, policy: str = "strict") -> pl.Expr:
        return self._expression.map_batches(
            lambda series: columns.convert(series, source, policy), return_dtype=pl.String
        )
