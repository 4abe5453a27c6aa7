"""CSV files, mended as they are read."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from typing import Any, BinaryIO

from . import _native, errors, repair

#: How many bytes are read at once.
_CHUNK = 1 << 20


class Trouble(Exception):
    """Something that ends the command."""


class Reader(io.RawIOBase):
    """A file of these pieces."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = pieces
        self._ready = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._ready:
            piece = next(self._pieces, None)
            if piece is None:
                return 0
            self._ready = memoryview(piece)
        count = min(len(buffer), len(self._ready))
        buffer[:count] = self._ready[:count]
        self._ready = self._ready[count:]
        return count


def header(path: str, delimiter: str) -> tuple[list[str], int]:
    """The names of the columns, mended, and how many rows end with them: blank ones may come first."""
    with open(path, "rb") as file:
        text = io.TextIOWrapper(file, encoding="placemat.repair.replace", newline="")
        rows = enumerate(csv.reader(text, delimiter=delimiter), 1)
        return next(((names, row) for row, names in rows if names), ([], 0))


def mended(source: BinaryIO, policy: str) -> Iterator[bytes]:
    """The bytes of a file as well-formed UTF-8."""
    transcoder = _native.Transcoder("utf-8", "utf-8", policy, False)
    while True:
        chunk = source.read(_CHUNK)
        text, _, problem = transcoder.push(chunk, not chunk)
        if problem is not None:
            raise Trouble(f"offset {problem[0]}: {problem[2]}")
        yield text
        if not chunk:
            return


def mended_columns(source: BinaryIO, policy: str, columns: set[int], delimiter: str) -> Iterator[bytes]:
    """The bytes of a file; in these columns they are well-formed UTF-8, and elsewhere what they were."""
    separator = re.escape(delimiter).encode()
    field = re.compile(rb'"(?:[^"]|"")*"?[^%b\r\n]*|[^%b\r\n]*' % (separator, separator))

    def mend(record: bytes) -> bytes:
        parts, at, column = [], 0, 0
        while at < len(record):
            found = field.match(record, at)
            assert found is not None, "nothing is a field, too"
            text, at = found[0], found.end()
            parts.append(repair(text, policy).encode() if column in columns else text)
            # A line may end here if a quote was no quote: then another record begins.
            column = column + 1 if record[at : at + 1] == delimiter.encode() else 0
            parts.append(record[at : at + 1])
            at += 1
        return b"".join(parts)

    for records in _records(source):
        done = 0
        for error in errors(records):
            if error.offset >= done:
                start, end = _record_around(records, done, error.offset)
                yield records[done:start]
                yield mend(records[start:end])
                done = end
        yield records[done:]


def _record_around(records: bytes, first: int, offset: int) -> tuple[int, int]:
    """Where the record of an offset begins and ends; one begins at `first`."""
    start = records.rfind(b"\n", first, offset) + 1
    while start > first and records.count(b'"', first, start) % 2 == 1:
        start = records.rfind(b"\n", first, start - 1) + 1
    start = max(start, first)
    end = records.find(b"\n", offset) + 1
    while end > 0 and records.count(b'"', start, end) % 2 == 1:
        end = records.find(b"\n", end) + 1
    return start, end or len(records)


def _records(source: BinaryIO) -> Iterator[bytes]:
    """Many whole records at a time."""
    rest, inside = b"", False
    while chunk := source.read(_CHUNK):
        # Line ends are of no record while a quote is open.
        at = len(chunk)
        inside_at_end = inside = inside ^ (chunk.count(b'"') % 2 == 1)
        while (end := chunk.rfind(b"\n", 0, at)) >= 0:
            inside_at_end ^= chunk.count(b'"', end, at) % 2 == 1
            if not inside_at_end:
                break
            at = end
        if end < 0:
            rest += chunk
            continue
        yield rest + chunk[: end + 1]
        rest = chunk[end + 1 :]
    if rest:
        yield rest
