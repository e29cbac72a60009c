"""What a design computes: of the catalogue, of a curve's file, or a user's algorithm, tried on symbols."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from pairforge.compiler.field import read_field
from pairforge.errors import UserError
from pairforge.jobs.registry import find_computation
from pairforge.jobs.several import Several
from pairforge.jobs.user import PRIME_FIELD, UserComputation, Written
from pairforge.machine.design import Design
from pairforge.outside import OutsideFunction
from pairforge.pairings.computation import Computation
from pairforge.pairings.families.base import Terms
from pairforge.pairings.registry import PAIRINGS, nearest
from pairforge.program.trace import Tracer
from pairforge.units.fields.binary import BinaryField
from pairforge.units.fields.ternary import TernaryField
from pairforge.units.keys import KeysOptions


def computation_of(design: Design) -> Computation:
    """The computation a design names (UserError where there is none, or it cannot be hardware)."""
    key = "pairing" if design.algorithm is None else "algorithm"
    try:
        if design.algorithm is None:
            return _with_places(find_computation(design.pairing), design)
        return _own_computation(design.algorithm)
    except UserError as error:
        raise UserError(f"{key}: {error}") from None


def _with_places(computation: Computation, design: Design) -> Computation:
    """A computation for as many places for keys as the design's store has."""
    units = (unit.options for machine in design.stages for unit in machine.units)
    places = next((options.places for options in units if isinstance(options, KeysOptions)), None)
    if places is None or not isinstance(computation, Several):
        return computation
    return computation.with_places(places)


@lru_cache(maxsize=64)
def _own_computation(source: OutsideFunction) -> UserComputation:
    """The computation of a function in a file; the same object for the same text.

    Raises
    ------
    UserError
        The file fails or has no such algorithm, its field is none, or it cannot be hardware.
    """
    written = source.found()
    if not isinstance(written, Written):
        raise UserError(
            f"{source}: is no algorithm; write @pairforge.algorithm(field=...) above the function"
        )
    characteristic, terms = _field(source, written)
    return UserComputation(source, written, characteristic, terms, _count)


def _field(source: OutsideFunction, written: Written) -> tuple[int, Terms]:
    """Characteristic and polynomial of the field that an algorithm is over."""
    for key, value in (("field", written.field), ("curve", written.curve)):
        if not isinstance(value, str | None):
            raise UserError(f"{source}: {key}: must be text, not {value!r}")
    if written.curve is not None:
        if written.curve not in PAIRINGS:
            raise UserError(
                f"{source}: curve: no pairing {written.curve!r}; {nearest(written.curve, PAIRINGS)}"
            )
        pairing = PAIRINGS[written.curve]
        large = pairing.characteristic > 3
        return pairing.characteristic, PRIME_FIELD if large else pairing.polynomial_terms
    try:
        field = read_field(str(written.field), "field")
    except UserError as error:
        raise UserError(f"{source}: {error}") from None
    match field:
        case BinaryField():
            return 2, tuple((exponent, 1) for exponent in field.exponents)
        case TernaryField():
            return 3, field.terms
    return field.characteristic, PRIME_FIELD


def _count(computation: UserComputation, inputs: Sequence[str]) -> int:
    """How many elements an algorithm returns."""
    tracer = Tracer(computation.characteristic, computation.degree, inputs)
    return len(computation.run(tracer, *(tracer.input(name, i) for i, name in enumerate(inputs))))
