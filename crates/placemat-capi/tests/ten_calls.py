"""Ten calls by ctypes: what any language with a foreign-function interface can do."""

import ctypes
import sys
from ctypes import POINTER, Structure, byref, c_bool, c_char_p, c_int, c_size_t, c_uint32, c_uint64, c_void_p


class Error(Structure):
    _fields_ = [("offset", c_uint64), ("len", c_size_t), ("kind", c_int), ("code_point", c_uint32)]


class Result(Structure):
    _fields_ = [
        ("status", c_int),
        ("error", Error),
        ("read", c_size_t),
        ("written", c_size_t),
        ("malformed", c_size_t),
        ("unmappable", c_size_t),
    ]


library = ctypes.CDLL(sys.argv[1])


def function(name, result, *arguments):
    found = getattr(library, "placemat_" + name)
    found.restype, found.argtypes = result, arguments
    return found


text = (c_char_p, c_size_t)
is_valid = function("utf8_is_valid", c_bool, *text)
validate = function("utf8_validate", Result, *text)
errors = function("utf8_errors", c_size_t, *text, c_size_t, POINTER(Error), c_size_t)
explain = function("utf8_explain", c_size_t, *text, POINTER(Error), c_char_p, c_size_t)
repair_len = function("utf8_repair_len", c_size_t, *text, c_int)
repair = function("utf8_repair", Result, *text, c_char_p, c_size_t, c_int)
find = function("label_find", c_int, *text)
new = function("stream_new", c_void_p, c_int, c_int, c_int, c_uint32)
push = function("stream_push", Result, c_void_p, *text, c_char_p, c_size_t, c_bool)
free = function("stream_free", None, c_void_p)

REPLACE = 1
bad = b"don\x92t \xc0\xaf"
assert is_valid(b"caf\xc3\xa9", 5) and not is_valid(bad, len(bad))
first = validate(bad, len(bad))
assert (first.status, first.error.offset, first.error.len, first.error.kind) == (1, 3, 1, 6)
found = (Error * 8)()
assert errors(bad, len(bad), 0, found, 8) == 3 and found[1].offset == 6
words = ctypes.create_string_buffer(128)
explain(bad, len(bad), byref(found[1]), words, 128)
assert words.value == b'offset 6: C0 AF is an overlong encoding of "/" (U+002F), never valid in UTF-8'
room = repair_len(bad, len(bad), REPLACE)
out = ctypes.create_string_buffer(room)
done = repair(bad, len(bad), out, room, REPLACE)
assert done.written == room and done.malformed == 3
assert out.raw[:room].decode() == bad.decode(errors="replace")
stream = new(find(b"utf8", 4), find(b"UTF-16LE", 8), REPLACE, 0)
out = ctypes.create_string_buffer(96)
done = push(stream, b"5 \xe2\x82", 4, out, 96, False)
assert out.raw[: done.written] == "5 ".encode("utf-16-le")
done = push(stream, b"\xac", 1, out, 96, True)
assert out.raw[: done.written] == "\u20ac".encode("utf-16-le")
free(stream)
