"""Encodings that Python lacks, as codecs: for `bytes.decode`, `str.encode`, `open` and all others that
take the name of one.

    >>> import placemat
    >>> "😀".encode("cesu-8")
    b'\\xed\\xa0\\xbd\\xed\\xb8\\x80'
    >>> b"\\xc0\\x80".decode("modified-utf-8")
    '\\x00'

They are registered when `placemat` is imported, and so are names that `detect` gives encodings which Python knows under
others, such as `windows-874`. A file that is open for writing never says that its text
ends: utf-7-imap, which has a sign for that, is for strings. Handlers for `errors=`, which work with every codec:

| handler | malformed bytes become |
|---|---|
| `placemat.replace-per-byte` | U+FFFD for each byte |
| `placemat.windows-1252` | what they are in Windows-1252 |
| `placemat.latin1` | what they are in ISO-8859-1 |
| `placemat.escape` | `\\xHH` for each byte |
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable
from typing import Any

from . import _native
from ._types import Buffer

__all__ = ["Decoder", "Encoder", "register"]

#: Handlers that are policies: those are applied where the text is converted.
_POLICIES = {
    "strict": "strict",
    "replace": "replace",
    "ignore": "remove",
    "backslashreplace": "backslashreplace",
    "placemat.replace-per-byte": "replace-per-byte",
    "placemat.windows-1252": "windows-1252",
    "placemat.latin1": "latin1",
}

#: Encodings with more state than the bytes that wait for the rest of a sequence.
_STATEFUL = {"utf-7", "utf-7-imap", "scsu", "bocu-1", "unicode-1-1-utf-8"}

#: Encodings of lone surrogates. Two of them become one code point where what stands between is removed: but not if they
#: come in pieces, nor for any handler.
_WITH_SURROGATES = {"wtf-8", "modified-utf-8"}

#: Encodings whose text states the byte order, how long that is, and what stands for the other order.
_ORDERED = {"ucs-2": b"\xff\xfe", "ucs-4": b"\xff\xfe\x00\x00"}


def _transcoder(source: str, errors: str) -> _native.Transcoder:
    """What reads `source`; it does itself what `errors` names, if it can."""
    policy = _POLICIES.get(errors, "strict")
    if policy == "remove" and source in _WITH_SURROGATES:
        policy = "strict"
    try:
        return _native.Transcoder(source, "wtf-8", policy, False)
    except ValueError:
        return _native.Transcoder(source, "wtf-8", "strict", False)


def _handled(errors: str, error: UnicodeDecodeError | UnicodeEncodeError) -> tuple[str | bytes, int]:
    """What the handler `errors` puts in the place of an error, and where in its object to go on."""
    replacement, resume = codecs.lookup_error(errors)(error)
    length = len(error.object)
    if not -length <= resume <= length:
        raise IndexError(f"position {resume} from error handler out of bounds")
    return replacement, resume + length if resume < 0 else resume


class Decoder(codecs.IncrementalDecoder):
    """Bytes that come in pieces, as str."""

    #: The encoding; subclasses name it.
    source = "utf-8"

    def __init__(self, errors: str = "strict") -> None:
        super().__init__(errors)
        self._states: list[tuple[_native.Transcoder, bytes]] = []
        self.reset()

    def reset(self) -> None:
        """Begins a new text."""
        self._begin(self.source)
        self._undecided = self.source in _ORDERED

    def _begin(self, source: str) -> None:
        # In the byte order that the text has stated.
        self._source = source
        self._transcoder = _transcoder(source, self.errors)
        # What is read and not converted.
        self._tail = b""

    def decode(self, input: Buffer, final: bool = False) -> str:
        """The text that is certain; all of it, if this is the end. Behind an error it is as it was before, but for
        the encodings that know more than what waits."""
        before = None if self.source in _STATEFUL else self.getstate()
        data = self._tail + input
        position = len(self._tail)
        if self._undecided:
            little = _ORDERED[self.source]
            if len(data) < len(little) and not (final and data):
                self._tail = data
                return ""
            self._undecided = False
            position = 0
            if data.startswith(little):
                self._begin(self.source + "le")
                data = data[len(little) :]
            elif data.startswith(little[::-1]):
                data = data[len(little) :]
        # Where in the source `data` begins.
        base = self._transcoder.offset
        out = []
        while True:
            text, read, problem = self._transcoder.push_text(memoryview(data)[position:], final)
            out.append(text)
            position += read
            if problem is None:
                break
            start, end, reason, _ = problem
            error = UnicodeDecodeError(self.source, data, start - base, end - base, reason)
            try:
                replacement, resume = _handled(self.errors, error)
                if not isinstance(replacement, str):
                    raise TypeError("decoding error handler must return (str, int) tuple")
            except BaseException:
                if before is not None:
                    self.setstate(before)
                raise
            out.append(replacement)
            if resume != end - base:
                self._begin(self._source)
                base, position = -resume, resume
        self._tail = data[self._transcoder.offset - base :]
        return "".join(out)

    def getstate(self) -> tuple[bytes, int]:
        """What waits for the rest of a sequence; for `tell` of an open file."""
        if self.source in _STATEFUL:
            self._states.append((self._transcoder.clone(), self._tail))
            return b"", len(self._states)
        # 0 is what most texts are in, so that `tell` is an offset in bytes: little-endian, as they are written, where
        # there are two orders. Else that is not known yet, or is the other one.
        if self.source not in _ORDERED:
            return self._tail, 0
        return self._tail, 2 if self._undecided else int(self._source == self.source)

    def setstate(self, state: tuple[bytes, int]) -> None:
        """Goes back to where `getstate` was called."""
        tail, flag = state
        if self.source in _STATEFUL and flag:
            transcoder, self._tail = self._states[flag - 1]
            self._transcoder = transcoder.clone()
            return
        self.reset()
        if self.source in _ORDERED:
            self._undecided = flag == 2
            if flag == 0:
                self._begin(self.source + "le")
        if not self._undecided:
            self._transcoder.push(tail, False)
        self._tail = tail


def _wide(text: str) -> bytes:
    """`text`, of which surrogates may stand alone, as the source of an encoder."""
    return codecs.utf_8_encode(text, "surrogatepass")[0]


def _text(wide: bytes) -> str:
    return wide.decode("utf-8", "surrogatepass")


class Encoder(codecs.IncrementalEncoder):
    """str that comes in pieces, as bytes."""

    #: The encoding; subclasses name it.
    target = "utf-8"

    def __init__(self, errors: str = "strict") -> None:
        super().__init__(errors)
        self.reset()

    def reset(self) -> None:
        """Begins a new text."""
        # Handlers are asked: what Python writes for a code point is not what a policy writes.
        self._transcoder = _native.Transcoder("wtf-8", self.target, "strict", False)
        self._tail = b""
        # What is written in front of all text.
        self._signature = _ORDERED.get(self.target, b"")

    def encode(self, input: str, final: bool = False) -> bytes:
        """The bytes of `input`."""
        data = self._tail + _wide(input)
        position = len(self._tail)
        base = self._transcoder.offset
        out = [self._signature]
        self._signature = b""
        # For handlers `data` is text: all of it, and where in both the last error ended.
        text, passed, end = "", 0, 0
        while True:
            written, read, problem = self._transcoder.push(memoryview(data)[position:], final)
            out.append(written)
            position += read
            if problem is None:
                break
            first, last, reason, _ = problem
            text = text or _text(data)
            start = end + len(_text(data[passed : first - base]))
            end = start + len(_text(data[first - base : last - base]))
            error = UnicodeEncodeError(self.target, text, start, end, reason)
            replacement, resume = _handled(self.errors, error)
            if isinstance(replacement, bytes):
                if self.target == "wtf-8":
                    out.append(self._transcoder.release())
                out.append(replacement)
            else:
                out.append(self._substitute(replacement, error))
            passed, end = last - base if resume == end else len(_wide(text[:resume])), resume
            # Substitutes went through the same transcoder, so what is left begins there.
            position, base = passed, self._transcoder.offset - passed
        self._tail = data[self._transcoder.offset - base :]
        return b"".join(out)

    def _substitute(self, replacement: str, error: UnicodeEncodeError) -> bytes:
        """What a handler has given instead; it has to be something that the encoding has."""
        written, _, problem = self._transcoder.push(_wide(replacement), False)
        if problem is not None:
            raise error
        return written

    def getstate(self) -> int:
        """2 at the start of a text that gets a signature, as in Python's UTF-16; else 0."""
        return 2 if self._signature else 0

    def setstate(self, state: int | str) -> None:
        """Begins a new text; behind another one, as at the end of a file, without a signature."""
        self.reset()
        if state == 0:
            self._signature = b""


class _StreamReader(codecs.StreamReader):
    decoder: type[Decoder]

    def __init__(self, stream: Any, errors: str = "strict") -> None:
        super().__init__(stream, errors)
        self._incremental = self.decoder(errors)

    def decode(self, input: bytes, errors: str = "strict") -> tuple[str, int]:
        return self._incremental.decode(input), len(input)

    def read(self, size: int = -1, chars: int = -1, firstline: bool = False) -> str:
        text = super().read(size, chars, firstline)
        most = chars if chars >= 0 else size
        # All was asked for, or there is no more: what waits is malformed, or stands for itself.
        if most < 0 or not (text or most == 0 or size == 0):
            text += self._incremental.decode(b"", final=True)
            if 0 <= most < len(text):
                text, self.charbuffer = text[:most], text[most:]
        return text

    def reset(self) -> None:
        super().reset()
        self._incremental.reset()


class _StreamWriter(codecs.StreamWriter):
    encoder: type[Encoder]

    def __init__(self, stream: Any, errors: str = "strict") -> None:
        super().__init__(stream, errors)
        self._incremental = self.encoder(errors)

    def encode(self, input: str, errors: str = "strict") -> tuple[bytes, int]:
        return self._incremental.encode(input), len(input)

    def reset(self) -> None:
        # Called by `seek`, too, of a stream that is only read. A text that has not begun has no signature.
        begun = self._incremental.getstate() != 2
        rest = self._incremental.encode("", final=True) if begun else b""
        if rest:
            self.stream.write(rest)
        super().reset()
        self._incremental.reset()


def _info(name: str, decoder: type[Decoder], encoder: type[Encoder]) -> codecs.CodecInfo:
    def decode(input: Buffer, errors: str = "strict") -> tuple[str, int]:
        return decoder(errors).decode(input, True), len(memoryview(input).cast("B"))

    def encode(input: str, errors: str = "strict") -> tuple[bytes, int]:
        return encoder(errors).encode(input, True), len(input)

    reader: Any = type("StreamReader", (_StreamReader,), {"decoder": decoder})
    writer: Any = type("StreamWriter", (_StreamWriter,), {"encoder": encoder})
    return codecs.CodecInfo(
        name=name,
        encode=encode,
        decode=decode,
        incrementaldecoder=decoder,
        incrementalencoder=encoder,
        streamreader=reader,
        streamwriter=writer,
    )


def _codec(label: str) -> codecs.CodecInfo:
    decoder = type("IncrementalDecoder", (Decoder,), {"source": label})
    encoder = type("IncrementalEncoder", (Encoder,), {"target": label})
    return _info(label, decoder, encoder)


class _Repairing(Decoder):
    """UTF-8 under a policy, whatever the caller thinks of errors, and without a signature."""

    policy = "replace"

    def __init__(self, errors: str = "strict") -> None:
        super().__init__("strict")

    def reset(self) -> None:
        super().reset()
        self._is_start = True

    def _begin(self, source: str) -> None:
        self._source = source
        self._transcoder = _native.Transcoder(source, "wtf-8", self.policy, False)
        self._tail = b""

    def decode(self, input: Buffer, final: bool = False) -> str:
        text = super().decode(input, final)
        if self._is_start and text:
            self._is_start = False
            return text.removeprefix("\ufeff")
        return text

    def getstate(self) -> tuple[bytes, int]:
        # As in utf-8-sig, 0 is all but the start.
        return self._tail, int(self._is_start)

    def setstate(self, state: tuple[bytes, int]) -> None:
        super().setstate((state[0], 0))
        self._is_start = bool(state[1])


def _repairing(policy: str) -> codecs.CodecInfo | None:
    known = {name.replace("-", "_"): name for name in _native.policies()}
    if policy not in known or policy in ("strict", "utf8b"):
        return None
    decoder = type("IncrementalDecoder", (_Repairing,), {"policy": known[policy]})
    return _info(f"placemat.repair.{known[policy]}", decoder, Encoder)


def _utf_8b() -> codecs.CodecInfo:
    """UTF-8 whose malformed bytes are U+DC80 to U+DCFF: PEP 383, as a codec."""
    utf_8 = codecs.lookup("utf-8")

    class IncrementalDecoder(utf_8.incrementaldecoder):  # type: ignore[misc,name-defined]
        def __init__(self, errors: str = "strict") -> None:
            super().__init__("surrogateescape")

    class IncrementalEncoder(utf_8.incrementalencoder):  # type: ignore[misc,name-defined]
        def __init__(self, errors: str = "strict") -> None:
            super().__init__("surrogateescape")

    class StreamReader(utf_8.streamreader):  # type: ignore[misc,name-defined]
        def __init__(self, stream: Any, errors: str = "strict") -> None:
            super().__init__(stream, "surrogateescape")

    class StreamWriter(utf_8.streamwriter):  # type: ignore[misc,name-defined]
        def __init__(self, stream: Any, errors: str = "strict") -> None:
            super().__init__(stream, "surrogateescape")

    return codecs.CodecInfo(
        name="utf-8b",
        encode=lambda text, errors="strict": codecs.utf_8_encode(text, "surrogateescape"),
        decode=lambda data, errors="strict": codecs.utf_8_decode(data, "surrogateescape", True),
        incrementaldecoder=IncrementalDecoder,
        incrementalencoder=IncrementalEncoder,
        streamreader=StreamReader,
        streamwriter=StreamWriter,
    )


def _normal(name: str) -> str:
    """A name as Python asks for it."""
    return re.sub(r"[^a-z0-9.]+", "_", name.lower())


_NAMES = {_normal(name): label for label, aliases in _native.labels() for name in [label, *aliases]}


#: What `detect` names as the web does, and Python knows under another name only.
_OTHER_NAMES = {
    "ibm737": "cp737",
    "windows_874": "cp874",
    "x_mac_ce": "mac-latin2",
    "x_mac_cyrillic": "mac-cyrillic",
}


def _search(name: str) -> codecs.CodecInfo | None:
    if name in _OTHER_NAMES:
        return codecs.lookup(_OTHER_NAMES[name])
    if name in ("utf_8b", "utf8b"):
        return _utf_8b()
    if name.startswith("placemat.repair."):
        return _repairing(name.removeprefix("placemat.repair."))
    label = _NAMES.get(name)
    return _codec(label) if label else None


def _malformed(read: Callable[[bytes], str]) -> Callable[[UnicodeError], tuple[str, int]]:
    def handle(error: UnicodeError) -> tuple[str, int]:
        if not isinstance(error, UnicodeDecodeError):
            raise error
        return read(error.object[error.start : error.end]), error.end

    return handle


def register() -> None:
    """Registers the codecs and the handlers; `import placemat` has done that."""
    codecs.unregister(_search)
    codecs.register(_search)
    handlers: dict[str, Callable[[bytes], str]] = {
        "placemat.replace-per-byte": lambda bad: "\ufffd" * len(bad),
        "placemat.windows-1252": lambda bad: _native.decode(
            bad, bad, "windows-1252-whatwg", "strict"
        ),
        "placemat.latin1": lambda bad: bad.decode("latin-1"),
        "placemat.escape": lambda bad: "".join(f"\\x{byte:02X}" for byte in bad),
    }
    for name, read in handlers.items():
        codecs.register_error(name, _malformed(read))


register()
