"""The functions of `placemat`, against CPython's own decoder."""

from __future__ import annotations

import array
import copy
import mmap
import pathlib
import pickle
import random
import threading
import time
from typing import Any

import numpy as np
import placemat
import pytest

PIECES = [b"a", b"plain ", "é".encode(), "€".encode(), "😀".encode(), b"\n"]
BAD = [b"\x80", b"\xc3", b"\xe2\x82", b"\xf0\x9f\x98", b"\xff", b"\xc0\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80"]


def texts(count: int, seed: int = 1) -> list[bytes]:
    choose = random.Random(seed)

    def piece() -> bytes:
        return choose.choice(BAD if choose.random() < 0.2 else PIECES)

    return [b"".join(piece() for _ in range(choose.randrange(60))) for _ in range(count)]


@pytest.mark.parametrize("errors, policy", [
    ("replace", "replace"),
    ("ignore", "remove"),
    ("backslashreplace", "backslashreplace"),
])
def test_repair_is_decode_with_a_handler(errors: str, policy: str) -> None:
    for text in texts(3000):
        assert placemat.repair(text, policy) == text.decode("utf-8", errors)


def test_strict_is_decode() -> None:
    for text in texts(3000):
        try:
            expected = text.decode()
        except UnicodeDecodeError as theirs:
            with pytest.raises(UnicodeDecodeError) as ours:
                placemat.validate(text)
            assert (ours.value.start, ours.value.end) == (theirs.start, theirs.end)
            assert ours.value.object == text
            assert ours.value.encoding == "utf-8"
            assert not placemat.is_valid(text)
        else:
            assert placemat.validate(text) == expected
            assert placemat.is_valid(text)


@pytest.mark.parametrize("text", ["a" * 500, "é" * 500, "€" * 500, "é€" * 300, "😀" * 300, "a" * 99 + "\x80"])
def test_long_text_of_each_width(text: str) -> None:
    found = placemat.validate(text.encode())
    assert found == text
    assert found.__sizeof__() == text.__sizeof__()
    assert hash(found) == hash(text)


def test_exceptions_say_where_and_why() -> None:
    with pytest.raises(placemat.MalformedError) as caught:
        placemat.validate(b"one\ncaf\xe9 two")
    error = caught.value
    assert isinstance(error, UnicodeError)
    assert (error.start, error.end, error.line, error.column) == (7, 8, 2, 4)
    assert (error.kind, error.meaning, error.reading) == ("incomplete", "incomplete", "é")
    assert error.reason == "incomplete sequence"
    assert pickle.loads(pickle.dumps(error)).start == 7


def test_unmappable() -> None:
    with pytest.raises(placemat.UnmappableError) as caught:
        placemat.convert("5 €".encode(), "utf-8", "iso-8859-1")
    error = caught.value
    assert isinstance(error, UnicodeError)
    assert (error.start, error.end, error.code_point) == (2, 5, 0x20AC)
    assert "U+20AC" in str(error)


def test_errors_and_groups() -> None:
    text = b"ok\n\xed\xa0\xbd\xed\xb8\x80 \x92"
    assert [bad.offset for bad in placemat.errors(text)] == [3, 4, 5, 6, 7, 8, 10]
    assert len(placemat.errors(text, limit=2)) == 2
    pair, stray = placemat.groups(text)
    assert (pair.meaning, pair.value, pair.len, pair.subparts) == ("surrogate-pair", 0x1F600, 6, 6)
    assert (stray.line, stray.column, stray.reading) == (2, 8, "’")
    for text in texts(500):
        assert len(placemat.errors(text)) == text.decode("utf-8", "replace").count("\ufffd")


def test_results_cannot_be_changed() -> None:
    (bad,) = placemat.errors(b"\xff")
    with pytest.raises(AttributeError):
        bad.offset = 3  # type: ignore[misc]
    assert bad == placemat.errors(b"\xff")[0]
    assert len({bad, placemat.errors(b"\xff")[0]}) == 1
    assert repr(bad) == "Malformed(offset=0, len=1, kind='never-valid', line=1, column=1)"
    assert copy.copy(placemat.detect(b"a")) == placemat.detect(b"a")


def test_results_are_handed_to_other_processes() -> None:
    text = "é".encode() + b"\xff\xed\xa0\x80\x92\xc0\xaf\xf4\x90\x80\x80\xe2"
    changes = placemat.repair_with_changes(text)[1]
    for results in (placemat.errors(text), placemat.groups(text), placemat.explain(text), changes):
        assert pickle.loads(pickle.dumps(results)) == copy.deepcopy(results) == results
    with pytest.raises(ValueError, match="no name"):
        placemat.Malformed(0, 1, "wrong", 1, 1)


def test_changes() -> None:
    text, changes = placemat.repair_with_changes(b"a\xc3(\xff", "windows-1252")
    assert text == "aÃ(ÿ"
    assert [(change.offset, change.output_offset, change.kind) for change in changes] == [
        (1, 1, "incomplete"), (3, 4, "never-valid"),
    ]


def test_any_buffer(tmp_path: pathlib.Path) -> None:
    text = "naïve €".encode()
    path = tmp_path / "text"
    path.write_bytes(text)
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
        assert placemat.validate(mapped) == "naïve €"
    for data in [bytearray(text), memoryview(text), memoryview(bytearray(text)),
                 array.array("B", text), np.frombuffer(text, np.uint8)]:
        assert placemat.validate(data) == "naïve €"
        assert placemat.repair(data) == "naïve €"
        assert placemat.escape(data) == "naïve €"
    assert placemat.validate(b"") == placemat.validate(memoryview(b"")) == ""
    with pytest.raises(ValueError, match="gaps"):
        placemat.validate(memoryview(text)[::2])
    with pytest.raises(TypeError, match="not list"):
        placemat.validate([1])


def test_wider_units() -> None:
    text = "naïve 😀"
    two = np.frombuffer(text.encode("utf-16-le"), np.uint16)
    four = np.frombuffer(text.encode("utf-32-le"), np.uint32)
    assert placemat.validate(two) == placemat.validate(four) == text
    assert placemat.is_valid(two) and placemat.is_valid(four)
    lone = np.array([0x61, 0xD800], np.uint16)
    assert placemat.repair(lone) == "a\ufffd"
    assert [bad.kind for bad in placemat.errors(lone)] == ["lone-high-surrogate"]
    with pytest.raises(placemat.MalformedError) as caught:
        placemat.validate(lone)
    assert (caught.value.start, caught.value.end) == (2, 4)
    assert placemat.repair(np.array([0x110000], np.uint32)) == "\ufffd"
    with pytest.raises(TypeError):
        placemat.groups(two)
    for other in (two.byteswap().view(two.dtype.newbyteorder()), two.view(np.float16), four.view(np.float32)):
        with pytest.raises(TypeError, match="byte order of the machine"):
            placemat.validate(other)
    swapped = np.array([ord("a")], ">u2")
    assert placemat.decode(swapped, "utf-16be") == "a"
    for native in (two.astype(np.int16), two.view("<u2"), four.astype(np.int32), array.array("u", text)):
        assert placemat.validate(native) == text


def test_surrogates_of_a_str() -> None:
    # What surrogateescape has made of bytes is those bytes.
    assert placemat.repair(b"caf\xe9".decode("utf-8", "surrogateescape"), "windows-1252") == "café"
    assert placemat.repair("\ud83d\ude00") == "😀"
    assert [bad.kind for bad in placemat.errors("a\ud800")][0] == "surrogate"
    assert placemat.is_valid("é")


def test_escape_comes_back() -> None:
    for text in texts(1000) + [b"\\xE9 \\x5C", b"\\"]:
        assert placemat.unescape(placemat.escape(text)) == text


def test_convert() -> None:
    text = "naïve 😀\0"
    for name in placemat.encodings():
        if name in ("us-ascii", "iso-8859-1", "windows-1252", "windows-1252-whatwg", "ucs-2", "ucs-2le",
                    "ucs-2be", "unicode-1-1-utf-8"):
            continue
        there = placemat.encode(text, name)
        assert placemat.decode(there, name) == text, name
        assert placemat.convert(there, name) == text.encode(), name
    assert placemat.encode("é", "utf-16") == "é".encode("utf-16")
    assert placemat.decode("é".encode("utf-16"), "utf-16") == "é"
    with pytest.raises(LookupError, match="^utf-9: no encoding has such a label; near it: .*Python's$"):
        placemat.convert(b"", "utf-9")
    with pytest.raises(LookupError, match="shift_jis: .*Python's"):
        placemat.decode(b"", "shift_jis")
    with pytest.raises(ValueError, match="unknown policy"):
        placemat.repair(b"", "ignore")
    with pytest.raises(ValueError, match="makes no sense"):
        placemat.repair(b"a", "utf8b")


def test_lone_surrogates_survive_where_they_can() -> None:
    assert placemat.decode(b"\xed\xa0\x80", "wtf-8") == "\ud800"
    assert placemat.encode("\ud800", "wtf-8") == b"\xed\xa0\x80"
    with pytest.raises(placemat.UnmappableError):
        placemat.encode("\ud800", "utf-8")


def test_detect_and_explain() -> None:
    assert placemat.detect("naïve".encode()).encoding == "utf-8"
    koi8 = "Съешь же ещё этих мягких французских булок".encode("koi8-r")
    verdict = placemat.detect(koi8, language="ru")
    assert verdict.encoding == "koi8-r" and verdict.candidates[0].certainty == verdict.certainty
    items = placemat.explain("a€".encode() + b"\xe2\x82")
    assert [(item.offset, item.code_point, item.kind) for item in items] == [
        (0, 0x61, None), (1, 0x20AC, None), (4, None, "incomplete-at-end"),
    ]


def test_truncate() -> None:
    assert placemat.truncate("5 €", 4) == "5 "
    assert placemat.truncate("5 €".encode(), 5) == "5 €".encode()
    assert placemat.truncate(bytearray(b"abc"), 2) == b"ab"
    numbers: list[Any] = [np.uint8(200), np.int8(127), np.int32(2**31 - 1), True]
    for most in numbers:
        assert placemat.truncate("a" * 300, most) == "a" * min(int(most), 300)


def test_truncate_keeps_surrogates() -> None:
    text, ends = "a\udcff\ud800é\ud83d\ude00z", [1, 2, 5, 7, 11, 12]
    for most in range(14):
        kept = sum(end <= most for end in ends)
        assert placemat.truncate(text, most) == "a\udcff\ud800é😀z"[:kept]


def test_what_cannot_be_read_says_why() -> None:
    released = memoryview(b"a")
    released.release()
    with pytest.raises(ValueError, match="released"):
        placemat.repair(released)
    with pytest.raises(TypeError, match="must be str, not bytes"):
        placemat.encode(b"a")  # type: ignore[arg-type]


def test_a_view_is_no_promise() -> None:
    """Who has the bytearray can change what a read-only view of it shows."""
    texts = ["a" * 6000, "é" * 3000, "€" * 2000, "😀" * 1500]
    data, stop = bytearray(texts[0].encode()), threading.Event()

    def change() -> None:
        while not stop.is_set():
            for text in texts:
                data[:] = text.encode()

    thread = threading.Thread(target=change)
    thread.start()
    try:
        array = np.frombuffer(data, np.uint8)[:]
        array.flags.writeable = False
        for view in memoryview(data).toreadonly(), array, memoryview(array):
            for _ in range(1000):
                assert placemat.repair(view) in texts
    finally:
        stop.set()
        thread.join()


def test_threads_run_side_by_side() -> None:
    text = ("naïve " * 200_000).encode()
    found: list[str] = []
    threads = [threading.Thread(target=lambda: found.append(placemat.repair(text))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [text.decode()] * 4


def test_what_a_str_is_refused_for_is_placed_in_it() -> None:
    with pytest.raises(UnicodeEncodeError) as caught:
        placemat.encode("é€ \u20ac", "iso-8859-1")
    error = caught.value
    assert isinstance(error, placemat.UnmappableError) and isinstance(error, placemat.EncodeError)
    assert (error.encoding, error.start, error.end, error.code_point) == ("iso-8859-1", 1, 2, 0x20AC)
    assert error.object[error.start : error.end] == "€"
    again = pickle.loads(pickle.dumps(error))
    assert (again.start, again.code_point, str(again)) == (1, 0x20AC, str(error))
    # Pairs are one code point.
    assert placemat.encode("\ud83d\ude00") == "😀".encode()
    with pytest.raises(placemat.EncodeError) as caught:
        placemat.encode("😀\ud83d\ude00\ud800")
    assert (caught.value.start, caught.value.end) == (3, 4)
    with pytest.raises(placemat.EncodeError) as caught:
        placemat.encode("a\ud83d\ude00b", "us-ascii")
    assert (caught.value.start, caught.value.end, caught.value.code_point) == (1, 3, 0x1F600)


def test_lines_of_wide_units() -> None:
    text = "a\u0a0b\n\n\u010a b\ud800"
    for name in ("utf-16le", "utf-16be", "utf-32le", "utf-32be"):
        encoded = text.encode(name, "surrogatepass")
        size = 2 if "16" in name else 4
        with pytest.raises(placemat.MalformedError) as caught:
            placemat.decode(encoded, name)
        assert (caught.value.line, caught.value.column) == (3, 3 * size + 1), name
    with pytest.raises(placemat.MalformedError) as caught:
        placemat.validate(np.frombuffer(text.encode("utf-16", "surrogatepass")[2:], np.uint16))
    assert caught.value.line == 3
    with pytest.raises(placemat.MalformedError) as caught:
        placemat.decode(placemat.encode("a\nb", "utf-ebcdic") + b"\x8b", "utf-ebcdic")
    assert (caught.value.line, caught.value.column) == (2, 2)


def test_an_array_of_ctypes() -> None:
    import ctypes

    assert placemat.repair(ctypes.create_string_buffer(b"a\xff", 2)) == "a\ufffd"
    assert placemat.validate((ctypes.c_uint16 * 2)(0x61, 0x20AC)) == "a€"


def test_truncate_looks_at_the_start_only() -> None:
    choose = random.Random(5)
    for _ in range(2000):
        text = "".join(choose.choices("aé€😀\ud83d\ude00\udcff\ud800", k=choose.randrange(8)))
        for most in range(12):
            start = placemat.truncate(text, most)
            whole = text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")
            assert whole.startswith(start) or text.startswith(start)
            length = sum(1 if "\udc80" <= one <= "\udcff" else len(one.encode("utf-8", "surrogatepass")) for one in start)
            more = whole[len(start) : len(start) + 1]
            assert length <= most
            assert not more or length + (1 if "\udc80" <= more <= "\udcff" else len(more.encode("utf-8", "surrogatepass"))) > most
    started = time.perf_counter()
    assert placemat.truncate("é\ud800" * 1_000_000, 5) == "é\ud800"
    assert time.perf_counter() - started < 2


def test_mojibake() -> None:
    fix = placemat.fix_mojibake
    assert fix("") == "" and fix("naïve café") == "naïve café"
    assert fix("Привет, cafÃ©") == "Привет, café"
    assert fix("Спа\ufffd") == "Спа\ufffd"
    # Something got lost.
    assert fix("it was â€™\nÃ\ufffdngel") == "it was ’\nÃ\ufffdngel"
    assert fix("Ã\ufffdngel, seÃ±or", lossy=True) == "\ufffdngel, señor"
    # Surrogates stay where they are, and offsets are those of the str.
    text = "\U0001f600 \udc80cafÃ©\ud800 dÃƒÂ©jÃƒÂ\xa0 vu\n" * 3
    fixed, repairs = placemat.fix_mojibake_with_repairs(text)
    assert fixed == "\U0001f600 \udc80café\ud800 déjà vu\n" * 3
    assert len(repairs) == 9
    for repair in repairs:
        assert text[repair.offset :].startswith(repair.before)
        assert repair.exact and 0.5 < repair.certainty <= 1
    assert repairs[1].pages == ["windows-1252", "windows-1252"]
    with pytest.raises(TypeError, match="decode bytes first"):
        fix(b"caf\xc3\x83")  # type: ignore[arg-type]


def test_mojibake_is_linear() -> None:
    text = "cafÃ© and plain text that goes on\n" * 50_000
    assert placemat.fix_mojibake(text) == text.replace("Ã©", "é")
