"""The whole state of a simulated core: every register, wire and word of a memory, by its name."""

import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

from pairforge.builder.interface import interface_of
from pairforge.bundle.emit import rtl_files
from pairforge.compiler.compile import Compiled
from pairforge.compiler.words import to_words
from pairforge.evidence import verilator
from pairforge.pairings.computation import Encoded

DRIVER = Path(__file__).with_name("state_driver.cpp")


def state_behind(
    compiled: Compiled, inputs: Sequence[Encoded], folder: Path, later: int, reset: int | None = None
) -> dict[str, str]:
    """The state so many cycles `later` than the answer to the last of some jobs, each of which waits for the
    answer before; or than a reset so many cycles behind the first word of the last one.
    """
    program = verilator.compile_driven(rtl_files(compiled), compiled.name, DRIVER, traced=True)
    core = interface_of(compiled)
    (folder / "in").write_bytes(to_words(list(inputs), compiled.element_words).tobytes())
    numbers = [core.words_in, core.words_out, later, *([] if reset is None else [reset])]
    done = subprocess.run(
        [program, folder / "in", folder / "vcd", *map(str, numbers)], capture_output=True, text=True
    )
    assert done.returncode == 0, (done.returncode, done.stderr)
    return read_vcd((folder / "vcd").read_text())


def wiped_cycles(compiled: Compiled) -> int:
    """Cycles of a core in which what a run, or a reset, has left behind is overwritten."""
    return compiled.design.interleave * max(run.wipe for run in compiled.stages[0].schedule.runs)


def read_vcd(text: str) -> dict[str, str]:
    """The values at the only time of a dump, by full names."""
    names: dict[str, list[str]] = {}
    scope: list[str] = []
    head, _, body = text.partition("$enddefinitions")
    for line in head.splitlines():
        match line.split():
            case ["$scope", _, name, *_]:
                scope.append(name)
            case ["$upscope", *_]:
                scope.pop()
            case ["$var", _, _, code, *rest]:
                names.setdefault(code, []).append(".".join([*scope, " ".join(rest[:-1])]))
    values: dict[str, str] = {}
    for line in body.splitlines():
        if found := re.match(r"b(\S+) (\S+)$|([01xz])(\S+)$", line):
            value, code = (found[1], found[2]) if found[1] is not None else (found[3], found[4])
            values |= dict.fromkeys(names.get(code, ()), value)
    return values
