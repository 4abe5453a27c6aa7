"""`python -m placemat table`, and the tool."""

from __future__ import annotations

import ctypes
import io
import json
import pathlib
import subprocess
import sys

import pandas as pd
import placemat
import placemat.table
import pyarrow as pa
import pyarrow.csv
import pyarrow.ipc
import pyarrow.parquet
import pytest


def lying(rows: list[bytes]) -> pa.Array:
    """A column that says it is text."""
    offsets = [0]
    for row in rows:
        offsets.append(offsets[-1] + len(row))
    buffers = [None, pa.py_buffer((ctypes.c_int32 * len(offsets))(*offsets)), pa.py_buffer(b"".join(rows))]
    return pa.Array.from_buffers(pa.string(), len(rows), buffers)


ROWS = [b"caf\xe9", b"fine", b"na\xefve r\xe9sum\xe9"]


@pytest.fixture
def table() -> pa.Table:
    return pa.table({"name": lying(ROWS), "raw": pa.array(ROWS), "age": [1, 2, 3]})


def test_parquet(table: pa.Table, tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, output, report = (str(tmp_path / name) for name in ("a.parquet", "b.parquet", "c.json"))
    pa.parquet.write_table(table, source)
    assert placemat.table.main(["check", source, "--report", report]) == 1
    assert "name: 2 of 3 rows, the first is row 0" in capsys.readouterr().out
    (found,) = json.loads(pathlib.Path(report).read_text())
    assert (found["column"], found["invalid_rows"], found["invalid_bytes"]) == ("name", 2, 4)
    assert placemat.table.main(["check", source, "--column", "raw"]) == 1
    assert placemat.table.main(["fix", source, "-o", output, "--policy", "windows-1252"]) == 0
    mended = pa.parquet.read_table(output)
    assert mended["name"].to_pylist() == ["café", "fine", "naïve résumé"]
    assert mended["raw"].to_pylist() == ROWS
    assert placemat.table.main(["check", output]) == 0
    both = ["fix", source, "-o", output, "--policy", "latin1", "--column", "raw", "--column", "name"]
    assert placemat.table.main(both) == 0
    assert pa.parquet.read_table(output)["raw"].to_pylist()[0] == "café"


def test_arrow(table: pa.Table, tmp_path: pathlib.Path) -> None:
    source, output = str(tmp_path / "a.arrow"), str(tmp_path / "b.arrow")
    with pa.ipc.new_file(source, table.schema) as writer:
        writer.write_table(table)
    assert placemat.table.main(["check", source]) == 1
    assert placemat.table.main(["fix", source, "-o", output, "--policy", "replace"]) == 0
    with pa.ipc.open_file(output) as file:
        assert file.read_all()["name"].to_pylist()[0] == "caf\ufffd"


def test_csv(tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, output, text = tmp_path / "a.csv", tmp_path / "b.parquet", tmp_path / "b.csv"
    data = b'id,n\xe4me\n1,"caf\xe9, two\nlines"\n2,fine\n'
    source.write_bytes(data)
    assert placemat.table.main(["check", str(source)]) == 1
    assert "n\ufffdme: 1 of 2 rows" in capsys.readouterr().out
    assert placemat.table.main(["fix", str(source), "-o", str(output), "--policy", "windows-1252"]) == 0
    assert pa.parquet.read_table(output).to_pydict() == {"id": [1, 2], "näme": ["café, two\nlines", "fine"]}
    assert placemat.table.main(["fix", str(source), "-o", str(text), "--policy", "windows-1252"]) == 0
    assert text.read_bytes() == data.decode("windows-1252").encode()


def test_large_csv_in_batches(tmp_path: pathlib.Path) -> None:
    source, output = tmp_path / "a.csv", tmp_path / "b.parquet"
    source.write_bytes(b"id,name\n" + b"".join(b"%d,caf\xe9 %d\n" % (n, n) for n in range(200_000)))
    assert placemat.table.check(str(source), [])[1].survey.invalid_rows == 200_000
    assert placemat.table.main(["fix", str(source), "-o", str(output), "--policy", "latin1"]) == 0
    mended = pa.parquet.read_table(output)
    assert mended.num_rows == 200_000 and mended["name"][199_999].as_py() == "café 199999"


def test_trouble(tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert placemat.table.main(["check", str(tmp_path / "none.parquet")]) == 2
    assert placemat.table.main(["check", "text.txt"]) == 2
    pa.parquet.write_table(pa.table({"a": [1]}), tmp_path / "a.parquet")
    assert placemat.table.main(["check", str(tmp_path / "a.parquet"), "--column", "b"]) == 2
    assert "there is no column 'b'" in capsys.readouterr().err
    (tmp_path / "bad.parquet").write_bytes(b"PAR1 nothing")
    output = tmp_path / "out.parquet"
    arguments = ["fix", str(tmp_path / "bad.parquet"), "-o", str(output), "--policy", "replace"]
    assert placemat.table.main(arguments) == 2
    (tmp_path / "folder.parquet").mkdir()
    arguments = ["fix", str(tmp_path / "a.parquet"), "-o", str(tmp_path / "folder.parquet"), "--policy", "replace"]
    assert placemat.table.main(arguments) == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.parquet", "bad.parquet", "folder.parquet"]
    for delimiter in ("", "ab", "\\t", "é", '"'):
        with pytest.raises(SystemExit, match="2"):
            placemat.table.main(["check", "a.csv", "--delimiter", delimiter])


def test_the_tool(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "bad.txt"
    path.write_bytes(b"caf\xe9\n")
    run = [sys.executable, "-m", "placemat"]
    found = subprocess.run([*run, "check", path], capture_output=True, text=True)
    assert found.returncode == 1 and "E9" in found.stdout
    version = subprocess.run([*run, "--version"], capture_output=True, text=True, check=True)
    assert version.stdout.startswith("placemat 0.1.0")
    table = subprocess.run([*run, "table", "check", path], capture_output=True, text=True)
    assert table.returncode == 2


def test_what_is_said_of_a_table_stays(tmp_path: pathlib.Path) -> None:
    frame = pd.DataFrame({"x": ["a", "b"]}, index=pd.Index(["i", "j"], name="key"))
    source, output = tmp_path / "a.parquet", tmp_path / "b.parquet"
    frame.to_parquet(source)
    assert placemat.table.main(["fix", str(source), "-o", str(output), "--policy", "replace"]) == 0
    assert pd.read_parquet(output).index.tolist() == ["i", "j"]
    field = pa.field("x", pa.string(), nullable=False, metadata={"of": "field"})
    table = pa.table([lying([b"\xe9"])], schema=pa.schema([field], metadata={"of": "table"}))
    with pa.ipc.new_file(str(tmp_path / "a.arrow"), table.schema) as writer:
        writer.write_table(table)
    arguments = ["fix", str(tmp_path / "a.arrow"), "-o", str(tmp_path / "b.arrow"), "--policy", "latin1"]
    assert placemat.table.main(arguments) == 0
    with pa.ipc.open_file(str(tmp_path / "b.arrow")) as file:
        assert file.schema.equals(table.schema, check_metadata=True)


def test_headers(tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, output = tmp_path / "a.csv", tmp_path / "b.csv"
    source.write_bytes(b"a,a,b\nx\xff,y\xff,z\n")
    assert placemat.table.main(["check", str(source), "--column", "a"]) == 1
    assert capsys.readouterr().out.count("a: 1 of 1 rows, the first is row 0") == 2
    assert placemat.table.main(["fix", str(source), "-o", str(output), "--policy", "latin1", "--column", "a"]) == 0
    assert output.read_text() == "a,a,b\nxÿ,yÿ,z\n"
    for header in (b'"a\nb",c\n', b"\n\na,b\n"):
        source.write_bytes(header + b"x,y\xff\n")
        assert placemat.table.main(["check", str(source)]) == 1
        assert "1 of 1 rows, the first is row 0" in capsys.readouterr().out


def test_columns_of_a_csv(tmp_path: pathlib.Path) -> None:
    source, out = tmp_path / "in.csv", tmp_path / "out.csv"
    rows = [
        b'a;"b;\xe9 ""q""\r\nx";c\xe9\r\n', b"\xe9;plain;\xff\r\n", b';"\xe9;\r\n', b'";z\xe9\r\n', b"\r\n",
        b"only one\xe9\r\n", b"\xe9;\xe9;\xe9",
    ]
    source.write_bytes(b"x;y;z\r\n" + b"".join(rows))
    arguments = ["fix", str(source), "-o", str(out), "--policy", "latin1", "--delimiter", ";", "--column", "y"]
    assert placemat.table.main(arguments) == 0
    good = "é".encode()
    assert out.read_bytes() == b"x;y;z\r\n" + b"".join([
        b'a;"b;%b ""q""\r\nx";c\xe9\r\n' % good, rows[1], b';"%b;\r\n' % good, *rows[3:6], b"\xe9;%b;\xe9" % good,
    ])
    # What is not named is not looked at, and what is not there is trouble.
    assert placemat.table.main(["check", str(out), "--delimiter", ";", "--column", "y"]) == 2
    assert placemat.table.main([*arguments[:-1], "w"]) == 2


def test_a_csv_is_cut_between_records(monkeypatch: pytest.MonkeyPatch) -> None:
    from placemat import _csv

    data = b'a,"1\n\xe9,\n"\n"\n",x\xe9\n\n' * 20 + b'"open,\xe9\n'
    for size in range(1, 60):
        monkeypatch.setattr(_csv, "_CHUNK", size)
        mended = _csv.mended_columns(io.BytesIO(data), "latin1", {1}, ",")
        assert b"".join(mended) == data[:-8].replace(b"\xe9", "é".encode()) + data[-8:]
