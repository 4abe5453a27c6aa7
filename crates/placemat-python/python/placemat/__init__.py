"""UTF-8, whole and done right: text is checked, repaired, converted, identified and explained.

    >>> import placemat
    >>> placemat.validate("café".encode())
    'café'
    >>> placemat.errors(b"a\\xffb\\xc0\\xafc")[0]
    Malformed(offset=1, len=1, kind='never-valid', line=1, column=2)
    >>> placemat.repair(b"don\\x92t", "windows-1252")
    'don’t'

Every function takes bytes, bytearray, memoryview, mmap and any other buffer without gaps. Buffers of
two- and four-byte units (numpy's uint16 and uint32) are UTF-16 and UTF-32, for `validate`, `is_valid`,
`errors` and `repair`. A str is what it stands for: surrogates U+DC80 to U+DCFF are the bytes that
`surrogateescape` has made them of, pairs are one code point, and any other lone surrogate is its three
bytes, which are malformed.

What nobody can change is read in place, without the interpreter's lock; the rest is copied first. Offsets
count from 0, in bytes; lines and columns from 1.
"""

from __future__ import annotations

import codecs as _codecs
import operator as _operator
import re as _re
import typing as _typing

from . import _native, codecs
from ._errors import EncodeError, MalformedError, UnmappableError
from ._native import Change, Group, Item, Malformed
from ._text import as_bytes as _as_bytes
from ._text import joined as _joined
from ._text import keep_start as _keep_start
from ._text import place as _place
from ._types import Buffer, Text
from .files import iter_lines, open_repaired

__all__ = [
    "Candidate",
    "Change",
    "EncodeError",
    "Group",
    "Item",
    "Malformed",
    "MalformedError",
    "Note",
    "Repair",
    "UnmappableError",
    "Verdict",
    "codecs",
    "convert",
    "decode",
    "detect",
    "encode",
    "encodings",
    "errors",
    "escape",
    "explain",
    "fix_mojibake",
    "fix_mojibake_with_repairs",
    "groups",
    "is_valid",
    "iter_lines",
    "open_repaired",
    "policies",
    "repair",
    "repair_with_changes",
    "truncate",
    "unescape",
    "validate",
]


def is_valid(data: Text) -> bool:
    """Whether `data` is well-formed.

    >>> is_valid(b"caf\\xe9"), is_valid("caf\\udce9")
    (False, False)
    """
    return _native.is_valid(_as_bytes(data))


def validate(data: Text) -> str:
    """`data` as a str. Raises MalformedError, a UnicodeDecodeError, at the first error.

    >>> validate(b"a\\xe2\\x82")
    Traceback (most recent call last):
    placemat.MalformedError: 'utf-8' codec can't decode bytes in position 1-2: incomplete sequence at the end of the input
    """
    data = _as_bytes(data)
    return _native.validate(data, data)


def errors(data: Text, limit: int | None = None) -> list[Malformed]:
    """Every malformed maximal subpart, or the first `limit`: as many as a decoder would write U+FFFD."""
    return _native.errors(_as_bytes(data), limit)


def groups(data: Text, limit: int | None = None) -> list[Group]:
    """Every mistake, as people read it: `ED A0 80` is three malformed subparts and one surrogate.

    >>> [(group.meaning, group.value) for group in groups(b"\\xed\\xa0\\xbd\\xed\\xb8\\x80 \\x92")]
    [('surrogate-pair', 128512), ('stray-continuation', None)]
    """
    return _native.groups(_as_bytes(data), limit)


def repair(data: Text, policy: str = "replace") -> str:
    """`data` as a str, what is malformed as `policy` says: see `policies`.

    >>> repair(b"caf\\xe9", "backslashreplace")
    'caf\\\\xe9'
    """
    return _native.repair(_as_bytes(data), policy)


def repair_with_changes(data: Text, policy: str = "replace") -> tuple[str, list[Change]]:
    """The same, and what was changed.

    >>> repair_with_changes(b"a\\xff")
    ('a\\ufffd', [Change(offset=1, len=1, output_offset=1, output_len=3, kind='never-valid')])
    """
    return _native.repair_with_changes(_as_bytes(data), policy)


def escape(data: Text) -> str:
    """Any bytes as text that `unescape` turns back into the same bytes.

    >>> escape(b"caf\\xe9")
    'caf\\\\xE9'
    """
    return _native.escape(_as_bytes(data))


def unescape(text: Text) -> bytes:
    """The bytes that `escape` has made `text` of.

    >>> unescape(escape(b"caf\\xe9"))
    b'caf\\xe9'
    """
    return _native.unescape(_as_bytes(text))


def convert(
    data: Text,
    source: str,
    target: str = "utf-8",
    policy: str = "strict",
    *,
    lenient: bool = False,
) -> bytes:
    """Bytes in the encoding `source` as bytes in `target`: any of `encodings`, to any other.

    A signature in front is left out; `utf-16`, `utf-32`, `ucs-2` and `ucs-4` are written with one.

    >>> convert(b"\\xed\\xa0\\xbd\\xed\\xb8\\x80", "cesu-8", "utf-16be")
    b'\\xd8=\\xde\\x00'
    """
    data = _as_bytes(data)
    return _native.convert(data, data, source, target, policy, lenient)


def decode(data: Buffer, encoding: str = "utf-8", policy: str = "strict") -> str:
    """Bytes in `encoding` as a str, without a signature in front. `utf-16`, `utf-32`, `ucs-2` and `ucs-4` without
    one are big-endian. Where the encoding can hold lone surrogates, so does the str."""
    return _native.decode(data, data, encoding, policy)


def encode(text: str, encoding: str = "utf-8", policy: str = "strict") -> bytes:
    """`text` as bytes in `encoding`. Raises EncodeError, a UnicodeEncodeError, at the first code point that it
    lacks.

    >>> encode("5 €", "iso-8859-1", "replace")
    b'5 ?'
    """
    try:
        wide, _ = _codecs.utf_8_encode(text)
    except UnicodeEncodeError:
        wide, _ = _codecs.utf_8_encode(_joined(text), "surrogatepass")
    try:
        return _native.convert(wide, wide, "wtf-8", encoding, policy, False)
    except UnmappableError as error:
        start, end = (
            _place(text, wide[:offset].decode("utf-8", "surrogatepass"))
            for offset in (error.start, error.end)
        )
        reason = "the encoding has no such code point"
        raise EncodeError(error.encoding, text, start, end, reason) from None


class Candidate(_typing.NamedTuple):
    """What bytes may be."""

    encoding: str
    certainty: float


class Note(_typing.NamedTuple):
    """What is to be said of bytes, whatever their encoding is."""

    #: ``"encoded-twice"``: sequences of UTF-8 were read as Windows-1252 and encoded once more; ``"mixed"``: letters of
    #: Windows-1252 stand in UTF-8; ``"nuls"``; ``"odd-start"``: UTF-16 whose first byte is lost;
    #: ``"cedillas"``: Romanian, which iso-8859-16 reads with commas below.
    kind: str
    #: How many sequences, letters, NULs or bytes.
    how_many: int


class Verdict(_typing.NamedTuple):
    """What bytes are."""

    #: The canonical name of the likeliest encoding; None if that is uncertain.
    encoding: str | None
    #: From 0 to 1: of answers stated at 0.9, nine in ten are right.
    certainty: float
    #: The likeliest first.
    candidates: list[Candidate]
    #: The label that the bytes declare, if any.
    declared: str | None
    #: What else is to be said of the bytes.
    notes: list[Note]


def _verdict(fields: _native.VerdictFields) -> Verdict:
    candidates = [Candidate(*one) for one in fields["candidates"]]
    notes = [Note(*one) for one in fields["notes"]]
    return Verdict(fields["encoding"], fields["certainty"], candidates, fields["declared"], notes)


def detect(data: Buffer, *, language: str | None = None, encoding: str | None = None) -> Verdict:
    """Which encoding bytes are in; `language` and `encoding` are what somebody says of them.

    >>> detect(b"\\xf3\\xdf\\xc5\\xdb\\xd8 \\xd6\\xc5 \\xc5\\xdd\\xa3").candidates[0].encoding
    'koi8-r'
    >>> detect("cafÃ© crÃ¨me, dÃ©jÃ\\xa0 vu".encode()).notes
    [Note(kind='encoded-twice', how_many=4)]
    """
    return _verdict(_native.detect(data, language, encoding))


class Repair(_typing.NamedTuple):
    """Mojibake that was undone."""

    #: Where it stood, as an index of the str.
    offset: int
    #: What stood there.
    before: str
    #: What stands there now.
    after: str
    #: The code pages that it was read in: the one that is undone first comes first.
    pages: list[str]
    #: From 0 to 1: so many like it are right.
    certainty: float
    #: Whether the way back gives what stood there. Without `lossy` it does.
    exact: bool


def fix_mojibake(text: str, *, lossy: bool = False) -> str:
    """`text` with what was read in the wrong code page and encoded again, once or more often, as it was before.

    Through windows-1252, -1250, -1251, -1253, -1254, -1257, iso-8859-1 and -2, macintosh, ibm437, ibm850, ibm866 and
    koi8-r, in whole or in parts. Only what can be proved; `lossy` also guesses where something got lost on the way.

    >>> fix_mojibake("dÃƒÂ©jÃƒÂ\xa0 vu, â€œcafÃ©â€, naïve")
    'déjà vu, “café”, naïve'
    """
    return fix_mojibake_with_repairs(text, lossy=lossy)[0]


def fix_mojibake_with_repairs(text: str, *, lossy: bool = False) -> tuple[str, list[Repair]]:
    """The same, and what was repaired.

    >>> fix_mojibake_with_repairs("a cafÃ©")
    ('a café', [Repair(offset=5, before='Ã©', after='é', pages=['windows-1252'], certainty=0.97, exact=True)])
    """
    if not isinstance(text, str):
        raise TypeError(f"a str is needed, not {type(text).__name__}: decode bytes first")
    # Lone surrogates are no text, and stay.
    parts, repairs, start = [], [], 0
    for part in _re.split("([\ud800-\udfff]+)", text):
        is_text = part and not "\ud800" <= part[0] <= "\udfff"
        if found := _native.fix_mojibake(part.encode(), lossy) if is_text else None:
            parts.append(found[0])
            repairs += [
                one._replace(offset=start + one.offset) for one in (Repair(*of) for of in found[1])
            ]
        else:
            parts.append(part)
        start += len(part)
    return "".join(parts), repairs


def explain(data: Text, limit: int | None = None) -> list[Item]:
    """What bytes are made of: every code point, and every malformed subpart.

    >>> explain("é".encode() + b"\\xff")
    [Item(offset=0, len=2, code_point=233, kind=None), Item(offset=2, len=1, code_point=None, kind='never-valid')]
    """
    return _native.explain(_as_bytes(data), limit)


@_typing.overload
def truncate(data: str, most: int) -> str: ...
@_typing.overload
def truncate(data: Buffer, most: int) -> bytes: ...
def truncate(data: Text, most: int) -> str | bytes:
    """The longest start of `data` that has at most `most` bytes of UTF-8 and cuts no sequence in two.

    >>> truncate("5 €, 6 €", 4), truncate(b"caf\\xc3\\xa9", 4)
    ('5 ', b'caf')
    """
    # A number of numpy overflows where it is doubled.
    most = _operator.index(most)
    if isinstance(data, str) and most >= 0:
        # A code point is a byte at least, and a pair of surrogates at most; the last one may be half of that, and is
        # one too many in any case.
        data = data[: 2 * most + 2]
    source = _as_bytes(data)
    end = _native.truncate(source, most)
    if not isinstance(data, str):
        return bytes(memoryview(source)[:end])
    try:
        return str(source[:end], "utf-8")
    except UnicodeDecodeError:
        return _keep_start(data, most)


def encodings() -> dict[str, list[str]]:
    """The encodings of `convert`, each with its aliases. What is not among them, Python may know."""
    return dict(_native.labels())


def policies() -> list[str]:
    """What can become of text that is malformed, or that an encoding lacks."""
    return _native.policies()
