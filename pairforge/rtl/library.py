"""From the units a machine names to the units there are."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial

from pairforge.errors import UserError
from pairforge.machine.design import Machine, UnitSpec
from pairforge.rtl.hdl import is_free_name
from pairforge.rtl.units.base import RadixUnit, Unit
from pairforge.rtl.units.digit_serial import DigitSerial
from pairforge.rtl.units.field import Field, digit_field
from pairforge.rtl.units.inverter import Inverter
from pairforge.rtl.units.inverter_divstep import DivstepInverter
from pairforge.rtl.units.karatsuba import Karatsuba, Split
from pairforge.rtl.units.linear import Frobenius, FrobeniusChain, Sum
from pairforge.rtl.units.modular_adder import ModularAdder
from pairforge.rtl.units.modular_adder_pipelined import PipelinedModularAdder
from pairforge.rtl.units.montgomery import Montgomery
from pairforge.rtl.units.montgomery_dot import MontgomeryDot
from pairforge.rtl.units.montgomery_pipelined import PipelinedMontgomery
from pairforge.rtl.units.polynomial import (
    PolynomialAdder,
    PolynomialConverter,
    PolynomialMontgomery,
    SeedPolynomials,
    seed_polynomials,
)
from pairforge.rtl.units.prime import prime_field

_ON_POLYNOMIALS = ("polynomial-montgomery", "polynomial-adder", "polynomial-converter")
_TAKEN = re.compile(r"in|out|clk|element_(in|out)|(write|read\d+|memory\d+)(_.*)?")


def make_units(machine: Machine, field: Field) -> dict[str, Unit]:
    """The units of a machine over a field, by name.

    Raises
    ------
    UserError
        Parameters that do not fit the field, or representations that differ (R of Montgomery), with the stage
        and unit they stand in.
    """
    units: dict[str, Unit] = {}
    words = _words(machine, field)
    if machine.loadable:
        try:
            prime_field(field)
        except UserError as error:
            raise UserError(f"stage.{machine.name}.modulus: loadable: {error}") from None
    for spec in machine.units:
        if not is_free_name(spec.name) or _TAKEN.fullmatch(spec.name):
            raise UserError(
                f"stage.{machine.name}.unit.{spec.name}: a name that the hardware uses itself; take another"
            )
        try:
            units[spec.name] = make_unit(spec, words, loadable=machine.loadable)
        except UserError as error:
            raise UserError(f"stage.{machine.name}.unit.{spec.name}: {error}") from None
    radix = radix_of(units)
    for name, unit in units.items():
        if isinstance(unit, RadixUnit) and radix is not None and unit.radix != radix:
            raise UserError(
                f"stage.{machine.name}.unit.{name}: R is 2^{unit.radix.bit_length() - 1} here and "
                f"2^{radix.bit_length() - 1} for another unit; give them cores that fill as many bits"
            )
    return units


def _words(machine: Machine, field: Field) -> Field:
    """The field as the units of a machine have it: in polynomials where one of them does.

    Raises UserError where others have not, or nothing converts what comes in and goes out.
    """
    on_polynomials = [unit for unit in machine.units if unit.kind in _ON_POLYNOMIALS]
    if not on_polynomials:
        return field
    for unit in machine.units:
        if unit.kind not in (*_ON_POLYNOMIALS, "sum"):
            raise UserError(
                f"stage.{machine.name}.unit.{unit.name}: {unit.kind!r} is for integers, but "
                f"{on_polynomials[0].name} is for polynomials; take one of {', '.join(_ON_POLYNOMIALS)}, sum"
            )
    if all("convert" not in unit.operations for unit in on_polynomials):
        raise UserError(
            f"stage.{machine.name}: what comes in and goes out are integers, but {on_polynomials[0].name} is "
            "for polynomials; add a unit of kind 'polynomial-converter'"
        )
    try:
        return seed_polynomials(field)
    except UserError as error:
        raise UserError(f"stage.{machine.name}.unit.{on_polynomials[0].name}: {error}") from None


def words_of(units: Mapping[str, Unit]) -> Field:
    """The field that all units of a machine compute in, whose elements are the words of its storage."""
    return next(iter(units.values())).field


def encoder_of(units: Mapping[str, Unit]) -> Callable[[int], int]:
    """From an element as an integer to a word of the machine."""
    words = words_of(units)
    return words.encode if isinstance(words, SeedPolynomials) else lambda element: element


def radix_of(units: Mapping[str, Unit]) -> int | None:
    """R of the multipliers that divide by it, None where none does."""
    return next((unit.radix for unit in units.values() if isinstance(unit, RadixUnit)), None)


def make_unit(spec: UnitSpec, field: Field, *, loadable: bool = False) -> Unit:
    """One unit over a field, `loadable`: whose modulus comes from an input; UserError where its parameters do
    not fit.
    """
    if spec.kind in _MODULAR:
        return _MODULAR[spec.kind](spec, field, loadable)
    if loadable and spec.kind != "sum":
        raise UserError(f'{spec.kind!r} is made for one p; leave out modulus = "loadable"')
    return _MAKERS[spec.kind](spec, field)


def _integer(spec: UnitSpec, key: str) -> int:
    value = spec.parameters[key]
    assert isinstance(value, int)
    return value


def _list(spec: UnitSpec, key: str) -> tuple[str, ...]:
    value = spec.parameters[key]
    assert isinstance(value, tuple)
    return tuple(map(str, value))


def _karatsuba(spec: UnitSpec, field: Field) -> Unit:
    return Karatsuba(
        digit_field(field),
        stages=_integer(spec, "stages"),
        cutoff=_integer(spec, "cutoff"),
        split=str(spec.parameters["split"]),
        ways=_integer(spec, "ways"),
        levels=tuple(Split.of(tag) for tag in _list(spec, "levels")) or None,
        cuts=_list(spec, "cuts") or None,
        chain=_integer(spec, "chain"),
        sharing=str(spec.parameters["sharing"]),
    )


def _chain(spec: UnitSpec, field: Field) -> Unit:
    return FrobeniusChain(digit_field(field), tuple(map(int, _list(spec, "steps"))))


def _montgomery_pipelined(made: type[PipelinedMontgomery], spec: UnitSpec, field: Field) -> Unit:
    return made(
        prime_field(field),
        _integer(spec, "stages"),
        _integer(spec, "levels"),
        _integer(spec, "block"),
        _integer(spec, "interval"),
    )


def _given(spec: UnitSpec, field: Field) -> Unit:
    raise UserError(
        f"{spec.kind!r} has figures but no hardware; explore it with `pairforge explore --block`, or take "
        "another kind"
    )


_MAKERS: Mapping[str, Callable[[UnitSpec, Field], Unit]] = {
    "karatsuba": _karatsuba,
    "digit-serial": lambda spec, field: DigitSerial(
        digit_field(field),
        _integer(spec, "digit"),
        structure=str(spec.parameters["structure"]),
        chain=_integer(spec, "chain"),
    ),
    "sum": lambda _, field: Sum(field, 1),
    "frobenius": lambda spec, field: Frobenius(digit_field(field), spec.power),
    "frobenius-chain": _chain,
    "inverter-divstep": lambda spec, field: DivstepInverter(prime_field(field), _integer(spec, "steps")),
    "modular-adder-pipelined": lambda spec, field: PipelinedModularAdder(
        prime_field(field), _integer(spec, "stages")
    ),
    "montgomery-pipelined": partial(_montgomery_pipelined, PipelinedMontgomery),
    "montgomery-dot": partial(_montgomery_pipelined, MontgomeryDot),
    "given": _given,
    "polynomial-montgomery": lambda spec, field: PolynomialMontgomery(
        seed_polynomials(field), str(spec.parameters["core"]), _integer(spec, "pause")
    ),
    "polynomial-adder": lambda _, field: PolynomialAdder(seed_polynomials(field)),
    "polynomial-converter": lambda _, field: PolynomialConverter(seed_polynomials(field)),
}

_MODULAR: Mapping[str, Callable[[UnitSpec, Field, bool], Unit]] = {
    "modular-adder": lambda spec, field, loadable: ModularAdder(
        prime_field(field), _integer(spec, "core"), str(spec.parameters["network"]), loadable
    ),
    "inverter": lambda spec, field, loadable: Inverter(
        prime_field(field), _integer(spec, "core"), str(spec.parameters["network"]), loadable
    ),
    "montgomery": lambda spec, field, loadable: Montgomery(
        prime_field(field), _integer(spec, "core"), _integer(spec, "depth"), loadable
    ),
}
