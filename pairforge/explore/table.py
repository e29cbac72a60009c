"""Results as one table of typed columns: Parquet.

Imports pyarrow.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from typing import Any

import pyarrow as pa
import pyarrow.parquet

__all__ = ["parquet"]

_TYPES = {
    bool: pa.bool_(),
    int: pa.int64(),
    float: pa.float64(),
    str: pa.string(),
    list: pa.list_(pa.string()),
}


def parquet(rows: Sequence[Mapping[str, Any]], columns: Mapping[str, type]) -> bytes:
    """A Parquet file of rows. `columns`: the columns in order, each with the type of its values (bool, int,
    float, str, or list for a list of str), any of which may be None.
    """
    arrays = {key: pa.array([row[key] for row in rows], _TYPES[kind]) for key, kind in columns.items()}
    out = io.BytesIO()
    pa.parquet.write_table(pa.table(arrays), out, compression="zstd")
    return out.getvalue()
