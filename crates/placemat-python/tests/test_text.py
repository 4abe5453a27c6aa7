"""Strings that kernels fill are those that CPython makes, unit by unit."""

from __future__ import annotations

import random

import placemat
import pytest

ENCODINGS = ["utf-8", "utf-16le", "utf-16be", "utf-32le", "utf-32be"]

#: The last ones of each width, and the first.
EDGES = ["a\x7f", "a\x80\xff", "a\x7f\u0100\ud7ff\ue000\uffff", "\uffff\U00010000\U0010ffff a"]

#: Around what is decoded by CPython, and around the blocks of text that is looked at once.
LENGTHS = [*range(40), *range(60, 70), 127, 1000, *range(4094, 4099), *range(8190, 8195), 16383, 16385, 40_000]


def same(ours: str, theirs: str) -> None:
    assert ours == theirs
    # In the narrowest units, or equal strings would not be the same key.
    assert hash(ours) == hash(theirs) and ours.__sizeof__() == theirs.__sizeof__()
    assert {theirs: 1}[ours] == 1


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_decoded(encoding: str) -> None:
    source = random.Random(1)
    for length in LENGTHS:
        for letters in EDGES:
            text = "".join(source.choices(letters, k=length))
            same(placemat.decode(text.encode(encoding), encoding), text.encode(encoding).decode(encoding))
            # One wide letter among narrow ones, and last.
            for at in {0, length // 2, length - 1} if length else set():
                text = "b" * at + source.choice(letters) + "b" * (length - at - 1)
                same(placemat.decode(text.encode(encoding), encoding), text.encode(encoding).decode(encoding))


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_errors(encoding: str) -> None:
    source = random.Random(2)
    units = {"utf-8": [b"\xff", b"\x80", b"\xf0\x90", b"\xe9"], "utf-16le": [b"\x00\xd8", b"\x00\xdc"],
             "utf-16be": [b"\xd8\x00", b"\xdc\x00"], "utf-32le": [b"\x00\xd8\x00\x00", b"\x00\x00\x11\x00"],
             "utf-32be": [b"\x00\x00\xd8\x00", b"\x00\x11\x00\x00"]}
    for length in LENGTHS:
        for letters in EDGES:
            text = "".join(source.choices(letters, k=length))
            at = source.randrange(length + 1)
            data = text[:at].encode(encoding) + source.choice(units[encoding]) + text[at:].encode(encoding)
            with pytest.raises(UnicodeDecodeError) as ours:
                placemat.decode(data, encoding)
            with pytest.raises(UnicodeDecodeError) as theirs:
                data.decode(encoding)
            assert ours.value.start == theirs.value.start
            if encoding == "utf-8":
                same(placemat.repair(data), data.decode(encoding, "replace"))
    with pytest.raises(UnicodeDecodeError):
        placemat.decode("x".encode(encoding) * 100 + b"\xff", encoding)


def test_repair_of_much() -> None:
    source = random.Random(3)
    for letters in EDGES:
        for rarity in (2, 10, 100, 5000):
            data = bytearray("".join(source.choices(letters, k=20_000)).encode())
            for _ in range(len(data) // rarity):
                data[source.randrange(len(data))] = source.choice(b"\x80\xff\xc3\xe9\xf0A")
            same(placemat.repair(data), data.decode("utf-8", "replace"))


def test_offsets_count_bytes() -> None:
    data = memoryview("abc\ud800".encode("utf-16le", "surrogatepass")).cast("H")
    with pytest.raises(UnicodeDecodeError) as error:
        placemat.validate(data)
    assert (error.value.start, error.value.end) == (6, 8)
    same(placemat.validate(memoryview("añ€😀".encode("utf-32le")).cast("I")), "añ€😀")
