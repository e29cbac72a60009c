"""Data as short text: JSON, deflated (zlib, RFC 1950), in base64. A browser unpacks it by itself."""

from __future__ import annotations

import base64
import json
import zlib
from typing import Any

__all__ = ["pack", "unpack"]


def pack(data: Any) -> str:
    """Same data, same text."""
    plain = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return base64.b64encode(zlib.compress(plain.encode(), 9)).decode("ascii")


def unpack(text: str) -> Any:
    """What was packed. Raises ValueError where it is nothing that `pack` makes."""
    try:
        return json.loads(zlib.decompress(base64.b64decode(text, validate=True)))
    except zlib.error as error:
        raise ValueError(str(error)) from None
