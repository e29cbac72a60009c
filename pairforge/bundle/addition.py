"""What a writer of additions to a build is given, and gives; `product.py` has the list of writers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pairforge.compiler.compile import Compiled
from pairforge.targets.base import Target

Files = Mapping[str, str | bytes]
"""Path within the folder of the build to content."""


@dataclass(frozen=True)
class Product:
    """What a writer may use.

    `result`: the object of `result.json`. `files`: all that is written so far, `rtl/` and `tb/` first.
    """

    compiled: Compiled
    target: Target
    result: Mapping[str, Any]
    files: Files


@dataclass(frozen=True)
class Addition:
    """Files, and one line of Markdown for each folder or file that a reader of the README looks for."""

    files: Files
    readme: Sequence[str]


Writer = Callable[[Product], Addition]
