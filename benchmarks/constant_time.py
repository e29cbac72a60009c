"""When the results of a core come, with many secrets: `python -m benchmarks.constant_time DESIGN [DESIGN …]`.

Simulates a design of jobs with secret scalars, as `g1-mul-bls12-381` or `bls-sign-bls12-381`, or with keys
that stay, as `hsm-bls12-381`: with one secret after the other, and with all threads busy. Prints the
latencies found; exit status 1 where a cycle depends on a secret. A core over 381 bits takes minutes to
compile.
"""

from __future__ import annotations

import argparse
import sys
import time

from pairforge.builder.constant_time import timing
from pairforge.errors import CheckError, UserError
from pairforge.machine.designs import find_design


def main() -> int:
    """Measure the designs that are given."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("designs", nargs="+", metavar="DESIGN")
    parser.add_argument("--alone", type=int, default=10_000, help="secrets one at a time")
    parser.add_argument("--runs", type=int, default=100, help="runs with all threads busy")
    given = parser.parse_args()
    for name in given.designs:
        began = time.perf_counter()
        try:
            found = timing(
                find_design(name), given.alone, given.runs, lambda line: print(line, file=sys.stderr)
            )
            found.check()
        except UserError as error:
            print(f"{name}: {error}", file=sys.stderr)
            return 2
        except CheckError as error:
            print(f"{name}: {error}", file=sys.stderr)
            return 1
        alone = ", ".join(f"{job} {', '.join(map(str, sorted(own)))}" for job, own in found.alone.items())
        print(
            f"{name}: {given.alone} secrets one at a time, latencies in cycles: {alone or 'none'}; "
            f"{found.runs} busy runs, {found.busy} different; {found.cycles:,} cycles, "
            f"{time.perf_counter() - began:.0f} s"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
