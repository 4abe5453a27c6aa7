"""The examples of the documentation run."""

from __future__ import annotations

import doctest
import importlib
import pathlib
import re
import shlex
import subprocess
import sys
import textwrap

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
        block = re.compile(r"```python\n([\s\S]*?)```|^    \$ (.*)\n((?:    .+\n)*)", re.MULTILINE)
        for python, command, output in block.findall(page.read_text("utf-8")):
            if python:
                exec(compile(python, page.name, "exec"), names)
            else:
                shown(command, output)
    # The picture in the tour is the one that its program draws.
    assert (tmp_path / "rows.svg").read_text() == (root / "docs/rows.svg").read_text()


def shown(command: str, output: str) -> None:
    """A command in a page, and what it prints."""
    arguments = [sys.executable if word == "python" else word for word in shlex.split(command)]
    found = subprocess.run(arguments, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert found.stdout == textwrap.dedent(output), command
