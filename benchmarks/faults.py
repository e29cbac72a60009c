"""What faults do to a core: `python -m benchmarks.faults DESIGN --flips N [--stuck M] [--seed S]`.

Simulates a design while single bits of its state are turned over at random cycles of random runs, and control
registers are held at 0 or 1. Prints a table by part of the core. The same seed gives the same faults.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from pairforge.builder.faults import put_faults
from pairforge.errors import CheckError, UserError
from pairforge.machine.designs import find_design


def main() -> int:
    """Put faults into the design that is given."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("design", metavar="DESIGN")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="as for a build")
    parser.add_argument("--flips", type=int, default=10_000, help="bits turned over")
    parser.add_argument("--stuck", type=int, default=0, help="control bits held at 0 or 1")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--batch", type=int, default=0, help="inputs sent together (0: the core's threads)")
    parser.add_argument("--stalls", type=float, default=0, help="probability that a word is not taken")
    parser.add_argument("--jobs", type=int, default=1, help="processes side by side")
    parser.add_argument("--json", type=Path, help="write the counts to this file")
    given = parser.parse_args()
    try:
        settings = dict(setting.split("=", 1) for setting in given.set)
    except ValueError:
        parser.error("--set: give KEY=VALUE")
    for name in ("flips", "stuck", "seed", "batch"):
        if getattr(given, name) < 0:
            parser.error(f"--{name}: must be 0 or more")
    if not 0 <= given.stalls < 1:
        parser.error("--stalls: must be 0 or more, and less than 1")
    if given.jobs < 1:
        parser.error("--jobs: must be 1 or more")
    try:
        design = find_design(given.design, settings)
        report = put_faults(
            design,
            given.flips,
            given.stuck,
            given.seed,
            lambda line: print(line, file=sys.stderr),
            batch=given.batch,
            stalls=given.stalls,
            jobs=given.jobs,
        )
    except UserError as error:
        print(error, file=sys.stderr)
        return 2
    except CheckError as error:
        print(error, file=sys.stderr)
        return 1
    print(report)
    if given.json is not None:
        given.json.write_text(json.dumps(report.data, indent=2) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
