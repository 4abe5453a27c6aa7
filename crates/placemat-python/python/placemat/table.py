"""`python -m placemat table check|fix FILE`: text in Parquet, Arrow and CSV files, by columns.

    python -m placemat table check people.parquet
    python -m placemat table fix people.parquet -o mended.parquet --policy windows-1252
    python -m placemat table fix people.csv -o people.parquet --policy windows-1252

Files are read and written a batch at a time. Columns of text are looked at, and columns of bytes that
`--column` names. A CSV is bytes until it has been mended. Exit codes: 0 nothing is wrong or it was mended,
1 something was found, 2 trouble.
"""

from __future__ import annotations

import argparse
import contextlib
import csv
import io
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from typing import Any, BinaryIO

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet

from . import _native, columns

#: Rows of a batch of Parquet.
_BATCH = 1 << 16

#: How many bad rows of a column are kept to guess what they are.
_SAMPLE = 1000


class Trouble(Exception):
    """Something that ends the command."""


class Repaired(io.RawIOBase):
    """The bytes of a file as well-formed UTF-8."""

    def __init__(self, source: BinaryIO, policy: str) -> None:
        self._source = source
        self._transcoder = _native.Transcoder("utf-8", "utf-8", policy, False)
        self._ready = memoryview(b"")
        self._ended = False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._ready and not self._ended:
            chunk = self._source.read(1 << 20)
            self._ended = not chunk
            text, _, problem = self._transcoder.push(chunk, self._ended)
            if problem is not None:
                raise Trouble(f"offset {problem[0]}: {problem[2]}")
            self._ready = memoryview(text)
        count = min(len(buffer), len(self._ready))
        buffer[:count] = self._ready[:count]
        self._ready = self._ready[count:]
        return count


def _kind(path: str) -> str:
    suffix = os.path.splitext(path)[1].lower()
    kinds = {".parquet": "parquet", ".csv": "csv", ".arrow": "arrow", ".feather": "arrow"}
    if suffix not in kinds:
        raise Trouble(f"{path}: .parquet, .arrow or .csv is needed")
    return kinds[suffix]


def _header(path: str) -> list[str]:
    """The names of the columns of a CSV, mended."""
    with open(path, "rb") as file:
        text = io.TextIOWrapper(file, encoding="placemat.repair.replace", newline="")
        return next(csv.reader(text), [])


@contextlib.contextmanager
def _batches(path: str, policy: str | None) -> Iterator[tuple[pa.Schema, Iterator[Any]]]:
    """The schema of a file, and its batches. A CSV is mended under `policy`, or all of it is bytes."""
    kind = _kind(path)
    if kind == "parquet":
        with pa.parquet.ParquetFile(path) as file:
            yield file.schema_arrow, file.iter_batches(_BATCH)
    elif kind == "arrow":
        with pa.OSFile(path) as source, pa.ipc.open_file(source) as file:
            yield file.schema, (file.get_batch(n) for n in range(file.num_record_batches))
    else:
        parse = pa.csv.ParseOptions(newlines_in_values=True)
        if policy is None:
            names = _header(path)
            read = pa.csv.ReadOptions(column_names=names, skip_rows=1)
            types = dict.fromkeys(names, pa.binary())
            convert = pa.csv.ConvertOptions(column_types=types, check_utf8=False)
            with pa.csv.open_csv(path, read, parse, convert) as reader:
                yield reader.schema, reader
        else:
            with open(path, "rb") as raw:
                mended = io.BufferedReader(Repaired(raw, policy))
                with pa.csv.open_csv(pa.PythonFile(mended), parse_options=parse) as reader:
                    yield reader.schema, reader


def _is_text(data_type: pa.DataType) -> bool:
    types = pa.types
    if types.is_dictionary(data_type):
        return _is_text(data_type.value_type)
    return bool(
        types.is_string(data_type) or types.is_large_string(data_type) or types.is_string_view(data_type)
    )


def _is_bytes(data_type: pa.DataType) -> bool:
    types = pa.types
    return bool(
        types.is_binary(data_type)
        or types.is_large_binary(data_type)
        or types.is_binary_view(data_type)
        or types.is_fixed_size_binary(data_type)
    )


def _chosen(schema: pa.Schema, named: list[str], all_bytes: bool) -> list[str]:
    """The columns to look at."""
    for name in named:
        if name not in schema.names:
            raise Trouble(f"there is no column {name!r}: there are {', '.join(schema.names)}")
        if not (_is_text(schema.field(name).type) or _is_bytes(schema.field(name).type)):
            raise Trouble(f"column {name!r} is {schema.field(name).type}, not text")
    if named:
        return named
    return [
        field.name
        for field in schema
        if _is_text(field.type) or all_bytes and _is_bytes(field.type)
    ]


class Found:
    """What is wrong with one column."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.survey = columns.Survey()
        self._sample: list[Any] = []
        self._sampled = 0

    def add(self, column: Any) -> None:
        before = self.survey.invalid_rows
        self.survey.add(column)
        if self.survey.invalid_rows > before and self._sampled < _SAMPLE:
            bad = columns.quarantine(column)[1]
            if pa.types.is_dictionary(bad.type):
                bad = bad.dictionary_decode()
            bad = bad.drop_null()[: _SAMPLE - self._sampled]
            self._sampled += len(bad)
            self._sample.append(bad)

    def cause(self) -> str | None:
        """The encoding that the bad rows are probably in."""
        if not self._sample:
            return None
        verdict = columns.detect(pa.chunked_array(self._sample))
        return verdict.candidates[0].encoding if verdict.candidates else None

    def report(self) -> dict[str, Any]:
        survey = self.survey
        return {
            "column": self.name,
            "rows": survey.rows,
            "nulls": survey.nulls,
            "bytes": survey.bytes,
            "invalid_rows": survey.invalid_rows,
            "invalid_bytes": survey.invalid_bytes,
            "first_invalid_row": survey.first_invalid,
            "kinds": survey.kinds,
            "probably": self.cause(),
        }


class Progress:
    """Rows so far, on a terminal."""

    def __init__(self) -> None:
        self._rows = 0
        self._shows = sys.stderr.isatty()

    def add(self, rows: int) -> None:
        self._rows += rows
        if self._shows:
            print(f"\r{self._rows:,} rows", end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        if self._shows:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def check(path: str, named: list[str]) -> list[Found]:
    """What is wrong with each column of a file."""
    progress = Progress()
    with _batches(path, None) as (schema, batches):
        found = [Found(name) for name in _chosen(schema, named, _kind(path) == "csv")]
        for batch in batches:
            for one in found:
                one.add(batch.column(batch.schema.get_field_index(one.name)))
            progress.add(batch.num_rows)
    progress.end()
    return found


def _writer(path: str, schema: pa.Schema, target: Any) -> Any:
    kind = _kind(path)
    if kind == "parquet":
        return pa.parquet.ParquetWriter(target, schema)
    if kind == "arrow":
        return pa.ipc.new_file(target, schema)
    return pa.csv.CSVWriter(target, schema)


def fix(path: str, output: str, named: list[str], policy: str) -> None:
    """Writes the file with all of its text mended to `output`, which is replaced whole or not at all."""
    progress = Progress()
    if _kind(path) == "csv" and _kind(output) == "csv":
        if named:
            raise Trouble("a CSV is mended whole: --column is for other formats")
        with open(path, "rb") as raw, _replaced(output) as target:
            mended = Repaired(raw, policy)
            while chunk := mended.read(1 << 20):
                target.write(chunk)
        return
    with _batches(path, policy) as (schema, batches), _replaced(output) as target:
        chosen = set(_chosen(schema, named, False))
        writer = None
        for batch in batches:
            mended = pa.RecordBatch.from_arrays(
                [
                    columns.make_valid(column, policy) if name in chosen else column
                    for name, column in zip(batch.schema.names, batch.columns, strict=True)
                ],
                names=batch.schema.names,
            )
            writer = writer or _writer(output, mended.schema, target)
            writer.write(mended)
            progress.add(batch.num_rows)
        writer = writer or _writer(output, schema, target)
        writer.close()
    progress.end()


@contextlib.contextmanager
def _replaced(path: str) -> Iterator[BinaryIO]:
    """A file beside `path` that takes its place when all is written."""
    folder = os.path.dirname(os.path.abspath(path))
    with tempfile.NamedTemporaryFile(dir=folder, delete=False) as file:
        try:
            yield file  # type: ignore[misc]
            file.flush()
            os.fsync(file.fileno())
        except BaseException:
            os.unlink(file.name)
            raise
    os.chmod(file.name, 0o666 & ~_umask())
    os.replace(file.name, path)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _print(found: list[Found]) -> None:
    for report in (one.report() for one in found):
        if not report["invalid_rows"]:
            continue
        kinds = ", ".join(f"{count} {kind}" for kind, count in report["kinds"].items())
        probably = f"; probably {report['probably']}" if report["probably"] else ""
        print(
            f"{report['column']}: {report['invalid_rows']} of {report['rows']} rows, the first is "
            f"row {report['first_invalid_row']}; {kinds}{probably}"
        )


def main(arguments: list[str]) -> int:
    """The command; its exit code."""
    parser = argparse.ArgumentParser(prog="python -m placemat table", description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    policies = [policy for policy in _native.policies() if policy not in ("strict", "utf8b")]
    for name, about in [("check", "say what is wrong"), ("fix", "write a mended file")]:
        command = commands.add_parser(name, help=about)
        command.add_argument("file")
        command.add_argument("--column", action="append", default=[], help="only this one; may be repeated")
        if name == "check":
            command.add_argument("--report", help="a file for the report, as JSON")
        else:
            command.add_argument("-o", "--output", required=True, help="the mended file")
            command.add_argument("--policy", choices=policies, required=True)
    options = parser.parse_args(arguments)
    try:
        return _run(options)
    except (Trouble, OSError, pa.ArrowException, ValueError) as trouble:
        print(f"placemat: {trouble}", file=sys.stderr)
        return 2


def _run(options: argparse.Namespace) -> int:
    if options.command == "fix":
        fix(options.file, options.output, options.column, options.policy)
        return 0
    found = check(options.file, options.column)
    _print(found)
    if options.report:
        with open(options.report, "w", encoding="utf-8") as file:
            json.dump([one.report() for one in found], file, indent=2, ensure_ascii=False)
    return int(any(one.survey.invalid_rows for one in found))
