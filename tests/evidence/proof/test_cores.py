"""Whole cores are proven, and faults in them are not."""

import random
import re
from collections.abc import Mapping, Sequence

import pytest

from pairforge.builder.prove import hardware_parts, prove
from pairforge.bundle.emit import rtl_files
from pairforge.compiler.compile import Compiled, compile_design
from pairforge.errors import CheckError
from pairforge.evidence.mutate import Mutant, mutants
from pairforge.machine.designs import find_design
from pairforge.units.keys import Keys

CORES = ("small-f2-5", "beuchat-f2-5", "small-f3-5")
SLOW = (
    "beuchat-f3-5",
    "shu2-f2-5",
    "ate-fp-103-m1",
    "ate-fp-103-d1",
    "ate-fp-103-s1",
    "ate-fp-103-q1",
    "ate-fp-103-lazy",
    "barenghi-fp-163",
    "jobs-bls12-13",
    "beuchat-f2-239",
    "beuchat-f3-97",
)
"""Every kind of storage, sequencer and field, threads, two stages, several jobs, values of double width."""

_SAMPLE = 10


def silent(_: str) -> None:
    """No progress."""


@pytest.mark.parametrize("name", [*CORES, *(pytest.param(each, marks=pytest.mark.slow) for each in SLOW)])
def test_a_core_is_proven(name: str) -> None:
    # The proof is of what was scheduled, however long was looked for a better schedule.
    found = prove(find_design(name, {"effort": "0"} if name in CORES else {}), silent)
    assert found["proven"], found
    assert (found["schema"], found["design"]) == (1, name)
    names = [part["name"] for part in found["parts"]]
    own = [name for name in names if not name.startswith("unit ")]
    definition = [] if name.startswith("jobs") else ["definition"]
    assert own == ["control", "core", "handshakes", "reset", "program", *definition]
    assert len(names) > len(own)
    assert all(part["assumes"] and part["seconds"] >= 0 for part in found["parts"])
    core = found["parts"][names.index("core")]
    assert core["facts"]["fingerprint bits"] >= 128


@pytest.fixture(scope="module")
def small() -> Compiled:
    return compile_design(find_design("small-f2-5", {}), silent)


def around_units(compiled: Compiled) -> Sequence[Mutant]:
    """Mutants of everything but the units, which a proof of the core takes as they are."""
    rtl = rtl_files(compiled)
    units = {f"{unit.module().name}.v" for stage in compiled.stages for unit in stage.units.values()}
    return [mutant for mutant in mutants(rtl) if mutant.file not in units]


def survives(compiled: Compiled, mutant: Mutant) -> bool:
    try:
        return not any(part.failure for part in hardware_parts(compiled, mutant.files, silent))
    except CheckError:
        return False


@pytest.mark.slow
def test_faults_in_a_core_are_found(small: Compiled) -> None:
    some = random.Random(4).sample(list(around_units(small)), _SAMPLE)
    assert not [str(mutant) for mutant in some if survives(small, mutant)]


def test_a_result_of_another_cycle_is_found(small: Compiled) -> None:
    """The multiplier is asked a cycle late: by the contract its output then is anything."""
    rtl = rtl_files(small)
    name = next(file for file in rtl if file.endswith("sequencer.v"))
    text = rtl[name]
    assert "mul_start" in text
    late = text.replace("output wire mul_start", "output reg mul_start").replace(
        "assign mul_start =", "wire sooner; always @(posedge clk) mul_start <= sooner; assign sooner ="
    )
    assert late != text
    parts = {part.name: part for part in hardware_parts(small, {**rtl, name: late}, silent)}
    assert not parts["control"].failure
    assert "is not what the program makes of its inputs" in parts["core"].failure


def test_a_core_that_admits_too_few_inputs_is_found(small: Compiled) -> None:
    """It counts one as under way behind a reset: all results are right, but half as often."""
    rtl = rtl_files(small)
    name = f"{small.name}.v"
    slow = re.sub(r"if \(rst\) under_way <= 2'd0", "if (rst) under_way <= 2'd1", rtl[name])
    assert slow != rtl[name]
    parts = {part.name: part for part in hardware_parts(small, {**rtl, name: slow}, silent)}
    assert re.fullmatch(r"the interval is \d+ cycles, \d+ were scheduled", parts["core"].failure)


@pytest.mark.slow
def test_a_core_that_sometimes_begins_a_cycle_late_is_found() -> None:
    """It counts cycles, not inputs: one that comes in the wrong cycle waits, all results are right."""
    core = compile_design(find_design("small-f3-5", {}), silent)
    rtl = rtl_files(core)
    name = f"{core.name}.v"
    late = rtl[name].replace("started & ~sent", "started | ~sent")
    assert late != rtl[name]
    parts = {part.name: part for part in hardware_parts(core, {**rtl, name: late}, silent)}
    failure = parts["core"].failure
    assert failure == f"an input that comes alone does not take {core.latency} cycles"


@pytest.mark.slow
@pytest.mark.parametrize("control", ["shared", "own"])
def test_several_cores_that_sometimes_begin_late_are_found(control: str) -> None:
    core = compile_design(find_design("small-f2-5", {"cores": "2", "control": control}), silent)
    rtl = rtl_files(core)
    (name,) = (file for file, text in rtl.items() if "started & ~sent" in text)
    late = {**rtl, name: rtl[name].replace("started & ~sent", "started | ~sent")}
    parts = {part.name: part for part in hardware_parts(core, late, silent)}
    assert parts["core"].failure.startswith("an input that comes alone does not take")


@pytest.fixture(scope="module")
def digits() -> Compiled:
    return compile_design(find_design("ate-fp-103-digits", {}), silent)


PLANTED = [
    # An element comes in with its digits exchanged.
    ("deal_", r"(digit_ahead = )(following)", r"\1~\2"),
    # A bank is read where the other digit is.
    ("_datapath", r"(memory0_bank0\[\{thread\w*, \{read\w+, )(passing_digit)", r"\1~\2"),
    # The inverter gets its threads in another order.
    ("_datapath", r"( inverter_[^;]*\.thread\()", r"\1~"),
    # The inverter is asked a second time, a word cycle later, before it is done.
    (
        "_datapath",
        r"( inverter_[^;]*\.start\()(\w+)",
        r" reg [15:0] again; always @(posedge clk) again <= {again[14:0], \2};\1\2 | again[15]",
    ),
]


@pytest.mark.slow
def test_a_core_of_words_in_digits_is_proven(digits: Compiled) -> None:
    """With all of its units."""
    found = list(hardware_parts(digits, rtl_files(digits), silent))
    assert not [(part.name, part.failure) for part in found if part.failure]
    names = [part.name for part in found]
    assert [name for name in names if not name.startswith("unit ")] == [
        "control",
        "core",
        "handshakes",
        "reset",
    ]
    assert sum(name.startswith("unit ") for name in names) == 4
    (core,) = (part for part in found if part.name == "core")
    assert not [line for line in core.assumes if "computes its function" in line or "contract" in line]


@pytest.mark.slow
@pytest.mark.parametrize(("module", "text", "wrong"), PLANTED)
def test_digits_in_another_order_are_found(digits: Compiled, module: str, text: str, wrong: str) -> None:
    rtl = rtl_files(digits)
    (name,) = (file for file in rtl if module in file)
    changed, count = re.subn(text, wrong, rtl[name])
    assert count == 1
    parts = {part.name: part for part in hardware_parts(digits, {**rtl, name: changed}, silent)}
    assert "is not what the program makes of its inputs" in parts["core"].failure


COMMON = ("g1-add-bls12-13", {"cores": "2"})
"""Two cores in lock step, two threads, and an inverter that the cores have in common."""


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("small-f2-5", {"cores": "2"}),
        ("small-f2-5", {"cores": "3", "control": "own"}),
        pytest.param(*COMMON, marks=pytest.mark.slow),
        pytest.param("g1-add-bls12-13", {"cores": "3", "inverters": "own"}, marks=pytest.mark.slow),
        pytest.param("beuchat-f2-5", {"cores": "2"}, marks=pytest.mark.slow),
        pytest.param("jobs-bls12-13", {"cores": "2", "control": "own"}, marks=pytest.mark.slow),
    ],
)
def test_several_cores_are_proven(name: str, settings: Mapping[str, str]) -> None:
    """Each of the cores does what the program says, whichever an input goes to."""
    core = compile_design(find_design(name, settings), silent)
    found = list(hardware_parts(core, rtl_files(core), silent))
    assert not [(part.name, part.failure) for part in found if part.failure]
    assert [part.name for part in found if not part.name.startswith("unit ")][-2:] == ["handshakes", "reset"]


PLANTED_IN_COMMON = [
    # The second core is said to take no part.
    (r"(\.joins1\()sequencer0\w+", r"\g<1>1'b0"),
    # Its operand is that of the first one, its result as well, in a datapath of its own.
    (r"(\.a1\()\w+", r"\1datapath0_inverse_operand"),
    (r"(common0_inverse_result_core1 = )common0_inverse_y1", r"\1common0_inverse_y"),
    # The inverter reads and writes in the places of another thread, every other time.
    (r"(common0_inverse \([^;]*\.thread\()thread", r"\1thread & rst"),
]


@pytest.fixture(scope="module")
def common() -> Compiled:
    return compile_design(find_design(*COMMON), silent)


@pytest.mark.slow
@pytest.mark.parametrize(("text", "wrong"), PLANTED_IN_COMMON)
def test_a_bug_around_a_common_inverter_is_found(common: Compiled, text: str, wrong: str) -> None:
    rtl = rtl_files(common)
    (name,) = (file for file in rtl if "_threads_" in file)
    changed, count = re.subn(text, wrong, rtl[name])
    assert count == 1
    (core,) = (part for part in hardware_parts(common, {**rtl, name: changed}, silent) if part.name == "core")
    assert "is not what the program makes of its inputs" in core.failure


@pytest.fixture(scope="module")
def keys() -> Compiled:
    return compile_design(find_design("hsm-bls12-13", {}), silent)


@pytest.mark.slow
def test_a_core_that_keeps_keys_is_proven_with_its_store(keys: Compiled) -> None:
    found = {part.name: part for part in hardware_parts(keys, rtl_files(keys), silent)}
    assert not [part.failure for part in found.values() if part.failure]
    (store,) = (part for name, part in found.items() if name.startswith("unit keys4"))
    assert store.facts["places"] == 4
    assert not [line for line in found["core"].assumes if "keys" in line]


PLANTED_KEYS = [
    # The store keeps what was in it. Only its own part sees that.
    ("keys4", r"(if \(rst\) place2 <= 13'd)0", r"\g<1>1", "unit keys4", "an output differs"),
    # What is stored in place 1 is stored in place 3 as well.
    ("keys4", r"\(place == 2'd3\)\)\) place3", "place[0])) place3", "unit keys4", "an output differs"),
    # The core reads a place when it was to store there.
    (
        "_datapath",
        r"(keep_late1 <= )store_keep;(\s*store_recall_late1 <= )store_recall;",
        r"\1store_recall;\2store_keep;",
        "core",
        "is not what the program makes",
    ),
    # The store is in a reset at the wrong time.
    ("_datapath", r"(keys4[^;]*\.rst\()rst", r"\1rst | store_keep", "core", "is not what the program makes"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("module", "text", "wrong", "where", "said"), PLANTED_KEYS)
def test_a_bug_in_a_store_or_around_it_is_found(
    keys: Compiled, module: str, text: str, wrong: str, where: str, said: str
) -> None:
    rtl = rtl_files(keys)
    (name,) = (file for file in rtl if module in file)
    changed, count = re.subn(text, wrong, rtl[name])
    assert count == 1
    for part in hardware_parts(keys, {**rtl, name: changed}, silent):
        if part.failure:
            assert part.name.startswith(where) and said in part.failure
            return
    raise AssertionError("it is not found")


@pytest.mark.slow
def test_a_store_that_is_asked_before_it_is_open_gives_anything(
    keys: Compiled, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Behind the first reset already, were it closed for longer than a run takes."""
    monkeypatch.setattr(Keys, "closed", 200)
    parts = {part.name: part for part in hardware_parts(keys, rtl_files(keys), silent)}
    assert "is not what the program makes of its inputs" in parts["core"].failure


@pytest.fixture(scope="module")
def loadable() -> Compiled:
    return compile_design(find_design("barenghi-fp-163", {"tate.modulus": "loadable", "effort": "0"}), silent)


def test_a_core_with_a_loadable_modulus_is_proven(loadable: Compiled) -> None:
    """With all of its units, for the p that is loaded."""
    found = list(hardware_parts(loadable, rtl_files(loadable), silent))
    assert not [(part.name, part.failure) for part in found if part.failure]
    own = [part.name for part in found if not part.name.startswith("unit ")]
    assert own == ["control", "core", "handshakes", "reset"]
    parts = {part.name: part for part in found}
    assert "what is loaded after a reset is public" in parts["control"].assumes
    assert any("those of this p" in line for line in parts["core"].assumes)
    assert not [line for line in parts["core"].assumes if "computes its function" in line]


@pytest.mark.parametrize(
    ("file", "before", "after"),
    [
        ("_loader", "assign constant2 = word3", "assign constant2 = word4"),
        ("_loader", "modulus = word0[7:0]", "modulus = {word0[7:1], ~word0[0]}"),
        ("_loader", "in_valid & ~is_loaded", "in_valid"),  # what is loaded is lost
        ("_datapath", ".modulus(modulus)", ".modulus(modulus ^ {7'd0, write_enable})"),  # not all the time
    ],
)
def test_faults_in_what_is_loaded_are_found(loadable: Compiled, file: str, before: str, after: str) -> None:
    rtl = rtl_files(loadable)
    (name,) = (each for each in rtl if file in each)
    assert before in rtl[name]
    changed = {**rtl, name: rtl[name].replace(before, after, 1)}
    assert any(part.failure for part in hardware_parts(loadable, changed, silent) if part.name == "core")
