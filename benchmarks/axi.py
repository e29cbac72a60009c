"""Random traffic on the AXI wrapper of a small core: `python benchmarks/axi.py [TRANSACTIONS]`.

A transaction is a read or write of a register, or a packet in or out. Every cycle is watched by the protocol
checker and the scoreboard of `tests/rtl/bus/`; several runs with seeds of their own. Exit status 1 where
anything is wrong.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from rtl.bus.harness import run, subject

DESIGN, SETTINGS = "small-f2-5", (("check", "curve"),)
RUNS = 10


def main() -> int:
    """Run, print the counts."""
    transactions = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    made = subject(DESIGN, 200, SETTINGS)
    total: Counter[str] = Counter()
    done: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(1, RUNS + 1):
            report = run(
                Path(folder) / str(seed),
                made,
                "rtl.bus.axi_traffic",
                transactions=-(-transactions // RUNS),
                seed=seed,
            )
            total += Counter({name: report[name] for name in ("transactions", "cycles")})
            total += Counter({name: sum(report[name].values()) for name in ("violations", "faults", "wrong")})
            done += Counter(report["done"])
            for kind in ("violations", "faults", "wrong"):
                for what, count in report[kind].items():
                    print(f"run {seed}: {kind}: {what} ({count})")
            print(f"run {seed} of {RUNS}: {report['transactions']} transactions", file=sys.stderr, flush=True)
    print(f"{DESIGN}, AXI4-Lite and AXI4-Stream, {RUNS} runs, {total['cycles']} cycles")
    print(f"transactions                {total['transactions']}")
    print(f"protocol violations         {total['violations']} (of the bench: {total['faults']})")
    print(f"wrong results and answers   {total['wrong']}")
    for kind, count in sorted(done.items()):
        print(f"  {kind:26}{count}")
    return int(any(total[name] for name in ("violations", "faults", "wrong")))


if __name__ == "__main__":
    sys.exit(main())
