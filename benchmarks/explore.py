"""Exploring 200 machines for eta_T over F_2^239, with synthesis: `make bench-explore`. Wall and CPU seconds.

With an empty cache, then from the cache. Then how near to the front of all of them each search comes with a
part of them, from the same cache: the share of the hypervolume of area and interval, in the mean of SEEDS.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from pairforge.explore.criteria import hypervolume
from pairforge.explore.search import SAMPLERS

SPACE = (
    *("small-f2-239", "--set", "effort=0"),
    *("--sweep", "all.mul.digit=2,4,6,8,10,12,16,20,24,32"),
    *("--sweep", "all.mul.count=1,2"),
    *("--sweep", "all.power.steps=[1],[1,2],[1,3],[1,4],[1,2,4]"),
    *("--sweep", "all.storage.style=block,distributed"),
)
JOBS = "2"
PARTS = (20, 40, 60, 100)
SEEDS = range(5)


def explored(folder: Path, *options: str) -> dict[str, Any]:
    """One run of the command, with what it took; `measured`: machines that were not in the cache."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "pairforge", "explore", *SPACE, "--jobs", JOBS, "--json", *options],
        env=os.environ | {"PAIRFORGE_CACHE": str(folder)},
        capture_output=True,
        text=True,
        check=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    found: dict[str, Any] = json.loads(done.stdout)
    return found | {
        "wall": time.perf_counter() - began,
        "cpu": after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime,
        "measured": len(done.stderr.splitlines()) - 1,
    }


def points(found: dict[str, Any]) -> list[tuple[float, float]]:
    """Area and interval of the machines that were built."""
    (comparison,) = found["comparisons"]
    return [(row["size"], row["interval"]) for row in comparison["machines"] if row["error"] is None]


def main() -> None:
    """Measure and print; the cache is the folder that is named, or an empty one."""
    with tempfile.TemporaryDirectory(prefix="pairforge-bench-") as empty:
        folder = Path(sys.argv[1] if len(sys.argv) > 1 else empty)
        print(
            f"machines for eta_T over F_2^239, {JOBS} workers, {os.cpu_count()} cores, "
            f"load {os.getloadavg()[0]:.1f}"
        )
        first, second = explored(folder), explored(folder)
        for name, run in (("first", first), ("again", second)):
            print(
                f"{name:8} {run['explored']} machines, {run['measured']} measured: "
                f"{run['wall']:.1f} s wall, {run['cpu']:.1f} s CPU"
            )
        everything = points(first)
        worst = (max(p[0] for p in everything), max(p[1] for p in everything))
        whole = hypervolume(everything, worst)
        print("share of the hypervolume reached, least and mean of", len(SEEDS), "seeds")
        print("machines", *(f"{part:>13}" for part in PARTS))
        for sampler in SAMPLERS:
            row = []
            for part in PARTS:
                shares = [
                    hypervolume(
                        points(
                            explored(folder, "--search", str(part), "--sampler", sampler, "--seed", str(seed))
                        ),
                        worst,
                    )
                    / whole
                    for seed in SEEDS
                ]
                row.append(f"{min(shares):6.1%} {sum(shares) / len(shares):6.1%}")
            print(f"{sampler:8}", *row)


if __name__ == "__main__":
    main()
