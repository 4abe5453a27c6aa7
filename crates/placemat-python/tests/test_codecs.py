"""Codecs: whole, in pieces, as streams, by `open`; errors and handlers."""

from __future__ import annotations

import codecs
import io
import pathlib
import random
from typing import Any

import placemat
import pytest

TEXT = "naïve\0 €\r\n中 😀 A&B+ \\ ß" * 5
NAMES = ["cesu-8", "modified-utf-8", "wtf-8", "utf-8b", "utf-8-rfc2279", "utf-1", "scsu", "bocu-1",
         "utf-7-imap", "ucs-4", "ucs-4le", "ucs-4be", "utf-ebcdic"]


@pytest.mark.parametrize("name", NAMES)
def test_there_and_back(name: str) -> None:
    encoded = TEXT.encode(name)
    assert encoded.decode(name) == TEXT
    assert str(encoded, name.upper().replace("-", "_")) == TEXT
    info = codecs.lookup(name)
    assert info.decode(encoded) == (TEXT, len(encoded))
    assert info.encode(TEXT)[1] == len(TEXT)
    assert "".encode(name).decode(name) == ""


@pytest.mark.parametrize("name", NAMES)
def test_in_pieces(name: str) -> None:
    encoded = TEXT.encode(name)
    choose = random.Random(3)
    for most in (1, 2, 3, 7):
        decoder = codecs.getincrementaldecoder(name)()
        encoder = codecs.getincrementalencoder(name)()
        text, position = "", 0
        while position < len(encoded):
            step = choose.randrange(1, most + 1)
            text += decoder.decode(encoded[position : position + step])
            position += step
        assert text + decoder.decode(b"", True) == TEXT
        assert b"".join(encoder.encode(c) for c in TEXT) + encoder.encode("", True) == encoded
        assert "".join(codecs.iterdecode([encoded[:5], encoded[5:]], name)) == TEXT


@pytest.mark.parametrize("name", NAMES)
def test_state(name: str) -> None:
    encoded = TEXT.encode(name)
    decoder = codecs.getincrementaldecoder(name)()
    for cut in range(0, 40):
        decoder.reset()
        start = decoder.decode(encoded[:cut])
        state = decoder.getstate()
        rest = decoder.decode(encoded[cut:], True)
        decoder.setstate(state)
        assert decoder.decode(encoded[cut:], True) == rest
        assert start + rest == TEXT


@pytest.mark.parametrize("name", NAMES)
def test_open(name: str, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "text"
    with open(path, "w", encoding=name, newline="") as file:
        file.write(TEXT * 3000)
    # Nothing says that the text of a file ends, and in this encoding it is written.
    if name == "utf-7-imap":
        assert not path.read_bytes().endswith(b"-")
        path.write_bytes((TEXT * 3000).encode(name))
    assert path.read_bytes() == (TEXT * 3000).encode(name)
    if name not in ("scsu", "bocu-1", "utf-7-imap"):
        with open(path, "a", encoding=name, newline="") as file:
            file.write("z")
        assert path.read_bytes().decode(name) == TEXT * 3000 + "z"
        path.write_bytes((TEXT * 3000).encode(name))
    with open(path, encoding=name, newline="") as file:
        assert file.readline() == TEXT[: TEXT.index("\n") + 1]
        place = file.tell()
        rest = file.read()
        file.seek(place)
        assert file.read() == rest
    with codecs.open(str(path), encoding=name) as stream:
        assert stream.read() == TEXT * 3000
    writer = codecs.getwriter(name)(io.BytesIO())
    writer.write(TEXT)
    writer.reset()
    assert writer.getvalue() == TEXT.encode(name)


def test_byte_order_of_ucs_4() -> None:
    assert "\ufeffé".encode("utf-32-le").decode("ucs-4") == "é"
    assert "é".encode("utf-32-be").decode("ucs-4") == "é"
    decoder = codecs.getincrementaldecoder("ucs-2")()
    assert "".join(decoder.decode(bytes([byte])) for byte in b"\xff\xfea\x00b\x00") == "ab"


def test_errors_are_placed() -> None:
    with pytest.raises(UnicodeDecodeError) as caught:
        b"ab\xf0\x9f\x98\x80".decode("cesu-8")
    assert (caught.value.start, caught.value.object) == (2, b"ab\xf0\x9f\x98\x80")
    assert caught.value.encoding == "cesu-8"
    with pytest.raises(UnicodeEncodeError) as refused:
        "aé\ud800z".encode("cesu-8")
    assert (refused.value.start, refused.value.end) == (2, 3)
    decoder = codecs.getincrementaldecoder("cesu-8")()
    assert decoder.decode(b"a\xed\xa0") == "a"
    with pytest.raises(UnicodeDecodeError):
        decoder.decode(b"", True)


def test_handlers_of_python() -> None:
    bad = b"a\xf0\x9f\x98\x80z"
    assert bad.decode("cesu-8", "ignore") == "az"
    assert set(bad.decode("cesu-8", "replace")) == {"a", "z", "\ufffd"}
    assert bad.decode("cesu-8", "backslashreplace") == "a\\xf0\\x9f\\x98\\x80z"
    assert "a\ud800z".encode("cesu-8", "ignore") == b"az"
    assert "a\ud800z".encode("cesu-8", "xmlcharrefreplace") == b"a&#55296;z"
    assert "a\ud800z".encode("cesu-8", "namereplace") == b"a\\ud800z"
    register: Any = codecs.register_error
    register("test.skip", lambda error: ("<>", error.end))
    assert bad.decode("cesu-8", "test.skip").startswith("a<>")
    register("test.bytes", lambda error: (b"!", error.end))
    assert "a\ud800z".encode("cesu-8", "test.bytes") == b"a!z"
    register("test.back", lambda error: ("?", error.start + 1))
    assert b"\xe2\x82z".decode("cesu-8", "test.back") == "??z"
    with pytest.raises(LookupError):
        bad.decode("cesu-8", "no such handler")


def test_handlers_give_text() -> None:
    register: Any = codecs.register_error
    register("test.wrong", lambda error: (b"!", error.end))
    with pytest.raises(TypeError, match="error handler"):
        b"a\xffz".decode("cesu-8", "test.wrong")
    for wrong in (5, None, "a", [97]):
        for name in ("cesu-8", "utf-8b"):
            with pytest.raises(TypeError):
                codecs.getincrementaldecoder(name)().decode(wrong)  # type: ignore[arg-type]
            with pytest.raises(TypeError):
                codecs.getincrementalencoder(name)().encode(b"a")  # type: ignore[arg-type]


@pytest.mark.parametrize("errors", ["ignore", "replace", "backslashreplace", "xmlcharrefreplace"])
def test_surrogates_as_python_has_them(errors: str) -> None:
    choose = random.Random(9)
    for _ in range(500):
        text = "".join(choose.choice("aé€\ud800\udc00\udcff") for _ in range(choose.randrange(9)))
        assert text.encode("cesu-8", errors) == text.encode("utf-8", errors)
        encoder = codecs.getincrementalencoder("cesu-8")(errors)
        pieces = [encoder.encode(one) for one in text]
        assert b"".join(pieces) + encoder.encode("", True) == text.encode("utf-8", errors)


def test_time_is_linear_in_errors() -> None:
    """It was the square: a minute for these."""
    assert ("ab\ud800" * 30_000).encode("cesu-8", "replace") == b"ab?" * 30_000
    assert len((b"ab\xff" * 30_000).decode("cesu-8", "surrogateescape")) == 90_000


def test_handlers_of_ours_work_with_any_codec() -> None:
    bad = b"don\x92t \xe2\x82 \x81"
    assert bad.decode("utf-8", "placemat.windows-1252") == "don’t â‚ \x81"
    assert bad.decode("utf-8", "placemat.latin1") == bad.decode("latin-1")
    assert bad.decode("utf-8", "placemat.replace-per-byte") == "don\ufffdt \ufffd\ufffd \ufffd"
    assert bad.decode("utf-8", "placemat.escape") == "don\\x92t \\xE2\\x82 \\x81"
    assert b"a\xff".decode("ascii", "placemat.latin1") == "aÿ"
    assert b"don\x92t".decode("cesu-8", "placemat.windows-1252") == "don’t"
    with pytest.raises(UnicodeEncodeError):
        "é".encode("ascii", "placemat.latin1")


def test_utf_8b() -> None:
    every = bytes(range(256))
    assert every.decode("utf-8b").encode("utf-8b") == every


def test_registered_twice() -> None:
    placemat.codecs.register()
    assert "é".encode("cesu-8") == b"\xc3\xa9"


@pytest.mark.parametrize("policy", ["replace", "remove", "windows-1252", "latin1", "backslashreplace"])
def test_open_repaired(policy: str, tmp_path: pathlib.Path) -> None:
    data = b"\xef\xbb\xbfone\r\ncaf\xe9 \xe2\x82\n\xf0\x9f" * 2000
    path = tmp_path / "text"
    path.write_bytes(data)
    expected = placemat.repair(data.removeprefix(b"\xef\xbb\xbf"), policy)
    with placemat.open_repaired(path, policy, newline="") as file:
        assert file.read() == expected
        file.seek(0)
        assert file.read() == expected
    lines = list(placemat.iter_lines(path, policy))
    assert lines == expected.replace("\r\n", "\n").splitlines(keepends=True)[: len(lines)]
    with pytest.raises(LookupError, match="'no-policy' is no policy for files: those are replace"):
        placemat.open_repaired(io.BytesIO(), "no-policy")


def test_iter_lines_never_raises() -> None:
    choose = random.Random(5)
    for _ in range(200):
        data = bytes(choose.choice([10, 0x41, 0x80, 0xC3, 0xE2, 0xF0, 0xFF]) for _ in range(300))
        assert "".join(placemat.iter_lines(io.BytesIO(data))) == data.decode("utf-8", "replace")


def test_surrogates_stay_in_their_place() -> None:
    # The encoder behind it keeps a high surrogate until it knows what follows.
    assert b"a\xed\xa0\x80\xffb".decode("wtf-8", "surrogateescape") == "a\ud800\udcffb"
    assert b"\xed\xa0\x80\xff".decode("modified-utf-8", "placemat.escape") == "\ud800\\xFF"
    for source in ("wtf-8", "modified-utf-8"):
        apart = codecs.getincrementaldecoder(source)("ignore")
        encoded = b"\xed\xa0\x80\xff\xed\xb0\x80"
        assert encoded.decode(source, "ignore") == "\ud800\udc00"
        assert apart.decode(encoded[:4]) + apart.decode(encoded[4:], True) == "\ud800\udc00"
        for encoded in (b"\xed\xa0\x80\xc3\xa9", b"\xed\xa0\x80\xed\xa0\x80\xed", b"\xed\xa0\x80\xffz"):
            whole = encoded.decode(source, "placemat.latin1")
            for cut in range(len(encoded) + 1):
                decoder = codecs.getincrementaldecoder(source)("placemat.latin1")
                start = "".join(decoder.decode(bytes([byte])) for byte in encoded[:cut])
                other = codecs.getincrementaldecoder(source)("placemat.latin1")
                other.setstate(decoder.getstate())
                assert start + other.decode(encoded[cut:], True) == whole, (encoded, cut)


def test_bytes_of_a_handler_are_in_their_place() -> None:
    codecs.register_error("test.star", lambda error: (b"*", getattr(error, "end")))
    assert "\ud800\ud83d\ude00\udc00".encode("wtf-8", "test.star") == b"\xed\xa0\x80*\xed\xb0\x80"


def test_places_in_a_file_are_offsets(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "text"
    path.write_bytes(b"caf\xe9\r\nmore\n")
    with placemat.open_repaired(path, "windows-1252") as file:
        assert file.readline() == "café\n"
        assert file.tell() == 6
        file.seek(0)
        assert file.read(1) == "c"
        file.seek(6)
        assert file.read() == "more\n"
    with open(path, encoding="cesu-8", errors="replace", newline="") as file:
        file.readline()
        assert file.tell() == 6
    path.write_bytes("\ufeffab\ncd".encode())
    with placemat.open_repaired(path) as file:
        assert file.readline() == "ab\n"
        place = file.tell()
        file.seek(0)
        assert file.read() == "ab\ncd"
        file.seek(place)
        assert file.read() == "cd"
    for order in ("le", "be"):
        path.write_bytes("\ufeffab\ncd".encode(f"utf-16{order}"))
        with open(path, encoding="ucs-2", newline="") as file:
            assert file.readline() == "ab\n"
            place = file.tell()
            assert file.read() == "cd"
            file.seek(0)
            assert file.read(2) == "ab"
            file.seek(place)
            assert file.read() == "cd"


def test_a_file_that_grows_keeps_its_byte_order(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "text"
    path.write_bytes(b"")
    with open(path, encoding="ucs-4", newline="") as file:
        assert file.read() == ""
        for line in ("a\n", "b\n"):
            with open(path, "a", encoding="ucs-4", newline="") as more:
                more.write(line)
            assert [file.readline(), file.readline()] == [line, ""]
            file.seek(file.tell())
    decoder = codecs.getincrementaldecoder("ucs-2")()
    assert decoder.decode(b"\xff\xfea\0", True) + decoder.decode(b"b\0", True) == "ab"
    decoder.reset()
    assert decoder.decode(b"\0a", True) == "a"


def test_behind_an_error_a_decoder_is_as_before() -> None:
    decoder = codecs.getincrementaldecoder("cesu-8")()
    assert decoder.decode(b"a\xc3") == "a"
    for _ in range(2):
        with pytest.raises(UnicodeDecodeError) as caught:
            decoder.decode(b"b")
        assert (caught.value.object, caught.value.start) == (b"\xc3b", 0)
    assert decoder.decode(b"\xa9") == "é"


def test_a_stream_reader_gives_all() -> None:
    for read in (lambda stream: stream.read(), lambda stream: "".join(iter(lambda: stream.read(1, 1), "")),
                 lambda stream: "".join(iter(stream.readline, ""))):
        stream = codecs.getreader("wtf-8")(io.BytesIO(b"a\nb\xed\xa0\x80"))
        assert read(stream) == "a\nb\ud800"
        stream = codecs.getreader("cesu-8")(io.BytesIO(b"a\nb\xed\xa0"), "backslashreplace")
        assert read(stream) == "a\nb\\xed\\xa0"
    with pytest.raises(UnicodeDecodeError):
        codecs.getreader("cesu-8")(io.BytesIO(b"a\nb\xed\xa0")).read()


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_stream_that_is_sought(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "text"
    for name in ("cesu-8", "ucs-2", "ucs-4", "scsu", "wtf-8"):
        with codecs.open(str(path), "w+", name) as both:
            both.write("long line\n")
            both.seek(0)
            assert both.read() == "long line\n"
            both.seek(0)
            both.write("other")
            both.seek(0)
            assert both.read() == "otherline\n"
        with codecs.open(str(path), "r", name) as stream:
            stream.readline()
            stream.seek(0)
            assert stream.read() == "otherline\n"


def test_iter_lines_leaves_a_file_open() -> None:
    file = io.BytesIO(b"a\nb\xff")
    assert list(placemat.iter_lines(file)) == ["a\n", "b\ufffd"]
    assert not file.closed and file.read() == b""
    file.seek(0)
    assert next(placemat.iter_lines(file)) == "a\n"
    assert not file.closed
    lines: Any = placemat.iter_lines(file)
    file.seek(0)
    assert next(lines) == "a\n"
    file.close()
    lines.close()


def test_names_that_detect_gives() -> None:
    thai = "สวัสดีชาวโลก ภาษาไทยเป็นภาษาที่มีระดับเสียง " * 4
    found = placemat.detect(thai.encode("cp874")).encoding
    assert found == "windows-874" and thai.encode("cp874").decode(found) == thai
    for name, text in [("ibm737", "αβγ"), ("x-mac-ce", "Łódź"), ("x-mac-cyrillic", "Ґанок")]:
        assert text.encode(name).decode(name) == text
