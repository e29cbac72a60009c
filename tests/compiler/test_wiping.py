"""What jobs with keys leave in a core: two keys, all else alike, and every register and memory compared."""

from pathlib import Path

import pytest

from pairforge.binding.wiping import wiping_rows
from pairforge.bundle.emit import rtl_files
from pairforge.compiler.check import check_design
from pairforge.compiler.compile import Compiled, compile_design
from pairforge.evidence import verilator
from pairforge.jobs.keys import KeyJob
from pairforge.machine.designs import find_design
from pairforge.pairings.computation import Encoded

from .core_state import state_behind, wiped_cycles
from .test_keys import ERASE, LOAD, PUBLIC, REFUSED, SIGN, asked, made

KEYS = 3, 500
PLACE = 1


def point() -> Encoded:
    """One that is signed: of order r."""
    _, jobs, _ = made()
    sign = jobs.parts[SIGN].computation
    assert isinstance(sign, KeyJob)
    drawn = (jobs.inputs_of(SIGN, 1, seed)[0] for seed in range(99))
    return next(each[2:6] for each in drawn if sign.answer({PLACE: 1}, (PLACE, *each[2:6]))[0] == 0)


def differing(
    compiled: Compiled, folder: Path, *opcodes: int, reset: int | None = None, later: int | None = None
) -> set[str]:
    """The names of what differs with another key, behind its load and these jobs."""
    states = []
    for key in KEYS:
        given = {LOAD: (key,), SIGN: point(), REFUSED: (key,)}
        inputs = [asked(opcode, PLACE, *given.get(opcode, ())) for opcode in (LOAD, *opcodes)]
        wait = wiped_cycles(compiled) if later is None else later
        states.append(state_behind(compiled, inputs, folder, wait, reset))
    first, second = states
    assert first.keys() == second.keys() and len(first) > 10_000
    return {name for name in first if first[name] != second[name]}


def answers(names: set[str]) -> set[str]:
    """Those in the output stream."""
    return {name for name in names if ".threads.send.elements[" in name}


@pytest.mark.slow
def test_behind_the_answer_to_erase_nothing_depends_on_the_key(tmp_path: Path) -> None:
    """Each job is one of another thread, so its words are not overwritten by the next."""
    compiled, _, _ = made()
    assert differing(compiled, tmp_path, ERASE) == set()
    found = differing(compiled, tmp_path, PUBLIC, SIGN, ERASE)
    assert (
        found == answers(found) and 0 < len(found) <= 5
    )  # x of the public key, flags and x of the signature
    stored = differing(compiled, tmp_path)
    assert {name.rpartition(".")[2] for name in stored} == {f"place{PLACE} [12:0]"}


@pytest.mark.slow
def test_an_opcode_that_is_none_leaves_no_input(tmp_path: Path) -> None:
    """Nor does the input of the job before wait for another one in its buffer."""
    compiled, _, _ = made()
    assert differing(compiled, tmp_path, ERASE, REFUSED) == set()


@pytest.mark.slow
@pytest.mark.parametrize("after", (9, 40, 100, 3000, 5000))
def test_behind_a_reset_nothing_depends_on_the_key(after: int, tmp_path: Path) -> None:
    """Whether it comes with the input, while the key is stored, or in the middle of a run that uses it."""
    compiled, _, _ = made()
    assert differing(compiled, tmp_path, SIGN if after > 100 else LOAD, reset=after) == set()


@pytest.mark.slow
def test_in_the_middle_of_a_run_much_does(tmp_path: Path) -> None:
    """Else the tests above would say nothing."""
    compiled, _, _ = made()
    assert len(differing(compiled, tmp_path, SIGN, reset=5000, later=1)) > 100


def test_rows_for_every_word_and_every_input() -> None:
    compiled, jobs, _ = made()
    (stage,) = compiled.stages
    runs = {run.name: run.wipe for run in stage.schedule.runs}
    rows = wiping_rows(stage.binding, stage.units, len(jobs.inputs))
    assert set(runs.values()) == {rows} and rows > stage.binding.words / 9
    table = compiled.core.stages[0].control.table
    written = {
        row >> table.offset["write"] & 31
        for run in stage.schedule.runs
        for row in table.rows[run.end - run.wipe : run.end]
        if row >> table.offset["write_enable"] & 1
    }
    assert written == {*range(len(written))} and len(written) * 9 >= stage.binding.words


@pytest.mark.slow
@pytest.mark.parametrize("interleave", ("3", "16"))
def test_with_other_numbers_of_threads(interleave: str, tmp_path: Path) -> None:
    """With 16 words are written through trees of multiplexers, and banks are block memories."""
    design = find_design("hsm-bls12-13", {"interleave": interleave})
    compiled = compile_design(design, traced=check_design(design))
    assert verilator.lint(rtl_files(compiled), compiled.name) == []
    found = differing(compiled, tmp_path, PUBLIC, SIGN, ERASE)
    assert found == answers(found)
    for after in (60, 5000):
        assert differing(compiled, tmp_path, SIGN, reset=after) == set()
