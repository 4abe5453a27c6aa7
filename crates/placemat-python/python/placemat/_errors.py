"""The exceptions. They are UnicodeErrors, so that whoever catches those goes on to work."""

from __future__ import annotations

import sys

from . import _native
from ._text import joined

#: A line feed, where that is not the byte 0A. Those without a byte order are units of this machine.
_FEEDS = {
    f"{family}{order}": "\n".encode(f"utf-{bits}-{order or sys.byteorder[:1] + 'e'}")
    for family, bits in [("utf-16", 16), ("utf-32", 32), ("ucs-2", 16), ("ucs-4", 32)]
    for order in ["", "le", "be"]
} | {"utf-ebcdic": b"\x15"}


class MalformedError(UnicodeDecodeError):
    """Bytes are malformed from `start` to `end`, which count from the start of `object`.

    >>> import placemat
    >>> try:
    ...     placemat.validate(b"one\\ncaf\\xe9 two")
    ... except placemat.MalformedError as error:
    ...     print(error.start, error.end, error.line, error.column, error.kind, error.reading)
    7 8 2 4 incomplete é
    """

    def _group(self) -> _native.Group | None:
        return _native.locate(self.object, self.start) if self.encoding == "utf-8" else None

    @property
    def offset(self) -> int:
        """The same as `start`."""
        return self.start

    def _lines(self) -> tuple[int, int]:
        """How many line feeds are before the error, and where the last one ends."""
        feed = _FEEDS.get(self.encoding)
        if feed is None:
            return self.object.count(b"\n", 0, self.start), self.object.rfind(b"\n", 0, self.start) + 1
        count, line, at = 0, 0, self.object.find(feed, 0, self.start)
        while at >= 0:
            # The bytes of two units can look like a line feed.
            if at % len(feed) == 0:
                count, line = count + 1, at + len(feed)
            at = self.object.find(feed, at + 1, self.start)
        return count, line

    @property
    def line(self) -> int:
        """The number of the line, from 1; it ends with a line feed."""
        return self._lines()[0] + 1

    @property
    def column(self) -> int:
        """In bytes, from 1."""
        return self.start - self._lines()[1] + 1

    @property
    def kind(self) -> str | None:
        """The name of the error, as in the reports of the tool; None if it is not one of UTF-8."""
        group = self._group()
        return group.kind if group else None

    @property
    def meaning(self) -> str | None:
        """What was probably meant, in a word: overlong, surrogate-pair, .."""
        group = self._group()
        return group.meaning if group else None

    @property
    def reading(self) -> str | None:
        """What the bytes are in Windows-1252."""
        group = self._group()
        return group.reading if group else None


class UnmappableError(UnicodeError):
    """Text that is well-formed has a code point that the target encoding lacks.

    `start` and `end` count bytes of the source.
    """

    def __init__(self, encoding: str, code_point: int, start: int, end: int) -> None:
        super().__init__(encoding, code_point, start, end)
        self.encoding = encoding
        self.code_point = code_point
        self.start = start
        self.end = end
        self.reason = f"{encoding} has no U+{code_point:04X}"

    def __str__(self) -> str:
        return f"{self.reason}, which is at offset {self.start}"


class EncodeError(UnmappableError, UnicodeEncodeError):
    """A str has a code point that the target encoding lacks.

    `start` and `end` count code points of `object`, which is the str.

    >>> import placemat
    >>> try:
    ...     placemat.encode("5 €", "iso-8859-1")
    ... except UnicodeEncodeError as error:
    ...     print(error.start, error.end, error.object[error.start : error.end])
    2 3 €
    """

    def __init__(self, encoding: str, object: str, start: int, end: int, reason: str) -> None:
        UnicodeEncodeError.__init__(self, encoding, object, start, end, reason)
        self.code_point = ord(joined(object[start:end]))

    def __str__(self) -> str:
        return UnicodeEncodeError.__str__(self)
