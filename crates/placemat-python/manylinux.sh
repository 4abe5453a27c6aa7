#!/usr/bin/env bash
# A wheel for every Linux on this processor with glibc 2.17 or later, and the source distribution, in `dist/`:
# Zig links to the symbols of that glibc, and auditwheel looks whether that is so.
set -euo pipefail
cd "$(dirname "$0")"
python3 -m venv target/manylinux
source target/manylinux/bin/activate
pip install --quiet build 'maturin>=1.9,<2' ziglang cargo-zigbuild auditwheel
target="$(rustc --print host-tuple)"
cargo zigbuild --release --package placemat-cli --manifest-path ../../Cargo.toml --target "$target.2.17"
folder="$(cargo metadata --no-deps --format-version 1 --manifest-path ../../Cargo.toml |
    python -c 'import json, sys; print(json.load(sys.stdin)["target_directory"])')"
mkdir -p data/scripts
cp "$folder/$target/release/placemat" data/scripts/
maturin build --release --zig --target "$target" --compatibility manylinux_2_17 --out dist
python -m build --sdist --no-isolation --outdir dist .
auditwheel show dist/*.whl
