"""The exceptions. They are UnicodeErrors, so that whoever catches those goes on to work."""

from __future__ import annotations

from . import _native


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

    @property
    def line(self) -> int:
        """The number of the line, from 1; it ends with a line feed."""
        return self.object.count(b"\n", 0, self.start) + 1

    @property
    def column(self) -> int:
        """In bytes, from 1."""
        return self.start - (self.object.rfind(b"\n", 0, self.start) + 1) + 1

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
