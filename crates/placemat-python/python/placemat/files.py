"""Files that are text, or should be."""

from __future__ import annotations

import codecs
import io
import os
from collections.abc import Iterator
from typing import BinaryIO, Union

from . import _native

Path = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]", int]


def open_repaired(
    file: Path | BinaryIO, policy: str = "replace", *, newline: str | None = None
) -> io.TextIOWrapper:
    """A file for reading, as `open` would give it, but that no byte of it is ever an error.

    What is malformed becomes what `policy` says. A signature in front is left out.

    >>> import io
    >>> open_repaired(io.BytesIO(b"caf\\xe9"), "windows-1252").read()
    'café'
    """
    # An unknown policy is told before anything is open.
    try:
        encoding = codecs.lookup(f"placemat.repair.{policy}").name
    except LookupError:
        known = ", ".join(name for name in _native.policies() if name not in ("strict", "utf8b"))
        raise LookupError(f"{policy!r} is no policy for files: those are {known}") from None
    raw = open(file, "rb") if isinstance(file, (str, bytes, os.PathLike, int)) else file
    return io.TextIOWrapper(raw, encoding=encoding, newline=newline)


def iter_lines(file: Path | BinaryIO, policy: str = "replace") -> Iterator[str]:
    """The lines of a file, each with its end, as iteration over an open file gives them. A file that was open
    already stays open, and is at its end then.

    >>> import io
    >>> list(iter_lines(io.BytesIO(b"one\\ntw\\xff")))
    ['one\\n', 'tw\\ufffd']
    """
    lines = open_repaired(file, policy)
    try:
        # Not `yield from`, which closes what it iterates over.
        for line in lines:
            yield line
    finally:
        if isinstance(file, (str, bytes, os.PathLike, int)):
            lines.close()
        elif not lines.closed:
            lines.detach()
