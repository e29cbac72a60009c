"""Pairforge: from a pairing on paper to a verified coprocessor.

The verbs of the command line as functions: `catalogue` (its `list`), `design`, `build`, `prove`, `pair`,
`run`, `curve`, `schedule_of` (its `schedule`) and `exploration_of` (its `explore`); see `pairforge.api`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pairforge.version import __version__

if TYPE_CHECKING:
    from pairforge.api import (
        Build,
        Curve,
        Exploration,
        Proof,
        StageSchedule,
        algorithm,
        build,
        catalogue,
        curve,
        design,
        exploration_of,
        pair,
        prove,
        run,
        schedule_of,
    )
    from pairforge.errors import CheckError, UserError

__all__ = [
    "Build",
    "CheckError",
    "Curve",
    "Exploration",
    "Proof",
    "StageSchedule",
    "UserError",
    "__version__",
    "algorithm",
    "build",
    "catalogue",
    "curve",
    "design",
    "exploration_of",
    "pair",
    "prove",
    "run",
    "schedule_of",
]


def __getattr__(name: str) -> Any:
    # Loaded when asked for: the parts of the package import each other through here.
    if name not in __all__:
        raise AttributeError(f"module 'pairforge' has no attribute {name!r}")
    from pairforge import api, errors

    return getattr(errors if name in ("CheckError", "UserError") else api, name)


def __dir__() -> list[str]:
    return __all__
