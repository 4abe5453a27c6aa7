"""The examples of the documentation run."""

from __future__ import annotations

import doctest
import importlib
import pathlib
import re

import placemat
import pytest

MODULES = ["placemat", "placemat._errors", "placemat.codecs", "placemat.columns", "placemat.datafusion",
           "placemat.duckdb",
           "placemat.files", "placemat.polars"]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    module = importlib.import_module(name)
    failed, tried = doctest.testmod(module, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    assert tried > 0 and not failed


def test_every_public_function_says_what_it_does() -> None:
    for name in placemat.__all__:
        assert getattr(placemat, name).__doc__, name


def test_pages(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks of Python in the README and the tour, one after the other."""
    root = pathlib.Path(__file__).parent.parent
    for page in [root / "README.md", *sorted((root / "docs").glob("*.md"))]:
        monkeypatch.chdir(tmp_path)
        names: dict[str, object] = {}
        for block in re.findall(r"```python\n(.*?)```", page.read_text("utf-8"), re.DOTALL):
            exec(compile(block, page.name, "exec"), names)
