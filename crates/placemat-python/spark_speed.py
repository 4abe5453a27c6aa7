"""placemat in Spark against Spark's own functions: `python spark_speed.py [MASTER]`, after `pip install
pyspark`. One run, in turn, the same data; the faster of two rounds, and results are compared."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from typing import Any

import pyarrow as pa
from placemat import spark as utf8
from pyspark.sql import Column, SparkSession
from pyspark.sql import functions as F

ROWS = 4_000_000

#: One row in so many is malformed.
RARITY = 1000


def through(result: str, make: Any) -> Column:
    """A function that does nothing: what it costs to bring the rows to Python and back."""

    def run(column: pa.Array) -> pa.Array:
        return make(column)

    run.__annotations__ = {"column": pa.Array, "return": pa.Array}
    return F.arrow_udf(run, result)("x")


def main() -> None:
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master(sys.argv[1] if len(sys.argv) > 1 else "local[2]")
    builder = builder.config("spark.ui.enabled", "false").config("spark.ui.showConsoleProgress", "false")
    session = builder.config("spark.driver.memory", "2g").getOrCreate()
    with tempfile.TemporaryDirectory() as folder:
        bad = F.when(F.expr(f"id % {RARITY} = 7"), F.expr("X'E9'")).otherwise(F.expr("X'C3A9'"))
        text = F.concat(F.expr("cast(format_string('%08d the quick brown fox jumps over caf', id) as binary)"), bad)
        session.range(0, ROWS, 1, 8).select(text.alias("x")).write.parquet(folder + "/rows")
        frame = session.read.parquet(folder + "/rows")
        size = frame.agg(F.sum(F.octet_length("x"))).head()[0]
        print(f"{ROWS:,} rows, {size / 1e6:,.0f} MB, one row in {RARITY} malformed, {session.sparkContext.master}\n")

        good = ROWS - ROWS // RARITY
        mended = size + 2 * (ROWS // RARITY)
        string = F.col("x").cast("string")
        ways: list[tuple[str, Column, int | None]] = [
            ("the rows are read", F.count("x"), ROWS),
            ("Spark: is_valid_utf8", F.count_if(F.is_valid_utf8(string)), good),
            ("placemat: is_valid", F.count_if(utf8.is_valid("x")), good),
            ("to Python and a boolean back", F.count_if(through("boolean", lambda rows: rows.is_valid())), ROWS),
            ("Spark: make_valid_utf8", F.sum(F.octet_length(F.make_valid_utf8(string))), mended),
            ("placemat: make_valid", F.sum(F.octet_length(utf8.make_valid("x"))), mended),
            ("to Python and all bytes back", F.sum(F.octet_length(through("binary", lambda rows: rows))), size),
            ("placemat: make_valid, windows-1252", F.sum(F.octet_length(utf8.make_valid("x", "windows-1252"))), None),
            ("placemat: count_errors", F.sum(utf8.count_errors("x")), ROWS // RARITY),
        ]
        best = [float("inf")] * len(ways)
        for _ in range(2):
            for place, (_, column, expected) in enumerate(ways):
                start = time.perf_counter()
                found = frame.agg(column).head()[0]
                best[place] = min(best[place], time.perf_counter() - start)
                assert expected in (None, found), (found, expected)
        for (name, _, _), seconds in zip(ways, best, strict=True):
            print(f"| {name} | {seconds:.2f} s | {seconds / ROWS * 1e9:,.0f} ns |", flush=True)
    session.stop()


if __name__ == "__main__":
    main()
