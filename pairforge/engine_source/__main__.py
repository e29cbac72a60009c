"""`python -m pairforge.engine_source`: write the engine's parameter files; `--check`: compare them."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from pairforge.engine_source.tree import differing, sources, write

_TREE = Path(__file__).resolve().parents[2]


def main(arguments: list[str] | None = None) -> int:
    """Write the files, or compare them: 0 where all are as written, else 1 and the first that is not.

    2 where the catalogue has a curve that cannot be.
    """
    parser = argparse.ArgumentParser(prog="python -m pairforge.engine_source", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 where a file differs")
    parser.add_argument("--tree", type=Path, default=_TREE, help="the root of the sources")
    options = parser.parse_args(arguments)
    if not (options.tree / "engine").is_dir():
        print(f"{options.tree}: no sources of the engine here", file=sys.stderr)
        return 2
    try:
        files = sources()
    except ValueError as error:
        print(f"the catalogue: {error}", file=sys.stderr)
        return 2
    if not options.check:
        for path in write(options.tree, files):
            print(f"wrote {path}")
        return 0
    found = differing(options.tree, files)
    if found:
        print(f"{found[0]} is not what `python -m pairforge.engine_source` writes", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
