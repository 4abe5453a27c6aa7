"""`placemat-spark-check IN OUT`: text in files of any size, on whatever paths Spark can reach.

    placemat-spark-check hdfs:///people.parquet hdfs:///checked
    placemat-spark-check people.csv checked --policy windows-1252
    spark-submit --master yarn .../placemat/spark_check.py IN OUT

Says for each file and column what is malformed, and writes to OUT, as Parquet:

    OUT/good      the rows whose text is well-formed, with text as strings
    OUT/bad       the other rows, as bytes, and `placemat_file`: where they were
    OUT/mended    these rows as strings, if --policy says what malformed text becomes
    OUT/report    the report, as lines of JSON

Columns of strings are looked at, and columns of bytes that `--column` names. Exit codes: 0 nothing is
wrong, 1 something was found, 2 trouble.
"""

from __future__ import annotations

import argparse
import functools
import os
import sys
from collections.abc import Iterator
from typing import Any

if __name__ == "__main__" and sys.path[0] == os.path.dirname(os.path.abspath(__file__)):
    # As a script, by spark-submit: else `polars` would be the module of that name beside this one.
    del sys.path[0]

import pyarrow as pa
import pyarrow.compute
from pyspark.errors import PySparkException
from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as F

import placemat
from placemat import columns, spark

#: The column of bad rows that says which file they were in.
FILE = "placemat_file"

_FORMATS = {".parquet": "parquet", ".orc": "orc", ".csv": "csv", ".txt": "text"}

_REPORT = "file string, column string, rows long, nulls long, bytes long, invalid_rows long, kinds map<string,long>"


class Trouble(Exception):
    """Something that ends the command."""


def read(session: SparkSession, path: str, kind: str, options: dict[str, str], policy: str) -> DataFrame:
    """A table whose text is bytes as they are in the file, with the column FILE. Names of columns
    are mended under `policy`."""
    if kind != "csv":
        table = session.read.format(kind).options(**options).load(path)
        if FILE in table.columns:
            raise Trouble(f"{path} has a column {FILE!r} of its own")
        return table.withColumn(FILE, _file())
    # Spark's reader of CSV makes U+FFFD of what is malformed, and nothing brings the bytes back. In Latin-1
    # no byte is malformed, each becomes a code point, and the syntax of CSV is ASCII.
    options = {"header": "true", "escape": '"', **options, "encoding": "ISO-8859-1", "inferSchema": "false"}
    table = session.read.format("csv").options(**options).load(path)
    names = [placemat.repair(name.encode("iso-8859-1"), policy) for name in table.columns]
    old_and_new = zip(table.columns, names, strict=True)
    bytes_of = [F.encode(_column(old), "ISO-8859-1").alias(new) for old, new in old_and_new]
    return table.select(*bytes_of, _file().alias(FILE))


def _file() -> Column:
    return F.col("_metadata.file_path")


def _column(name: str) -> Column:
    """The column of this name, which may have dots in it."""
    return F.col("`" + name.replace("`", "``") + "`")


def text_columns(table: DataFrame, named: list[str], bytes_too: bool) -> list[str]:
    """The columns to look at."""
    types = dict(table.drop(FILE).dtypes)
    for name in named:
        if types.get(name) not in ("string", "binary"):
            raise Trouble(f"there is no column of text {name!r}: there are {', '.join(types)}")
    kinds = ("string", "binary") if bytes_too else ("string",)
    return named or [name for name, kind in types.items() if kind in kinds]


def survey(table: DataFrame, names: list[str]) -> list[dict[str, Any]]:
    """What is malformed in each column of each file."""

    def look(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        found: dict[tuple[str, str], columns.Survey] = {}
        for batch in batches:
            # Rows of a file lie together.
            runs = pa.compute.run_end_encode(batch.column(len(names)))
            start = 0
            for end, file in zip(runs.run_ends.to_pylist(), runs.values.to_pylist(), strict=True):
                for index, name in enumerate(names):
                    one = found.setdefault((file, name), columns.Survey())
                    one.add(batch.column(index).slice(start, end - start))
                start = end
        rows = [_line(file, name, one) for (file, name), one in found.items()]
        yield pa.RecordBatch.from_pylist(rows, schema=_arrow_schema())

    looked_at = [_column(name).cast("binary") for name in names] + [F.col(FILE)]
    parts = table.select(*looked_at).mapInArrow(look, _REPORT).collect()
    return _summed([part.asDict() for part in parts])


def _line(file: str, column: str, found: columns.Survey) -> dict[str, Any]:
    return {
        "file": file,
        "column": column,
        "rows": found.rows,
        "nulls": found.nulls,
        "bytes": found.bytes,
        "invalid_rows": found.invalid_rows,
        "kinds": found.kinds,
    }


def _arrow_schema() -> pa.Schema:
    counts = [(name, pa.int64()) for name in ("rows", "nulls", "bytes", "invalid_rows")]
    return pa.schema([
        ("file", pa.string()), ("column", pa.string()), *counts, ("kinds", pa.map_(pa.string(), pa.int64())),
    ])


def _summed(parts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """One line for each file and column: a file may have been read in parts."""
    lines: dict[tuple[str, str], dict[str, Any]] = {}
    for part in parts:
        line = lines.setdefault((part["file"], part["column"]), part)
        if line is part:
            continue
        for name in ("rows", "nulls", "bytes", "invalid_rows"):
            line[name] += part[name]
        for kind, count in part["kinds"].items():
            line["kinds"][kind] = line["kinds"].get(kind, 0) + count
    return [lines[key] for key in sorted(lines)]


def split(table: DataFrame, names: list[str], is_clean: bool) -> tuple[DataFrame, DataFrame | None]:
    """The good rows, with text as strings, and the bad ones as bytes."""
    as_strings = {name: _column(name).cast("string") for name in names}
    if is_clean:
        return table.withColumns(as_strings).drop(FILE), None
    valid = [F.coalesce(spark.is_valid(_column(name).cast("binary")), F.lit(True)) for name in names]
    is_good = functools.reduce(Column.__and__, valid)
    bad = table.where(~is_good).withColumns({name: _column(name).cast("binary") for name in names})
    return table.where(is_good).withColumns(as_strings).drop(FILE), bad


def check(session: SparkSession, options: argparse.Namespace) -> list[dict[str, Any]]:
    """Reads, reports and writes; the report."""
    kind = options.format or _FORMATS.get(os.path.splitext(options.input.rstrip("/"))[1].lower())
    if kind is None:
        raise Trouble(f"{options.input}: --format {'|'.join(_FORMATS.values())} is needed")
    reading = dict(one.split("=", 1) for one in options.option)
    table = read(session, options.input, kind, reading, options.policy or "replace")
    names = text_columns(table, options.column, kind == "csv")
    if not names:
        raise Trouble(f"{options.input} has no column of text: --column names columns of bytes")
    report = survey(table, names)
    good, bad = split(table, names, not any(line["invalid_rows"] for line in report))
    good.write.parquet(f"{options.output}/good")
    if bad is not None:
        bad.write.parquet(f"{options.output}/bad")
        if options.policy:
            # Read again: it is small, and need not be found again.
            bad = session.read.parquet(f"{options.output}/bad")
            mended = {name: spark.make_valid(_column(name), options.policy) for name in names}
            bad.withColumns(mended).write.parquet(f"{options.output}/mended")
    session.createDataFrame(report, _REPORT).coalesce(1).write.json(f"{options.output}/report")
    return report


def _print(report: list[dict[str, Any]]) -> None:
    for line in report:
        if line["invalid_rows"]:
            kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(line["kinds"].items()))
            print(f"{line['file']}: {line['column']}: {line['invalid_rows']} of {line['rows']} rows; {kinds}")


def main(arguments: list[str] | None = None) -> int:
    """The command; its exit code."""
    parser = argparse.ArgumentParser(
        prog="placemat-spark-check", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("input", metavar="IN", help="a file, a folder or a pattern")
    parser.add_argument("output", metavar="OUT", help="a folder that is not there yet")
    parser.add_argument("--format", choices=[*_FORMATS.values()], help="if the name of IN does not say it")
    parser.add_argument("--column", action="append", default=[], help="only this one; may be repeated")
    policies = [policy for policy in placemat.policies() if policy not in ("strict", "utf8b")]
    parser.add_argument("--policy", choices=policies, help="write OUT/mended, too")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of Spark's reader, such as sep=;")
    parser.add_argument("--master", help="where Spark is, if spark-submit does not say it")
    parser.add_argument("--conf", action="append", default=[], metavar="NAME=VALUE", help="a setting of Spark")
    options = parser.parse_args(arguments)
    builder: Any = SparkSession.builder
    if options.master:
        builder = builder.master(options.master)
    for setting in options.conf:
        builder = builder.config(*setting.split("=", 1))
    started_here = SparkSession.getActiveSession() is None
    session = builder.getOrCreate()
    try:
        report = check(session, options)
    except (Trouble, PySparkException) as trouble:
        print(f"placemat-spark-check: {trouble}", file=sys.stderr)
        return 2
    finally:
        if started_here:
            session.stop()
    _print(report)
    return int(any(line["invalid_rows"] for line in report))


if __name__ == "__main__":
    sys.exit(main())
