"""The store of keys: proven, at full size; mutants that are wrong in a simulation have no proof.

The page is explanation/proofs.md.
"""

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace

import numpy as np
import pytest

from pairforge.errors import CheckError
from pairforge.evidence import key_store
from pairforge.evidence.key_store import KeyStore, prove_store
from pairforge.evidence.mutate import mutants
from pairforge.evidence.proof.netlist import Netlist, read
from pairforge.hdl import Module, design_files
from pairforge.hdl.interleave import interleaved
from pairforge.units.fields.prime import PrimeField
from pairforge.units.keys import Keys

from .words.simulated import every_cycle, number
from .words.units import P381

P3, P6, P16 = (PrimeField(p) for p in (7, 61, 65521))


def made(unit: Keys, threads: int = 1, late: int = 0) -> tuple[dict[str, str], str, KeyStore]:
    """Files, the module, and what its contract says for so many threads; inputs are `late`."""
    module: Module = unit.module() if threads == 1 else interleaved(unit.module(), threads, late).module
    busy = unit.interval() * threads
    delay = unit.latency() * threads - late
    contract = KeyStore(unit.field.width, unit.places, delay, busy, unit.closed * threads)
    return design_files(module, ""), module.name, contract


@pytest.mark.parametrize(
    ("unit", "threads", "late"),
    [
        (Keys(P3), 1, 0),
        (Keys(P6, 1), 1, 0),
        (Keys(P6, 5), 2, 1),
        (Keys(P6), 3, 1),
        pytest.param(Keys(P16, 64), 5, 2, marks=pytest.mark.slow),
        pytest.param(Keys(PrimeField(P381)), 16, 5, marks=pytest.mark.slow),
    ],
    ids=str,
)
def test_a_store_is_proven(unit: Keys, threads: int, late: int) -> None:
    found = prove_store(*made(unit, threads, late))
    assert found.proven and found.registers > 2 * unit.places * unit.field.width


@pytest.mark.parametrize("what", ["places", "delay", "closed"])
def test_another_contract_is_not_met(what: str) -> None:
    files, module, contract = made(Keys(P3, 3), 2, 0)
    for change in (-1, 1):
        other = replace(contract, **{what: getattr(contract, what) + change})
        with pytest.raises(CheckError, match="an output differs"):
            prove_store(files, module, other)


def test_what_a_thread_stores_next_must_not_be_read() -> None:
    with pytest.raises(CheckError, match="would come before what it reads"):
        KeyStore(3, 4, delay=7, busy=4, closed=8)


PLANTED = [
    ("if (rst) place1 <= 3'd0;\n    else if", "if", "place1[0] has what it had before a reset"),
    ("keep & ~closed", "keep", "an output differs"),
    ("recall & ~closed", "recall", "an output differs"),
    ("place2 <= secret", "place2 <= secret | place2", "an output differs"),
    ("beyond2 <= a[2] != 1'd0", "beyond2 <= 1'd0", "an output differs"),
    ("{3{reads0_late2}} & place0", "place0", "an output differs"),
    ("CYCLES_CLOSED = 4'd8", "CYCLES_CLOSED = 4'd7", "an output differs"),
]


@pytest.mark.parametrize(("before", "after", "said"), PLANTED, ids=[bug[1] for bug in PLANTED])
def test_a_planted_bug_is_found(before: str, after: str, said: str) -> None:
    files, module, contract = made(Keys(P3), 2, 0)
    text = files[f"{module}.v"]
    assert text.count(before) == 1
    with pytest.raises(CheckError, match=said.replace("[", r"\[")):
        prove_store({**files, f"{module}.v": text.replace(before, after)}, module, contract)


def test_where_there_is_no_time_it_is_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(key_store, "LIMIT_S", 0.01)
    with pytest.raises(TimeoutError):
        prove_store(*made(Keys(P3)))


RUNS, CYCLES = 48, 120
Inputs = list[dict[str, int]]


def inputs(rng: random.Random, contract: KeyStore) -> Inputs:
    """A reset, and then anything, with one operation at a time and few resets."""
    found = []
    for cycle in range(CYCLES):
        asked = rng.choice(("keep", "recall", ""))
        known = {name: int(name == asked) for name in ("keep", "recall")}
        known |= {"rst": int(not cycle or rng.random() < 0.02), "b": rng.getrandbits(contract.width)}
        place = rng.randrange(contract.places + 1) if rng.random() < 0.9 else rng.getrandbits(contract.width)
        found.append({**known, "a": place & (1 << contract.width) - 1})
    return found


def due(rows: Inputs, contract: KeyStore) -> Iterator[int]:
    """What comes out, from the rows alone: who asked, and who stored last before that."""

    def is_asked(cycle: int) -> bool:
        return not any(rows[k]["rst"] for k in range(max(0, cycle - contract.closed), cycle + 1))

    for now in range(contract.closed + 1, CYCLES):
        row = rows[now - contract.delay] if now >= contract.delay else {}
        found = 0
        if row and row["a"] < contract.places and is_asked(now - contract.delay):
            found = row["keep"]
            for past in range(now - 3, 0, -1) if row["recall"] else ():
                if any(rows[k]["rst"] for k in range(past + 1, now - 1)):
                    break
                if rows[past]["keep"] and rows[past]["a"] == row["a"] and is_asked(past):
                    found = rows[past]["b"]
                    break
        yield found


def is_right(netlist: Netlist, contract: KeyStore, seed: int) -> bool:
    """Whether it gives what is due in many random runs, by a simulator that proofs do not use."""
    rng = random.Random(seed)
    runs = [inputs(rng, contract) for _ in range(RUNS)]
    known = {
        (name, cycle): [run[cycle][name] for run in runs] for cycle in range(CYCLES) for name in runs[0][0]
    }
    cycles = every_cycle(netlist, known, RUNS, np.random.default_rng(seed))
    out = [
        number([next_[bit] for bit in netlist.outputs["y"]])
        for _, next_ in zip(range(CYCLES), cycles, strict=False)
    ]
    wanted = [list(due(run, contract)) for run in runs]
    return all(
        [out[contract.closed + 1 + i][k] for i in range(len(row))] == row for k, row in enumerate(wanted)
    )


def tried(files: Mapping[str, str], module: str, contract: KeyStore) -> bool:
    try:
        return bool(prove_store(files, module, contract).proven)
    except (CheckError, TimeoutError):
        return False


@pytest.mark.slow
def test_no_mutant_that_is_wrong_is_proven() -> None:
    """All mutants of a store of three places of three bits, for two threads."""
    files, module, contract = made(Keys(P3, 3), 2, 0)
    counted: dict[tuple[bool, bool], int] = {}
    for mutant in mutants(files):
        try:
            netlist = read(mutant.files, module).core
        except CheckError:  # Yosys refuses it
            continue
        found = tried(mutant.files, module, contract), is_right(netlist, contract, 5)
        counted[found] = counted.get(found, 0) + 1
        assert found != (True, False), str(mutant)
    # (proven, right): a counter that counts up, and a read of nothing behind a reset, have no proof.
    assert counted == {(False, False): 71, (False, True): 2, (True, True): 1}
