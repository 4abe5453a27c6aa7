"""A real Spark. In the short form its workers are processes of a driver that works itself (`local[2]`).

With PLACEMAT_SPARK_LONG in the environment there are two executors, processes of their own, and their workers run a
Python that has PyArrow and not this package: it is shipped, as docs/spark.md says. Executors are killed, and
there is 1 GB to be looked at.
"""

from __future__ import annotations

import collections
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

pyspark = pytest.importorskip("pyspark")
if shutil.which("java") is None:
    pytest.skip("Spark needs Java", allow_module_level=True)

import placemat  # noqa: E402
import pyarrow as pa  # noqa: E402
from placemat import spark as utf8  # noqa: E402
from placemat import spark_check  # noqa: E402
from pyspark.sql import SparkSession  # noqa: E402
from pyspark.sql import functions as F  # noqa: E402

ROWS = [b"fine", b"caf\xe9", None, "naïve".encode()] * 250

LONG = "PLACEMAT_SPARK_LONG" in os.environ
on_a_cluster = pytest.mark.skipif(not LONG, reason="PLACEMAT_SPARK_LONG: a cluster")

# Sooner at work, on few processors.
JAVA = "-XX:+UseSerialGC -XX:TieredStopAtLevel=1"


def shipped(folder: pathlib.Path) -> str:
    """An archive like the wheel, which is one, too: the package as it is installed."""
    package = pathlib.Path(placemat.__file__).parent
    shutil.copytree(package, folder / "wheel/placemat", ignore=shutil.ignore_patterns("__pycache__"))
    return shutil.make_archive(str(folder / "placemat"), "zip", folder / "wheel")


def other_packages(folder: pathlib.Path) -> pathlib.Path:
    """What is installed beside this interpreter, without placemat."""
    others = folder / "others"
    others.mkdir()
    for path in pathlib.Path(pa.__file__).parent.parent.iterdir():
        if not path.name.startswith(("placemat", "pyspark")) and path.suffix != ".pth":
            (others / path.name).symlink_to(path)
    return others


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    folder = tmp_path_factory.mktemp("spark")
    os.environ["PYSPARK_PYTHON"] = os.path.realpath(sys.executable) if LONG else sys.executable
    os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable
    os.environ["SPARK_LOCAL_HOSTNAME"] = "127.0.0.1"
    os.environ["PYSPARK_SUBMIT_ARGS"] = f'--conf "spark.driver.extraJavaOptions={JAVA}" pyspark-shell'
    settings = {
        "spark.sql.shuffle.partitions": "2",
        "spark.sql.warehouse.dir": str(folder / "warehouse"),
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
    }
    if LONG:
        settings |= {
            "spark.archives": f"{shipped(folder)}#placemat-wheel",
            "spark.executorEnv.PYTHONPATH": f"{other_packages(folder)}:placemat-wheel",
            "spark.executor.extraJavaOptions": JAVA,
        }
    builder = SparkSession.builder.master("local-cluster[2,1,1024]" if LONG else "local[2]")
    for name, value in settings.items():
        builder = builder.config(name, value)
    spark = builder.getOrCreate()
    yield spark
    spark.stop()


@pytest.fixture(scope="module")
def frame(session: Any) -> Any:
    return session.createDataFrame([(n, row) for n, row in enumerate(ROWS)], "n long, x binary")


def executors() -> list[int]:
    """The processes that work for this one's driver."""
    found = []
    for entry in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            command = (entry / "cmdline").read_bytes()
            parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            grandparent = int(pathlib.Path(f"/proc/{parent}/stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
        if b"CoarseGrainedExecutorBackend" in command and os.getpid() in (parent, grandparent):
            found.append(int(entry.name))
    return found


@on_a_cluster
def test_workers_are_processes_with_what_was_shipped(session: Any) -> None:
    def look(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        import placemat

        time.sleep(0.5)
        assert sum(batch.num_rows for batch in batches) > 0
        yield pa.RecordBatch.from_pylist([{"parent": os.getppid(), "path": placemat.__file__}])

    rows = session.range(100).repartition(4).mapInArrow(look, "parent long, path string").collect()
    assert len(executors()) == 2
    assert len({row.parent for row in rows} - {os.getpid()}) == 2
    assert all("/placemat-wheel/placemat/" in row.path for row in rows)


def test_columns(frame: Any) -> None:
    found = frame.select(
        utf8.is_valid("x"), utf8.make_valid("x", "windows-1252"), utf8.null_invalid("x"),
        utf8.count_errors("x"), utf8.first_error("x"),
    ).limit(4).collect()
    assert [row[0] for row in found] == [True, False, None, True]
    assert [row[1] for row in found] == ["fine", "café", None, "naïve"]
    assert [row[2] for row in found] == ["fine", None, None, "naïve"]
    assert [row[3] for row in found] == [0, 1, None, 0]
    assert tuple(found[1][4]) == (3, 1, "incomplete-at-end") and found[0][4] is None


def test_frames(frame: Any) -> None:
    good, bad = utf8.quarantine(frame, "x")
    assert good.count() == 750 and bad.count() == 250
    assert good.schema["x"].dataType.simpleString() == "string"
    kinds = utf8.errors_per_kind(frame.repartition(3), "x").collect()
    assert [tuple(row) for row in kinds] == [("incomplete-at-end", 250)]


def test_strings_may_lie(frame: Any) -> None:
    lying = frame.withColumn("x", F.col("x").cast("string"))
    found = lying.select(utf8.is_valid("x"), utf8.make_valid("x", "latin1")).limit(2).collect()
    assert [tuple(row) for row in found] == [(True, "fine"), (False, "café")]


def test_detect(session: Any) -> None:
    words = "Съешь ещё этих мягких французских булок, да выпей чаю".split() * 20
    rows = [(word.encode("koi8-r"),) for word in words] + [(b"plain",), (None,)]
    frame = session.createDataFrame(rows, "x binary").repartition(3)
    assert utf8.detect(frame, "x").candidates[0].encoding == "koi8-r"
    assert utf8.detect(frame.where("false"), "x").encoding in (None, "us-ascii", "utf-8")


def executor_lost(folder: pathlib.Path) -> Any:
    """Kills the executor that its second partition runs in, once."""

    def kill(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        from pyspark import TaskContext

        context = TaskContext.get()
        assert context is not None
        if context.partitionId() == 1:
            try:
                (folder / "killed").touch(exist_ok=False)
            except FileExistsError:
                pass
            else:
                # A worker's parent is a daemon, and that is the executor's child.
                stat = pathlib.Path(f"/proc/{os.getppid()}/stat").read_text()
                executor = int(stat.rpartition(")")[2].split()[1])
                assert b"CoarseGrainedExecutorBackend" in pathlib.Path(f"/proc/{executor}/cmdline").read_bytes()
                os.kill(executor, signal.SIGKILL)
        yield from batches

    return kill


@on_a_cluster
def test_a_lost_executor_changes_nothing(frame: Any, tmp_path: pathlib.Path) -> None:
    kill = executor_lost(tmp_path)
    parts = frame.repartition(4, "n").mapInArrow(kill, "n long, x binary")
    kinds = utf8.errors_per_kind(parts, "x").collect()
    assert (tmp_path / "killed").exists()
    assert [tuple(row) for row in kinds] == [("incomplete-at-end", 250)]


def test_the_job(session: Any, tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, out = tmp_path / "in.csv", tmp_path / "out"
    source.mkdir()
    (source / "a.csv").write_bytes("näme,town\n".encode("cp1252") + b'"Jos\xe9, ""x""",K\xc3\xb6ln\nplain,\nx,"a\xff"\n')
    (source / "b.csv").write_bytes("näme,town\n".encode("cp1252") + b"clean,too\n")
    assert spark_check.main([str(source), str(out), "--policy", "windows-1252"]) == 1
    lines = sorted(line.rpartition("/")[2] for line in capsys.readouterr().out.splitlines())
    assert lines == ["a.csv: näme: 1 of 3 rows; 1 incomplete", "a.csv: town: 1 of 3 rows; 1 never-valid"]

    def read(name: str) -> list[tuple[Any, ...]]:
        rows = session.read.parquet(str(out / name)).select("näme", "town").collect()
        return sorted(tuple(row) for row in rows)

    assert read("good") == [("clean", "too"), ("plain", None)]
    assert read("bad") == [(b'Jos\xe9, "x"', "Köln".encode()), (b"x", b"a\xff")]
    assert read("mended") == [('José, "x"', "Köln"), ("x", "aÿ")]
    report = session.read.json(str(out / "report")).collect()
    assert {(row.file.rpartition("/")[2], row.column, row.rows) for row in report} == {
        ("a.csv", "näme", 3), ("a.csv", "town", 3), ("b.csv", "näme", 1), ("b.csv", "town", 1),
    }
    # What is there is not overwritten.
    assert spark_check.main([str(source), str(out)]) == 2
    assert spark_check.main([str(tmp_path / "none.csv"), str(tmp_path / "other")]) == 2
    # Good rows of one run are clean for the next, and their columns are strings.
    assert spark_check.main([str(out / "good"), str(tmp_path / "again"), "--format", "parquet"]) == 0


def test_as_a_script_it_hides_no_other_package() -> None:
    """spark-submit puts the folder of a script first, and there is a `polars.py` beside this one."""
    folder = os.path.dirname(spark_check.__file__)
    program = (
        f"import runpy, sys; sys.argv[1:] = ['--help']; sys.path.insert(0, {folder!r})\n"
        f"try: runpy.run_path({spark_check.__file__!r}, run_name='__main__')\n"
        f"finally: assert {folder!r} not in sys.path"
    )
    run = subprocess.run([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, check=True)
    assert "OUT/good" in run.stdout


@on_a_cluster
def test_a_gigabyte_and_a_lost_executor(session: Any, tmp_path: pathlib.Path) -> None:
    lines = [b"%07d the quick brown fox jumps over the lazy dog" % n for n in range(100_000)]
    lines[777::1000] = [line.replace(b"fox", b"f\xf6x") for line in lines[777::1000]]
    block = b"\n".join(lines) + b"\n"
    source, copies, files = tmp_path / "in.txt", 25, 8
    source.mkdir()
    for n in range(files):
        with open(source / f"{n}.txt", "wb") as file:
            for _ in range(copies):
                file.write(block)
    assert files * copies * len(block) > 1_000_000_000

    killed: list[int] = []
    done = threading.Event()

    def kill_one() -> None:
        tracker = session.sparkContext.statusTracker()
        while not done.wait(0.5):
            stages = [tracker.getStageInfo(stage) for stage in tracker.getActiveStageIds()]
            if any(stage.numCompletedTasks > 0 for stage in stages if stage) and not killed:
                killed.append(executors()[0])
                os.kill(killed[0], signal.SIGKILL)

    watcher = threading.Thread(target=kill_one)
    watcher.start()
    try:
        assert spark_check.main([str(source), str(tmp_path / "out")]) == 1
    finally:
        done.set()
        watcher.join()
    assert len(killed) == 1
    report = session.read.json(str(tmp_path / "out/report")).collect()
    assert len(report) == files
    rows = copies * len(lines)
    for line in report:
        assert (line.rows, line.invalid_rows) == (rows, rows // 1000)
    counts = collections.Counter({
        name: session.read.parquet(str(tmp_path / "out" / name)).count() for name in ("good", "bad")
    })
    assert counts == {"good": files * rows * 999 // 1000, "bad": files * rows // 1000}
