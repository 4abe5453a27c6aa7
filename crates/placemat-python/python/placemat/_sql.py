"""What functions of SQL engines share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pyarrow as pa
import pyarrow.compute


def for_each(call: Callable[[Any, str], Any]) -> Callable[[Any, Any], Any]:
    """`call` with a choice that may be another one in each row."""

    def run(column: Any, choices: Any) -> Any:
        distinct = choices.unique().to_pylist()
        if len(distinct) == 1 and distinct[0] is not None:
            return call(column, distinct[0])
        result, nothing = pa.nulls(len(column), pa.string()), pa.scalar(None, column.type)
        for choice in distinct:
            # All other rows are null, so that nothing is said of them.
            chosen = pa.compute.if_else(pa.compute.equal(choices, choice), column, nothing)
            result = pa.compute.coalesce(result, call(chosen, choice)) if choice is not None else result
        return result

    return run
