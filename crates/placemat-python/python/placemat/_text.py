"""A str as the bytes it stands for."""

from __future__ import annotations

import bisect
import codecs
import itertools

from ._types import Buffer, Text


def _surrogates(error: UnicodeError) -> tuple[bytes, int]:
    """Bytes for lone surrogates: one byte as PEP 383 has it, three bytes as WTF-8 has it."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    out = bytearray()
    for surrogate in error.object[error.start : error.end]:
        if "\udc80" <= surrogate <= "\udcff":
            out.append(ord(surrogate) - 0xDC00)
        else:
            out += surrogate.encode("utf-8", "surrogatepass")
    return bytes(out), error.end


codecs.register_error("placemat.surrogates", _surrogates)


def joined(text: str) -> str:
    """`text`, in which halves of a pair that stand side by side are one code point."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def as_bytes(data: Text) -> Buffer:
    """`data`, if it is a buffer; the bytes that a str stands for."""
    if not isinstance(data, str):
        return data
    try:
        return data.encode()
    except UnicodeEncodeError:
        return joined(data).encode("utf-8", "placemat.surrogates")


def _length(one: str) -> int:
    """How many bytes a code point stands for."""
    if one < "\x80" or "\udc80" <= one <= "\udcff":
        return 1
    return 2 if one < "\u0800" else 3 if one < "\U00010000" else 4


def keep_start(text: str, most: int) -> str:
    """The longest start of `text` that stands for at most `most` bytes."""
    whole = joined(text)
    ends = list(itertools.accumulate(map(_length, whole)))
    return whole[: bisect.bisect_right(ends, most)]


def place(text: str, start: str) -> int:
    """How long the start of `text` is that is `start` once its pairs are joined."""
    if text.startswith(start):
        return len(start)
    at = 0
    for one in start:
        at += 2 if one > "\uffff" >= text[at] else 1
    return at
