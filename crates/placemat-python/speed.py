"""placemat against what Python people take: `python speed.py`, after `pip install chardet
charset-normalizer ftfy`. One process, in turn, the fastest of some rounds; results are compared."""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable
from typing import Any

import placemat

#: Bytes of the texts that are decoded: in the cache, and in none.
SIZES = [100_000, 10_000_000]

WORDS = {
    "ASCII": "the quick brown fox jumps over it ",
    "German": "Zwölf Boxkämpfer jagen über den Deich ",
    "Russian": "съешь ещё этих мягких булок ",
    "Chinese": "人人生而自由在尊严和权利上一律平等",
    "Emoji": "so 😀 and 🎉 it ",
}

Way = tuple[str, Callable[[], Any]]


def measure(title: str, size: int, ways: list[Way], rounds: int = 7) -> None:
    """A line of the table; the first way is ours."""
    best = [float("inf")] * len(ways)
    for _ in range(rounds):
        for place, (_, way) in enumerate(ways):
            start = time.perf_counter()
            way()
            best[place] = min(best[place], time.perf_counter() - start)
    cells = [f"{name} {size / seconds / 1e6:,.0f} MB/s" for (name, _), seconds in zip(ways, best, strict=True)]
    print(f"| {title} | {' | '.join(cells)} | {best[1] / best[0]:.1f} |", flush=True)


def decoding(size: int) -> None:
    def text(word: str) -> str:
        return word * (size // len(word.encode()))

    print(f"\nTexts of {size:,} bytes as UTF-8:\n\n| text | placemat | the peer | ratio |\n|---|---|---|---|")
    for name, word in WORDS.items():
        whole = text(word)
        data = whole.encode()
        assert placemat.repair(data) == whole
        measure(f"clean UTF-8, {name}", len(data), [
            ("repair", lambda data=data: placemat.repair(data)),
            ("bytes.decode", lambda data=data: data.decode()),
        ])
    for name, word in WORDS.items():
        data = bytearray(text(word).encode())
        data[50::100] = b"\xff" * len(range(50, len(data), 100))
        data = bytes(data)
        assert placemat.repair(data) == data.decode("utf-8", "replace")
        measure(f"an error in 100 bytes, {name}", len(data), [
            ("repair", lambda data=data: placemat.repair(data)),
            ('decode(errors="replace")', lambda data=data: data.decode("utf-8", "replace")),
        ])
    for label in ("utf-16le", "utf-16be", "utf-32le", "utf-32be"):
        for name, word in WORDS.items():
            data = text(word).encode(label)
            assert placemat.decode(data, label) == data.decode(label)
            measure(f"{label}, {name}", len(data), [
                ("decode", lambda data=data, label=label: placemat.decode(data, label)),
                ("bytes.decode", lambda data=data, label=label: data.decode(label)),
            ])


def with_ftfy() -> None:
    """What ftfy decodes: `utf-8-variants`, which is CESU-8 and the UTF-8 of Java."""
    try:
        import ftfy.bad_codecs  # noqa: F401
    except ImportError:
        return print("without ftfy")
    for name in ("German", "Chinese", "Emoji"):
        whole = WORDS[name] * 2000
        data = placemat.encode(whole, "cesu-8")
        assert placemat.decode(data, "cesu-8") == whole == data.decode("utf-8-variants")
        measure(f"CESU-8, {name}", len(data), [
            ("decode", lambda data=data: placemat.decode(data, "cesu-8")),
            ("ftfy's utf-8-variants", lambda data=data: data.decode("utf-8-variants")),
        ])


def detection() -> None:
    pages = {"koi8-r": "Russian", "windows-1252": "German", "gb18030": "Chinese", "utf-8": "Chinese"}
    peers: list[tuple[str, Callable[[bytes], Any]]] = []
    for module, function in [("chardet", "detect"), ("charset_normalizer", "detect")]:
        try:
            peers.append((module, getattr(importlib.import_module(module), function)))
        except ImportError:
            print(f"without {module}")
    for encoding, name in pages.items():
        data = (WORDS[name] * 100_000)[:20_000].encode(encoding, "ignore")
        for peer, detect in peers:
            measure(f"which encoding: 20,000 letters of {encoding}", len(data), [
                (f"{placemat.detect(data).encoding}:", lambda data=data: placemat.detect(data)),
                (f"{peer} says {detect(data)['encoding']}:", lambda data=data, detect=detect: detect(data)),
            ], rounds=3)


if __name__ == "__main__":
    for size in SIZES:
        decoding(size)
    with_ftfy()
    detection()
