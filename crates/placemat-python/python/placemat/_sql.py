"""What functions of SQL engines share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pyarrow as pa


def for_each(call: Callable[[Any, str], Any]) -> Callable[[Any, Any], Any]:
    """`call` with a choice that may be another one in each row."""

    def run(column: Any, choices: Any) -> Any:
        distinct = choices.unique().drop_null().to_pylist()
        if len(distinct) == 1:
            return call(column, distinct[0])
        parts = {choice: call(column, choice) for choice in distinct}
        rows = enumerate(choices.to_pylist())
        return pa.array([parts[one][row].as_py() if one else None for row, one in rows], pa.string())

    return run
