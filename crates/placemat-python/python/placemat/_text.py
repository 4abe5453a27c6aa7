"""A str as the bytes it stands for."""

from __future__ import annotations

import codecs

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


def as_bytes(data: Text) -> Buffer:
    """`data`, if it is a buffer; the bytes that a str stands for."""
    if not isinstance(data, str):
        return data
    try:
        return data.encode()
    except UnicodeEncodeError:
        # Halves of a pair that stand side by side are one code point.
        joined = data.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
        return joined.encode("utf-8", "placemat.surrogates")
