"""A real Spark, if there is one: a driver, and workers that are processes of their own."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from typing import Any

import pytest

pyspark = pytest.importorskip("pyspark")
if shutil.which("java") is None:
    pytest.skip("Spark needs Java", allow_module_level=True)

from placemat import spark as utf8  # noqa: E402
from pyspark.sql import SparkSession  # noqa: E402

ROWS = [b"fine", b"caf\xe9", None, "naïve".encode()] * 250


@pytest.fixture(scope="module")
def session() -> Iterator[Any]:
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master(os.environ.get("PLACEMAT_SPARK", "local[2]"))
    builder = builder.config("spark.ui.enabled", "false").config("spark.sql.shuffle.partitions", "2")
    spark = builder.config("spark.driver.host", "127.0.0.1").getOrCreate()
    yield spark
    spark.stop()


@pytest.fixture(scope="module")
def frame(session: Any) -> Any:
    return session.createDataFrame([(n, row) for n, row in enumerate(ROWS)], "n long, x binary")


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
