"""Searches for fast schedules of cyclotomic squares: `python -m benchmarks.cyclotomic_schedules CURVE`.

Measures the committed plan and, round after round, variations of the fastest plans, each as a program of its
assembly alone (squares of a state that stays in the cache), and prints the fastest. What it finds goes into
`pairforge/engine_source/vector_code/plans.py`. It needs a processor with AVX-512 IFMA and a C++ compiler.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from pairforge.engine_source.ate import AteConstants, squared_fields
from pairforge.engine_source.curves import ENGINE_ATE
from pairforge.engine_source.vector_code.cyclotomic import SPILLED, Code, Plan, Slot, assembly
from pairforge.engine_source.vector_code.plans import OTHERS, PLANS, Plans
from pairforge.engine_source.vector_code.schedule import Pace
from pairforge.engine_source.vector_code.words import Radix52
from pairforge.errors import UserError
from pairforge.evidence.cxx import compiler

CANDIDATES = 24
"""Schedules that are compiled and measured together."""
KEPT = 12
"""Schedules that the next ones are variations of."""
SQUARES = 20
"""Squares of a measured run."""

_MAIN = """#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <x86intrin.h>
{declarations}
using Squares = void (*)(void *, const void *, long);
static const Squares candidates[] = {{{functions}}};
static const uint64_t *const tables[] = {{{tables}}};
int main() {{
    void *state = std::aligned_alloc(64, {bytes});
    for (int pass = 0; pass < 3; pass++)
        for (int k = 0; k < {count}; k++) {{
            std::memset(state, 1, {bytes});
            unsigned long best = -1;
            for (int run = 0; run < 400; run++) {{
                unsigned long start = __rdtsc();
                for (int i = 0; i < {calls}; i++) candidates[k](state, tables[k], {rounds});
                unsigned long cycles = __rdtsc() - start;
                best = cycles < best ? cycles : best;
            }}
            std::printf("%d %f\\n", k, double(best) / ({calls} * {each}));
        }}
}}
"""


def measured(field: Radix52, codes: Sequence[Code], folder: Path) -> list[float]:
    """Time-stamp cycles of a square by each of the codes.

    Raises
    ------
    UserError
        There is no C++ compiler, or the processor lacks the instructions.
    """
    text = [".intel_syntax noprefix", ".text"]
    for k, code in enumerate(codes):
        text += [f".globl f{k}", ".p2align 6", f"f{k}:", *code.lines, "ret"]
        text += [".section .rodata", ".p2align 6", f".globl c{k}", f"c{k}:"]
        text += [f".quad {word}" for word in code.table] + [".text"]
    text.append('.section .note.GNU-stack,"",@progbits')
    names = range(len(codes))
    each = SQUARES if field.tight else codes[0].limits.at_once
    declared = "".join(
        f'extern "C" void f{k}(void *, const void *, long);\nextern "C" const uint64_t c{k}[];\n'
        for k in names
    )
    main = _MAIN.format(
        declarations=declared,
        functions=", ".join(f"f{k}" for k in names),
        tables=", ".join(f"c{k}" for k in names),
        bytes=64 * (len(Slot) * field.length + SPILLED),
        count=len(codes),
        calls=SQUARES // each,
        rounds=each if field.tight else each - 1,
        each=each,
    )
    (folder / "squares.S").write_text("\n".join(text) + "\n")
    (folder / "main.cpp").write_text(main)
    program = folder / "measure"
    compiled = [compiler(), "-O2", "-o", str(program), str(folder / "main.cpp"), str(folder / "squares.S")]
    for command in (compiled, [str(program)]):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            reason = (done.stderr.splitlines() or ["does this processor have AVX-512 IFMA?"])[0]
            raise UserError(f"{Path(command[0]).name}: exit status {done.returncode}: {reason}")
    best = [float("inf")] * len(codes)
    for line in done.stdout.splitlines():
        number, cycles = line.split()
        best[int(number)] = min(best[int(number)], float(cycles))
    return best


def _near(chance: random.Random, value: int, lowest: int, highest: int, step: int) -> int:
    if chance.random() < 0.2:
        return chance.randrange(lowest, highest + 1)
    return min(highest, max(lowest, value + chance.choice((-2, -1, 1, 2)) * step))


def varied_pace(pace: Pace, chance: random.Random, longest: int) -> Pace:
    """A pace with one other figure."""
    bounds: dict[str, tuple[int, int, int]] = {
        "period": (longest // 3, longest, 10),
        "window": (8, 64, 8),
        "issue": (5, 8, 1),
        "ahead": (5, 80, 5),
        "digits_ahead": (6, 20, 2),
        "registers": (24, 31, 1),
    }
    name = chance.choice([field.name for field in fields(pace)])
    return replace(pace, **{name: _near(chance, getattr(pace, name), *bounds[name])})


def varied(plan: Plan, chance: random.Random, longest: int) -> Plan:
    """A plan with one to three other figures."""

    def times(of: tuple[int, int]) -> tuple[int, int]:
        if chance.random() < 0.5:
            return _near(chance, of[0], 20, longest, 5), of[1]
        return of[0], _near(chance, of[1], 3, 20, 1)

    changes: list[Callable[[Plan], dict[str, Any]]] = [
        lambda plan: {"pace": varied_pace(plan.pace, chance, longest)},
        lambda plan: {"pace": varied_pace(plan.pace, chance, longest)},
        lambda plan: {"a": times(plan.a)},
        lambda plan: {"bc": times(plan.bc)},
        lambda plan: {"held": (chance.randrange(3), chance.randrange(2))},
        lambda plan: {"accumulators": (chance.randrange(1, 3), chance.randrange(1, 3))},
        lambda plan: {"multiplier": not plan.multiplier},
    ]
    for _ in range(chance.randrange(1, 4)):
        plan = replace(plan, **chance.choice(changes)(plan))
    return plan


def candidate(plans: Plans, chance: random.Random, field: Radix52) -> Plans:
    """A variation of a field's plans."""
    longest = 10 * field.length**2 if field.length < 7 else 7 * field.length**2
    if plans.folding is None:
        return Plans(varied(plans.loop, chance, longest))
    which = chance.randrange(3)
    loop = varied(plans.loop, chance, longest) if which < 2 else plans.loop
    folding = varied(plans.folding, chance, longest) if which > 0 else plans.folding
    return Plans(loop, folding)


def search(field: Radix52, start: Plans, seconds: float, seed: int) -> list[tuple[float, Plans]]:
    """The fastest schedules found, the fastest first; beside `start`, measured again in the last round."""
    chance, end = random.Random(seed), time.monotonic() + seconds
    pool: list[tuple[float, Plans]] = []
    with tempfile.TemporaryDirectory() as name:
        while time.monotonic() < end or not pool:
            tried: list[Plans] = []
            codes: list[Code] = []
            while len(codes) < CANDIDATES:
                plans = candidate(chance.choice(pool)[1], chance, field) if pool else start
                if not pool and codes:
                    plans = candidate(start, chance, field)
                try:
                    codes.append(assembly(field, plans.loop, plans.folding))
                except ValueError:
                    continue
                tried.append(plans)
            found = zip(measured(field, codes, Path(name)), tried, strict=True)
            pool = sorted([*pool, *found], key=lambda one: one[0])[:KEPT]
            print(f"{pool[0][0]:.1f} … {pool[-1][0]:.1f}", file=sys.stderr, flush=True)
        first = [start, *(plans for _, plans in pool)]
        again = measured(field, [assembly(field, plans.loop, plans.folding) for plans in first], Path(name))
    print(f"committed: {again[0]:.1f} time-stamp cycles a square; found: {min(again[1:]):.1f}")
    return sorted(zip(again[1:], first[1:], strict=True), key=lambda one: one[0])


def main() -> None:
    """The command."""
    found = {squared.name: squared for squared in squared_fields([AteConstants(e) for e in ENGINE_ATE])}
    parser = argparse.ArgumentParser(prog="python -m benchmarks.cyclotomic_schedules")
    parser.add_argument("curve", choices=found)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    squared = found[options.curve]
    start = PLANS.get(squared.name, OTHERS[squared.field.tight])
    try:
        best = search(squared.field, start, options.seconds, options.seed)
    except UserError as error:
        print(f"error: {error}", file=sys.stderr)
        raise SystemExit(2) from None
    print(best[0][1])


if __name__ == "__main__":
    main()
