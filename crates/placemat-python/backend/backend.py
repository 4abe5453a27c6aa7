"""The build backend: maturin, and the command-line tool beside the extension.

A wheel carries the tool as a script, as those of ruff and uv do: the same program as everywhere, which
starts without an interpreter, reads signals and standard streams itself, and may end the process. A
call from the extension could do none of that. Maturin builds an extension or a program; so the
program is built first, and put where maturin takes files for wheels from. `PLACEMAT_TOOL` names one that is
built already.
"""

import io
import json
import os
import pathlib
import shutil
import subprocess
import tarfile
import tempfile
from typing import Any

import maturin

HERE = pathlib.Path(__file__).resolve().parent.parent
ROOT = HERE.parent.parent
NAME = "placemat.exe" if os.name == "nt" else "placemat"

# Where maturin takes the scripts of a wheel from; it asks for the folder even for metadata.
SCRIPTS = HERE / "data" / "scripts"
SCRIPTS.mkdir(parents=True, exist_ok=True)

get_requires_for_build_wheel = maturin.get_requires_for_build_wheel
prepare_metadata_for_build_wheel = maturin.prepare_metadata_for_build_wheel
get_requires_for_build_editable = maturin.get_requires_for_build_editable
prepare_metadata_for_build_editable = maturin.prepare_metadata_for_build_editable


def build_tool() -> None:
    """Builds the tool, and copies it to `data/scripts`."""
    if built := os.environ.get("PLACEMAT_TOOL"):
        shutil.copy2(built, SCRIPTS / NAME)
        return
    manifest = ROOT / "Cargo.toml"
    cargo = os.environ.get("CARGO", "cargo")
    build = [cargo, "build", "--release", "--package", "placemat-cli", "--manifest-path", manifest]
    subprocess.run(build, check=True)
    asked = subprocess.run(
        [cargo, "metadata", "--no-deps", "--format-version=1", "--manifest-path", manifest],
        check=True,
        stdout=subprocess.PIPE,
    )
    target = pathlib.Path(json.loads(asked.stdout)["target_directory"])
    shutil.copy2(target / "release" / NAME, SCRIPTS / NAME)


def build_wheel(directory: str, settings: Any = None, metadata: str | None = None) -> str:
    build_tool()
    return str(maturin.build_wheel(directory, settings, metadata))


def build_editable(directory: str, settings: Any = None, metadata: str | None = None) -> str:
    build_tool()
    return str(maturin.build_editable(directory, settings, metadata))


#: What of the repository is in a source distribution: the workspace that the tool is built in, too.
_SOURCES = ["Cargo.toml", "Cargo.lock", "crates", "docs", "xtask", "LICENSE-APACHE", "LICENSE-MIT"]

#: Paths in pyproject.toml, which is at the root there.
_PATHS = [
    ('backend-path = ["backend"]', 'backend-path = ["crates/placemat-python/backend"]'),
    ('readme = "README.md"', 'readme = "crates/placemat-python/README.md"'),
    ('python-source = "python"', 'python-source = "crates/placemat-python/python"'),
    ('data = "data"', 'data = "crates/placemat-python/data"'),
    ("[tool.maturin]", '[tool.maturin]\nmanifest-path = "crates/placemat-python/Cargo.toml"'),
]


def build_sdist(directory: str, settings: Any = None) -> str:
    """What git has of the workspace, as an archive that pip can build."""
    listed = subprocess.run(["git", "ls-files", "-z", *_SOURCES], check=True, cwd=ROOT, stdout=subprocess.PIPE)
    project = (HERE / "pyproject.toml").read_text("utf-8")
    for here, there in _PATHS:
        assert project.count(here) == 1, here
        project = project.replace(here, there)
    with tempfile.TemporaryDirectory() as metadata:
        folder = prepare_metadata_for_build_wheel(metadata, settings)
        about = (pathlib.Path(metadata) / folder / "METADATA").read_bytes()
    name = folder.removesuffix(".dist-info")
    with tarfile.open(pathlib.Path(directory) / f"{name}.tar.gz", "w:gz") as archive:
        for path in filter(None, listed.stdout.decode().split("\0")):
            archive.add(ROOT / path, f"{name}/{path}", recursive=False)
        for path, text in [("pyproject.toml", project.encode()), ("PKG-INFO", about)]:
            entry = tarfile.TarInfo(f"{name}/{path}")
            entry.size = len(text)
            archive.addfile(entry, io.BytesIO(text))
    return f"{name}.tar.gz"
