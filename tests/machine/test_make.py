"""From the units a machine names to units over a field, and what does not fit."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from pairforge.errors import UserError
from pairforge.machine.design import Machine
from pairforge.machine.designs import find_design
from pairforge.machine.make import make_units
from pairforge.machine.storage import DelayLines
from pairforge.machine.units import read_unit
from pairforge.pairings.fields import PRIMES
from pairforge.pairings.registry import find_pairing
from pairforge.table import Table
from pairforge.units.base import LoadableUnit, Unit
from pairforge.units.fields.binary import BinaryField
from pairforge.units.fields.prime import PrimeField
from pairforge.units.inverter import Inverter
from pairforge.units.inverter_divstep import DivstepInverter
from pairforge.units.kinds import kinds
from pairforge.units.lift import Lift
from pairforge.units.modular_adder import ModularAdder
from pairforge.units.modular_adder_pipelined import PipelinedModularAdder
from pairforge.units.montgomery import Montgomery
from pairforge.units.montgomery_dot import MontgomeryDot
from pairforge.units.montgomery_pipelined import PipelinedMontgomery
from pairforge.units.parts.representation import encoder_of, radix_of, values_at, words_of
from pairforge.units.polynomial import PolynomialMontgomery, SeedPolynomials
from pairforge.units.product_pipelined import PipelinedProduct
from pairforge.units.reducer_pipelined import PipelinedReducer
from pairforge.units.sum import Sum
from pairforge.units.wide_adder_pipelined import PipelinedWideAdder

FIELD = BinaryField((5, 2, 0))


@pytest.mark.parametrize("name", ["beuchat-f2-5", "beuchat-f2-239"])
def test_every_unit_of_a_design_can_be_made(name: str) -> None:
    design = find_design(name)
    field = BinaryField(find_pairing(design.pairing).polynomial)
    for machine in design.stages:
        units = make_units(machine, field)
        assert list(units) == [spec.name for spec in machine.units]
        for spec in machine.units:
            assert units[spec.name].latency(1) >= 1
            assert 1 <= units[spec.name].interval(1) <= max(1, units[spec.name].latency(1))


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"final.mul.digit": "6"}, "stage.final.unit.mul: digit 6: must be from 1 to m = 5"),
        (
            {"final.power.steps": "[3, 1]"},
            "stage.final.unit.power: steps [3, 1]: give rising powers of Frobenius, the first 1",
        ),
        *(
            (
                {"miller.root.name": name},
                f"stage.miller.unit.{name}: a name that the hardware uses itself; take another",
            )
            for name in ("in", "out", "wire", "clk", "element_in", "read0", "memory1")
        ),
    ],
)
def test_what_does_not_fit_is_said_with_its_stage_and_unit(settings: Mapping[str, str], message: str) -> None:
    design = find_design("beuchat-f2-5", settings)
    with pytest.raises(UserError) as error:
        for machine in design.stages:
            make_units(machine, FIELD)
    assert str(error.value) == message


PRIME = PrimeField(251)
BN258 = PrimeField(PRIMES["fp-bn258"])


def machine_of(*units: Any) -> Machine:
    """A machine of units given as (name, kind, parameters)."""
    tables = [Table({"name": name, "kind": kind, **given}, "test") for name, kind, given in units]
    specs = [read_unit(table, kinds()) for table in tables]
    return Machine("miller", tuple(specs), DelayLines())


def test_units_over_a_large_prime() -> None:
    machine = machine_of(
        ("add", "modular-adder", {"core": 4, "network": "ripple"}),
        ("mul", "montgomery", {"core": 4, "depth": 1}),
        ("inv", "inverter", {"core": 4}),
        ("move", "sum", {}),
    )
    units = make_units(machine, PRIME)
    assert [type(unit).__name__ for unit in units.values()] == [
        "ModularAdder",
        "Montgomery",
        "Inverter",
        "Sum",
    ]
    assert [spec.operations for spec in machine.units] == [("add",), ("mul",), ("inv",), ("sum",)]
    assert units["add"] == ModularAdder(PRIME, 4, "ripple")
    assert units["mul"] == Montgomery(PRIME, 4, 1)
    assert units["inv"] == Inverter(PRIME, 4)
    assert units["move"] == Sum(PRIME)


def test_pipelined_units_over_a_large_prime() -> None:
    machine = machine_of(
        ("add", "modular-adder-pipelined", {"stages": 2}),
        ("mul", "montgomery-pipelined", {"stages": 3, "levels": 0, "block": 17, "interval": 2}),
        ("inv", "inverter-divstep", {"steps": 2}),
    )
    expected: dict[str, Unit] = {
        "add": PipelinedModularAdder(PRIME, 2),
        "mul": PipelinedMontgomery(PRIME, 3, 0, 17, 2),
        "inv": DivstepInverter(PRIME, 2),
    }
    assert make_units(machine, PRIME) == expected
    assert [spec.operations for spec in machine.units] == [("add",), ("mul",), ("inv",)]


def test_a_multiplier_of_two_products_does_single_ones_too() -> None:
    machine = machine_of(("mul", "montgomery-dot", {"stages": 3, "levels": 0, "block": 17, "interval": 2}))
    assert make_units(machine, PRIME) == {"mul": MontgomeryDot(PRIME, 3, 0, 17, 2)}
    for kind, attribute in (("mul", None), ("dot", 1), ("dot", -1)):
        unit = machine.unit_for(kind, attribute)
        assert unit is not None and unit.name == "mul"
    assert machine_of(("mul", "montgomery-pipelined", {})).unit_for("dot", 1) is None


def test_units_of_double_width() -> None:
    machine = machine_of(
        ("product", "product-pipelined", {"stages": 3, "levels": 0, "block": 17}),
        ("reduce", "reducer-pipelined", {"stages": 4, "levels": 1}),
        ("wide", "wide-adder-pipelined", {"stages": 2}),
        ("lift", "lift", {}),
    )
    expected: dict[str, Unit] = {
        "product": PipelinedProduct(PRIME, 3, 0, 17),
        "reduce": PipelinedReducer(PRIME, 4, 1),
        "wide": PipelinedWideAdder(PRIME, 2),
        "lift": Lift(PRIME),
    }
    units = make_units(machine, PRIME)
    assert units == expected
    assert [spec.operations for spec in machine.units] == [("product",), ("reduce",), ("wadd",), ("lift",)]
    assert radix_of(units) == 1 << 8
    widths = {name: values_at(unit, "y").width for name, unit in units.items()}
    assert widths == {"product": 16, "reduce": 8, "wide": 16, "lift": 16}


def test_units_on_polynomials() -> None:
    machine = machine_of(
        ("mul", "polynomial-montgomery", {"core": "serial", "pause": 2}),
        ("add", "polynomial-adder", {}),
        ("converter", "polynomial-converter", {}),
        ("move", "sum", {}),
    )
    assert [spec.operations for spec in machine.units] == [("mul",), ("add",), ("convert",), ("sum",)]
    units = make_units(machine, BN258)
    words = SeedPolynomials(BN258.p)
    assert {unit.field for unit in units.values()} == {words} == {words_of(units)}
    assert units["mul"] == PolynomialMontgomery(words, "serial", 2)
    assert units["move"].function((5,)) == 5
    assert radix_of(units) == words.u**5
    assert encoder_of(units)(words.p - 1) == words.encode(-1)


@pytest.mark.parametrize(
    ("units", "field", "message"),
    [
        (
            [("mul", "montgomery", {"core": 64}), ("inv", "inverter", {"core": 8})],
            PRIME,
            "stage.miller.unit.inv: R is 2^8 here and 2^64 for another unit; "
            "give them cores that fill as many bits",
        ),
        (
            [("mul", "montgomery", {})],
            FIELD,
            "stage.miller.unit.mul: it is for large prime fields, not for F_2^5",
        ),
        (
            [("mul", "polynomial-montgomery", {}), ("converter", "polynomial-converter", {})],
            PRIME,
            "stage.miller.unit.mul: p must be 36 u^4 + 36 u^3 + 24 u^2 + 6 u + 1 with u = 2^63 + s and "
            "0 < s < 1024, as of fp-bn258",
        ),
        (
            [("mul", "polynomial-montgomery", {}), ("add", "modular-adder", {})],
            BN258,
            "stage.miller.unit.add: 'modular-adder' is for integers, but mul is for polynomials; take one of "
            "polynomial-montgomery, polynomial-adder, polynomial-converter, sum",
        ),
        (
            [("mul", "polynomial-montgomery", {}), ("add", "polynomial-adder", {})],
            BN258,
            "stage.miller: what comes in and goes out are integers, but mul is for polynomials; "
            "add a unit of kind 'polynomial-converter'",
        ),
        (
            [("mul", "karatsuba", {})],
            PRIME,
            "stage.miller.unit.mul: it is for fields of characteristic 2 and 3, not for F_p, 8 bits",
        ),
    ],
)
def test_units_and_fields_that_do_not_go_together(
    units: Sequence[Any], field: BinaryField | PrimeField, message: str
) -> None:
    with pytest.raises(UserError) as error:
        make_units(machine_of(*units), field)
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("kind", "given", "message"),
    [
        ("montgomery", {"core": 1}, "test: core: must be a whole number from 2 to 2048, not 1"),
        ("montgomery-pipelined", {"stages": 97}, "test: stages: must be a whole number from 0 to 96, not 97"),
        ("montgomery-pipelined", {"levels": 7}, "test: levels: must be a whole number from -1 to 6, not 7"),
        ("montgomery-pipelined", {"block": 9}, "test: block: must be a whole number from 17 to 32, not 9"),
        ("montgomery-dot", {"interval": 33}, "test: interval: must be a whole number from 1 to 32, not 33"),
        ("montgomery", {"depth": 5}, "test: depth: must be a whole number from 1 to 4, not 5"),
        ("inverter", {"network": "x"}, "test: network: must be one of kogge-stone, ripple, not 'x'"),
        (
            "polynomial-montgomery",
            {"core": "wide"},
            "test: core: must be one of pipelined, serial, not 'wide'",
        ),
        ("modular-adder", {"core": 4096}, "test: core: must be a whole number from 2 to 2048, not 4096"),
    ],
)
def test_keys_of_units_over_a_large_prime(kind: str, given: Mapping[str, Any], message: str) -> None:
    with pytest.raises(UserError) as error:
        machine_of(("unit", kind, given))
    assert str(error.value) == message


def test_units_whose_modulus_is_loaded() -> None:
    machine = replace(
        machine_of(("add", "modular-adder", {}), ("mul", "montgomery", {}), ("inv", "inverter", {})),
        loadable=True,
    )
    units = make_units(machine, PRIME)
    p = PRIME.p
    loaded = {name: unit.loaded for name, unit in units.items() if isinstance(unit, LoadableUnit)}
    assert loaded["add"] == loaded["inv"] == {"modulus": (8, p)}
    assert loaded["mul"] == {"modulus": (8, p), "modulus_inverse64": (64, -pow(p, -1, 1 << 64) % 2**64)}
    assert all(f"{p:#x}" not in module.doc for unit in units.values() for module in unit.module().hierarchy())
    with pytest.raises(UserError, match="modulus: loadable: it is for large prime fields, not for F_2"):
        make_units(machine, FIELD)
    with pytest.raises(UserError, match="mul: 'montgomery-pipelined' is made for one p; leave out modulus"):
        make_units(replace(machine_of(("mul", "montgomery-pipelined", {})), loadable=True), PRIME)
