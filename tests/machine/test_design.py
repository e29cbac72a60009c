"""Design files: what they say, what `--set` changes, and every complaint: file, key, what would be right."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from pairforge import catalog
from pairforge.errors import UserError
from pairforge.jobs.registry import find_computation
from pairforge.machine.design import Design, Machine, load_design, parse_design
from pairforge.machine.designs import design_names, find_design
from pairforge.machine.storage import DelayLines, Memory
from pairforge.units.kinds import kinds

SMALL = """
schema = 1
name = "mine"
pairing = "eta-f2-5"
target = "xc4v"

[[stage]]
name = "miller"
storage = { kind = "lines" }

[[stage.unit]]
name = "mul"
kind = "karatsuba"

[[stage.unit]]
name = "root"
kind = "frobenius"
power = -1

[[stage]]
name = "final"
storage = { kind = "ram", reads = 2 }

[[stage.unit]]
name = "sum"
kind = "sum"
terms = 2
"""


def read(text: str = SMALL, **settings: Any) -> Design:
    return parse_design(text, "mine.toml", {key.replace("__", "."): value for key, value in settings.items()})


@pytest.mark.parametrize("name", design_names())
def test_every_design_that_ships_is_read(name: str) -> None:
    design = find_design(name)
    assert design.name == name
    runs = [name for stage in design.stages for name in stage.runs or [stage.name]]
    assert runs == [stage.name for stage in find_computation(design.pairing).stages]
    assert design.description


def test_what_is_left_out_has_a_default() -> None:
    design = read()
    assert (design.paper, design.passes, design.effort, design.description) == (None, "default", 2.0, "")
    miller, final = design.stages
    assert miller.storage == DelayLines()
    assert final.storage == Memory("block", 32, 2)
    mul, root = miller.units
    assert (mul.count, mul.terms) == (1, 1)
    assert dict(mul.parameters) == {
        "stages": 5,
        "split": "halves",
        "ways": 2,
        "cutoff": 0,
        "levels": (),
        "cuts": (),
        "chain": 2,
        "sharing": "none",
    }
    assert (root.operations, root.power) == (("frob",), -1)


def unit_name(machine: Machine, kind: str, attribute: int | None, block: str = "") -> str:
    unit = machine.unit_for(kind, attribute, block)
    assert unit is not None
    return unit.name


def test_a_unit_is_found_by_what_it_does() -> None:
    miller, final = read().stages
    assert unit_name(miller, "mul", None) == "mul"
    assert unit_name(miller, "frob", -1) == "root"
    assert miller.unit_for("frob", 1) is None
    assert miller.unit_for("sum", None) is None
    assert unit_name(final, "sum", None) == "sum"


def test_a_block_memory_answers_a_cycle_later() -> None:
    assert Memory("block").read_latency == 1
    assert Memory("distributed").read_latency == 0
    assert DelayLines().read_latency == 0


# -- --set ---------------------------------------------------------------------------------------------


def test_set_changes_keys_of_the_design_of_stages_and_of_units() -> None:
    design = read(
        effort="7",
        miller__mul__stages="3",
        miller__mul__split="oddeven",
        final__storage__style="distributed",
        final__storage__reads="4",
        target='"xc7"',
        passes="none",
    )
    assert (design.effort, design.target, design.passes) == (7.0, "xc7", "none")
    assert design.stages[0].units[0].parameters["stages"] == 3
    assert design.stages[0].units[0].parameters["split"] == "oddeven"
    assert design.stages[1].storage == Memory("distributed", 32, 4)
    assert design.asked == (
        "mine.toml --set effort=7 --set miller.mul.stages=3 --set miller.mul.split=oddeven "
        "--set final.storage.style=distributed --set final.storage.reads=4 --set 'target=\"xc7\"' "
        "--set passes=none"
    )


def test_set_gives_a_stage_a_storage_it_left_out() -> None:
    text = SMALL.replace('storage = { kind = "lines" }\n', "")
    assert read(text).stages[0].storage == DelayLines()
    assert read(text, miller__storage__kind="ram").stages[0].storage == Memory()


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("mller.mul.stages", "3", "--set mller.mul.stages: no 'mller' here; there is miller, final"),
        ("miller.mull.stages", "3", "--set miller.mull.stages: no 'mull' here; there is mul, root"),
        ("effort.x", "3", "--set effort.x: no 'effort' here; there is miller, final"),
        (
            "miller.mul.stage",
            "3",
            "--set miller.mul.stage: unknown key; did you mean stages?",
        ),
        (
            "miller.mul.stages",
            "0",
            "mine.toml: stage.miller.unit.mul.stages: must be a whole number from 1 to 20, not 0",
        ),
        (
            "miller.mul.stages",
            "many",
            "mine.toml: stage.miller.unit.mul.stages: must be a whole number from 1 to 20, not 'many'",
        ),
    ],
)
def test_a_setting_that_fits_nothing_is_refused(key: str, value: str, message: str) -> None:
    with pytest.raises(UserError) as error:
        parse_design(SMALL, "mine.toml", {key: value})
    assert str(error.value) == message


# -- complaints ----------------------------------------------------------------------------------------

CHOICES = ", ".join(kinds())


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("schema = 1", "schema = 2", "schema: this version reads schema 1, not 2"),
        ("schema = 1", "", "schema: this version reads schema 1, it is missing"),
        ('name = "mine"', "", "name: missing; it must be a string"),
        (
            'name = "mine"',
            'name = "my design"',
            "name: must be letters, digits, - and _, the first a letter, not 'my design'",
        ),
        ('name = "mine"', "name = 3", "name: must be a string, not 3"),
        ('pairing = "eta-f2-5"', "", "pairing: missing; it must be a string"),
        (
            'target = "xc4v"',
            'target = "xc4v"\ncolour = "red"',
            "colour: unknown key; known here: algorithm, check, clock, control, cores, description, "
            "effort, faults, interleave, inverters, jobs, modules, name, pairing, paper, passes, schema, "
            "stage, target, units",
        ),
        ('target = "xc4v"', 'target = "xc4v"\npases = "none"', "pases: unknown key; did you mean passes?"),
        (
            'target = "xc4v"',
            'target = "xc4v"\npasses = "all"',
            "passes: must be one of default, none, not 'all'",
        ),
        (
            'target = "xc4v"',
            'target = "xc4v"\neffort = -1',
            "effort: must be a whole number of at least 0, not -1",
        ),
        ('name = "final"', 'name = "miller"', "stage: stage names must differ, not miller, miller"),
        (
            'kind = "lines"',
            'kind = "heap"',
            "stage.miller.storage.kind: must be one of lines, ram, not 'heap'",
        ),
        (
            'kind = "lines"',
            'kind = "lines", words = 3',
            "stage.miller.storage.words: unknown key; known here: kind",
        ),
        (
            'storage = { kind = "lines" }',
            'sequencer = "blocks"',
            "stage.miller.sequencer: runs on storage.kind = 'lines' overlap, so 'blocks' needs "
            "storage.kind = 'ram'",
        ),
        ("reads = 2", "reads = 9", "stage.final.storage.reads: must be a whole number from 1 to 8, not 9"),
        ("reads = 2", "words = 1", "stage.final.storage.words: must be a whole number from 2 to 4096, not 1"),
        (
            "reads = 2",
            'style = "ultra"',
            "stage.final.storage.style: must be one of block, distributed, registers, banks, not 'ultra'",
        ),
        ('storage = { kind = "lines" }', "storage = 3", "stage.miller.storage: must be a table"),
        (
            "terms = 2",
            "terms = 3",
            "stage.final.unit.sum.terms: must be at most storage.reads = 2, not 3",
        ),
        (
            "terms = 2",
            "terms = 17",
            "stage.final.unit.sum.terms: must be a whole number from 1 to 16, not 17",
        ),
        (
            "terms = 2",
            "count = true",
            "stage.final.unit.sum.count: must be a whole number from 0 to 64, not True",
        ),
        (
            'kind = "karatsuba"',
            'kind = "magic"',
            f"stage.miller.unit.mul.kind: must be one of {CHOICES}, not 'magic'",
        ),
        ('kind = "karatsuba"', "", f"stage.miller.unit.mul.kind: missing; it must be one of {CHOICES}"),
        (
            'kind = "karatsuba"',
            'kind = "karatsuba"\nways = 4',
            "stage.miller.unit.mul.ways: must be a whole number from 2 to 3, not 4",
        ),
        (
            'kind = "karatsuba"',
            'kind = "karatsuba"\nsplit = "thirds"',
            "stage.miller.unit.mul.split: must be one of halves, oddeven, not 'thirds'",
        ),
        (
            'kind = "karatsuba"',
            'kind = "digit-serial"\nstructure = "both"',
            "stage.miller.unit.mul.structure: must be one of joint, separate, not 'both'",
        ),
        (
            'kind = "karatsuba"',
            'kind = "digit-serial"\ndigit = 0',
            "stage.miller.unit.mul.digit: must be a whole number of at least 1, not 0",
        ),
        (
            'kind = "karatsuba"',
            'kind = "frobenius-chain"\nsteps = [1, "3"]',
            "stage.miller.unit.mul.steps: must be a list of whole numbers of at least 1, not [1, '3']",
        ),
        (
            "power = -1",
            "power = 0",
            "stage.miller.unit.root.power: must not be 0; 1 is the Frobenius map, -1 its inverse",
        ),
        (
            "power = -1",
            "",
            "stage.miller.unit.root.power: missing; it must be a whole number of at least -1048576",
        ),
        (
            'name = "root"',
            'name = "Root"',
            "stage.miller.unit.Root.name: must be lower-case letters, digits and _, not 'Root'",
        ),
        ('name = "root"', 'name = "mul"', "stage.miller.unit: unit names must differ, not mul, mul"),
        (
            'name = "root"',
            'name = "mul_a"',
            "stage.miller.unit: mul_a can be taken for a part of mul; rename one of them",
        ),
        (
            'name = "root"\nkind = "frobenius"\npower = -1',
            'name = "slow"\nkind = "digit-serial"',
            "stage.miller.unit: mul and slow do the same; keep one, and set its count to 2",
        ),
        ("[[stage]]", "[stage]", None),
    ],
)
def test_a_design_that_says_something_wrong_is_told_where_and_what_would_be_right(
    before: str, after: str, message: str | None
) -> None:
    assert before in SMALL
    with pytest.raises(UserError) as error:
        read(SMALL.replace(before, after, 1))
    if message is not None:
        assert str(error.value) == f"mine.toml: {message}"


def test_a_design_without_stages_or_units() -> None:
    head = SMALL.split("[[stage]]")[0]
    for text, message in (
        (head, "mine.toml: stage: missing; it must be one or more [[stage]] tables"),
        (head + "stage = []\n", "mine.toml: stage: must be one or more [[stage]] tables"),
        (
            head + '[[stage]]\nname = "miller"\n',
            "mine.toml: stage.miller.unit: missing; it must be one or more [[unit]] tables",
        ),
    ):
        with pytest.raises(UserError) as error:
            read(text)
        assert str(error.value) == message


def test_what_is_no_toml_is_said_in_one_line() -> None:
    with pytest.raises(UserError) as error:
        read("name = \n")
    assert str(error.value) == "mine.toml: not TOML: Invalid value (at line 1, column 8)"


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    missing = tmp_path / "none.toml"
    with pytest.raises(UserError) as error:
        load_design(missing)
    assert str(error.value).startswith(f"{missing}: cannot read the design: ")
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe")
    with pytest.raises(UserError, match="cannot read the design"):
        load_design(binary)


def test_a_design_is_found_by_name_or_by_path(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(SMALL)
    assert find_design(str(path)).name == "mine"
    assert find_design("beuchat-f2-5").name == "beuchat-f2-5"


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        (
            "beuchat-f2-239x",
            "no design 'beuchat-f2-239x'; did you mean beuchat-f2-239? (or give the path of a .toml file)",
        ),
        ("none.toml", "none.toml: no such file; give the TOML file of a design, or a built-in name"),
        ("/", "/: is a folder; give the TOML file of a design"),
    ],
)
def test_a_design_that_is_not_there(wanted: str, message: str) -> None:
    with pytest.raises(UserError) as error:
        find_design(wanted)
    assert str(error.value) == message


SEVERAL = """
schema = 1
name = "mine"
pairing = "tate-f2-5"
target = "xc4v"

[[stage]]
name = "tate"

[[stage.unit]]
name = "mul"
kind = "digit-serial"

[[stage.unit]]
name = "slow"
kind = "digit-serial"
blocks = ["norm", "scale"]
"""


def test_units_named_for_a_block_work_there_and_nowhere_else() -> None:
    (machine,) = read(SEVERAL).stages
    found = {block: unit_name(machine, "mul", None, block) for block in ("miller", "norm", "scale", "")}
    assert found == {"miller": "mul", "norm": "slow", "scale": "slow", "": "mul"}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            ("", '[[stage.unit]]\nname = "other"\nkind = "digit-serial"\nblocks = ["norm"]\n'),
            "mine.toml: stage.tate.unit: slow and other do the same; keep one, and set its count to 2",
        ),
        (
            ('kind = "digit-serial"\n', 'kind = "digit-serial"\nshares = "all"\n'),
            "mine.toml: stage.tate.unit.mul.shares: must be one of none, operand, not 'all'",
        ),
        (
            ('name = "tate"\n', 'name = "tate"\nloops = "unrolled"\n'),
            "mine.toml: stage.tate.loops: must be one of pipelined, sequential, not 'unrolled'",
        ),
        (
            (
                'name = "tate"\n\n[[stage.unit]]\nname = "mul"\n',
                'name = "tate"\nstorage = { kind = "ram" }\n\n'
                '[[stage.unit]]\nname = "mul"\nshares = "operand"\n',
            ),
            "mine.toml: stage.tate.unit.mul.shares: units that share logic give their results in one cycle; "
            "a memory takes one a cycle",
        ),
    ],
)
def test_what_units_and_loops_may_not_be(change: tuple[str, str], message: str) -> None:
    old, new = change
    text = SEVERAL.replace(old, new, 1) if old else SEVERAL + new
    with pytest.raises(UserError) as error:
        read(text)
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (
            {"tate.storage.style": "block"},
            "stage.tate.modulus: loadable: constants stand in registers then; ",
        ),
        ({"interleave": "2"}, 'stage: modulus = "loadable" is for one stage and an interleave of 1'),
    ],
)
def test_where_a_modulus_cannot_be_loaded(settings: Mapping[str, str], message: str) -> None:
    with pytest.raises(UserError, match=f"^barenghi-fp-163.toml: {re.escape(message)}"):
        find_design("barenghi-fp-163", {"tate.modulus": "loadable", **settings})


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"ate.digits": "6"}, "stage.ate.digits: must be a power of two, not 6"),
        ({"ate.digits": "64"}, "stage.ate.digits: must be a whole number from 1 to 32, not 64"),
        (
            {"ate.storage": '{ kind = "ram", style = "block", words = 99 }'},
            'stage.ate.digits: are for storage.kind = "ram" with style = "banks"',
        ),
        ({"interleave": "3"}, "interleave: digits are for 4 or more, not 3"),
        ({"interleave": "1"}, "interleave: digits are for 4 or more, not 1"),
        ({"cores": "2"}, 'control: digits are for control = "own", where cores do not run in lock step'),
        ({"ate.modulus": "loadable"}, "stage.ate.modulus: loadable: constants stand in registers then"),
        ({"ate.sequencer": "blocks"}, 'stage.ate.digits: are for sequencer = "microcode"'),
    ],
)
def test_where_words_cannot_be_in_digits(settings: Mapping[str, str], message: str) -> None:
    with pytest.raises(UserError, match=f"^ate-fp-103-digits.toml: {re.escape(message)}"):
        find_design("ate-fp-103-digits", settings)


def test_words_in_digits_do_not_leave_the_number_of_threads_open() -> None:
    shipped = (Path(catalog.__file__).parent / "designs/ate-fp-103-digits.toml").read_text()
    text = shipped.replace("interleave = 8\n", "")
    assert text != shipped
    with pytest.raises(UserError, match=r"^own\.toml: interleave: digits are for 4 or more, not 1$"):
        parse_design(text, "own.toml", {})


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (
            {"ate.storage": '{ kind = "ram", style = "banks", banks = 8 }'},
            "stage.ate.unit.lift.kind: has to do with values of double width, for which there is no place; "
            "use storage.style = 'banks' and set storage.wide_banks",
        ),
        (
            {"ate.product.kind": "montgomery-pipelined"},
            "stage.ate.unit.lift.kind: has to do with values of double width; add a unit for the operation "
            "'product'",
        ),
        (
            {"ate.storage": '{ kind = "ram", style = "banks", banks = 8, wide_copies = 2 }'},
            "stage.ate.storage.wide_copies: are of wide_banks; set those as well",
        ),
    ],
)
def test_values_of_double_width_have_a_place_and_a_way_back(
    settings: Mapping[str, str], message: str
) -> None:
    with pytest.raises(UserError, match=f"^ate-fp-103-lazy.toml: {re.escape(message)}$"):
        find_design("ate-fp-103-lazy", settings)


def test_the_configuration_has_every_key_as_it_was_set() -> None:
    design = find_design("small-f2-5", {"effort": "0", "all.mul.digit": "4"})
    found = design.configuration
    assert (found["effort"], found["all.mul.digit"], found["all.storage.kind"]) == ("0", "4", "ram")
    assert found["all.mul.kind"] == "digit-serial" and "name" not in found
    before = find_design("small-f2-5").configuration
    assert {key for key in found if found[key] != before[key]} == {"effort", "all.mul.digit"}
