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

from . import _csv, _native, columns
from ._csv import Trouble

#: Rows of a batch of Parquet.
_BATCH = 1 << 16

#: How many bad rows of a column are kept to guess what they are.
_SAMPLE = 1000


def _kind(path: str) -> str:
    suffix = os.path.splitext(path)[1].lower()
    kinds = {".parquet": "parquet", ".csv": "csv", ".arrow": "arrow", ".feather": "arrow"}
    if suffix not in kinds:
        raise Trouble(f"{path}: .parquet, .arrow or .csv is needed")
    return kinds[suffix]


@contextlib.contextmanager
def _batches(
    path: str, delimiter: str, mended: Iterator[bytes] | None = None
) -> Iterator[tuple[pa.Schema, Iterator[Any]]]:
    """The schema of a file, and its batches. A CSV is bytes, or what it is `mended` to."""
    kind = _kind(path)
    if kind == "parquet":
        # A part of a column at a time: else all of them are kept.
        with pa.parquet.ParquetFile(path, pre_buffer=False, buffer_size=1 << 20) as file:
            yield file.schema_arrow, file.iter_batches(_BATCH)
    elif kind == "arrow":
        with pa.OSFile(path) as source, pa.ipc.open_file(source) as file:
            yield file.schema, (file.get_batch(n) for n in range(file.num_record_batches))
    else:
        parse = pa.csv.ParseOptions(delimiter=delimiter, newlines_in_values=True)
        if mended is None:
            names, rows = _csv.header(path, delimiter)
            read = pa.csv.ReadOptions(column_names=names, skip_rows_after_names=rows)
            types = dict.fromkeys(names, pa.binary())
            convert = pa.csv.ConvertOptions(column_types=types, check_utf8=False)
            with pa.csv.open_csv(path, read, parse, convert) as reader:
                yield reader.schema, reader
        else:
            source = pa.PythonFile(io.BufferedReader(_csv.Reader(mended)))
            with pa.csv.open_csv(source, parse_options=parse) as reader:
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


def _chosen(schema: pa.Schema, named: list[str], all_bytes: bool) -> list[int]:
    """The columns to look at, by their places: several may have one name."""
    for name in named:
        if name not in schema.names:
            raise Trouble(f"there is no column {name!r}: there are {', '.join(schema.names)}")
    chosen = []
    for place, field in enumerate(schema):
        is_text, is_bytes = _is_text(field.type), _is_bytes(field.type)
        if field.name in named and not (is_text or is_bytes):
            raise Trouble(f"column {field.name!r} is {field.type}, not text")
        if field.name in named if named else is_text or all_bytes and is_bytes:
            chosen.append(place)
    return chosen


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
        """The encoding that the bad rows are probably in; None if that is uncertain."""
        if not self._sample:
            return None
        return columns.detect(pa.chunked_array(self._sample)).encoding

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
    """How much so far, on a terminal."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._count = 0
        self._shows = sys.stderr.isatty()

    def add(self, count: int) -> None:
        self._count += count
        if self._shows:
            print(f"\r{self._count:,} {self._what}", end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        if self._shows:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def check(path: str, named: list[str], delimiter: str = ",") -> list[Found]:
    """What is wrong with each column of a file."""
    progress = Progress("rows")
    with _batches(path, delimiter) as (schema, batches):
        places = _chosen(schema, named, _kind(path) == "csv")
        found = {place: Found(schema.field(place).name) for place in places}
        for batch in batches:
            for place, one in found.items():
                one.add(batch.column(place))
            progress.add(batch.num_rows)
    progress.end()
    return list(found.values())


def _writer(path: str, schema: pa.Schema, target: Any) -> Any:
    kind = _kind(path)
    if kind == "parquet":
        return pa.parquet.ParquetWriter(target, schema)
    if kind == "arrow":
        return pa.ipc.new_file(target, schema)
    return pa.csv.CSVWriter(target, schema)


def fix(path: str, output: str, named: list[str], policy: str, delimiter: str = ",") -> None:
    """Writes the file with all of its text mended to `output`, which is replaced whole or not at all."""
    with contextlib.ExitStack() as stack:
        mended = None
        if _kind(path) == "csv":
            mended = _mended(stack.enter_context(open(path, "rb")), path, named, policy, delimiter)
            if _kind(output) == "csv":
                _copy(mended, stack.enter_context(_replaced(output)))
                return
        schema, batches = stack.enter_context(_batches(path, delimiter, mended))
        _write(output, schema, batches, set(_chosen(schema, named, False)), policy)


def _mended(source: BinaryIO, path: str, named: list[str], policy: str, delimiter: str) -> Iterator[bytes]:
    """A CSV, mended as a whole or in some columns."""
    if not named:
        return _csv.mended(source, policy)
    names, _ = _csv.header(path, delimiter)
    for name in named:
        if name not in names:
            raise Trouble(f"there is no column {name!r}: there are {', '.join(names)}")
    places = {place for place, name in enumerate(names) if name in named}
    return _csv.mended_columns(source, policy, places, delimiter)


def _copy(pieces: Iterator[bytes], target: BinaryIO) -> None:
    progress = Progress("bytes")
    for piece in pieces:
        target.write(piece)
        progress.add(len(piece))
    progress.end()


def _write(output: str, schema: pa.Schema, batches: Iterator[Any], chosen: set[int], policy: str) -> None:
    progress = Progress("rows")
    with _replaced(output) as target:
        writer = None
        for batch in batches:
            made = [
                columns.make_valid(column, policy) if place in chosen else column
                for place, column in enumerate(batch.columns)
            ]
            # Names, what may be null, and what is said of the table, such as the index of pandas, stay.
            fields = [field.with_type(column.type) for field, column in zip(schema, made, strict=True)]
            kept = pa.schema(fields, metadata=schema.metadata)
            mended = pa.RecordBatch.from_arrays(made, schema=kept)
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
    file = tempfile.NamedTemporaryFile(dir=folder, delete=False)
    try:
        with file:
            yield file  # type: ignore[misc]
            file.flush()
            os.fsync(file.fileno())
        os.chmod(file.name, 0o666 & ~_umask())
        os.replace(file.name, path)
    except BaseException:
        os.unlink(file.name)
        raise


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


def _delimiter(text: str) -> str:
    if len(text) != 1 or not text.isascii() or text in '"\r\n\0':
        raise argparse.ArgumentTypeError("it has to be one ASCII character, and no quote")
    return text


def main(arguments: list[str]) -> int:
    """The command; its exit code."""
    parser = argparse.ArgumentParser(prog="python -m placemat table", description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    policies = [policy for policy in _native.policies() if policy not in ("strict", "utf8b")]
    for name, about in [("check", "say what is wrong"), ("fix", "write a mended file")]:
        command = commands.add_parser(name, help=about)
        command.add_argument("file")
        command.add_argument("--column", action="append", default=[], help="only this one; may be repeated")
        command.add_argument(
            "--delimiter", type=_delimiter, default=",", help="what is between the columns of a CSV"
        )
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
        fix(options.file, options.output, options.column, options.policy, options.delimiter)
        return 0
    found = check(options.file, options.column, options.delimiter)
    _print(found)
    if options.report:
        with open(options.report, "w", encoding="utf-8") as file:
            json.dump([one.report() for one in found], file, indent=2, ensure_ascii=False)
    return int(any(one.survey.invalid_rows for one in found))
