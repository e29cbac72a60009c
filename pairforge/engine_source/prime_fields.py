"""`prime/params.rs`: the moduli of the engine's prime fields, and the orders of its groups."""

from __future__ import annotations

from collections.abc import Sequence

from pairforge.engine_source.families import family_of
from pairforge.engine_source.fields import check_prime
from pairforge.engine_source.powers import seed_text
from pairforge.engine_source.rust import (
    HEADER,
    constant,
    constant_name,
    documentation,
    limb_count,
    limbs,
    short,
    type_name,
)
from pairforge.pairings.families.embedding_two import TypeACurve
from pairforge.pairings.families.optimal_ate import AteCurve

_ABOUT = """//! The prime fields' moduli and the groups' orders.

use super::field::Fp;
use super::limbs::parse_hex;
use super::prime_params::PrimeParams;
"""


def _field(name: str, kinds: tuple[str, str], letter: str, modulus: int, what: str) -> str:
    """A field: its parameters and the name of its elements."""
    count = limb_count(check_prime(modulus, f"{name}: {letter}"))
    params, element = (f"{type_name(name)}{kind}" for kind in kinds)
    return (
        "\n"
        + documentation(f"Parameters of {what}")
        + f"#[derive(Clone, Copy, Debug)]\npub enum {params} {{}}\n\n"
        + f"impl PrimeParams<{count}> for {params} {{\n"
        + f'    const NAME: &\'static str = "{name} {letter}";\n'
        + constant(f"const MODULUS: [u64; {count}]", limbs(modulus, count), 4)
        + "}\n\n"
        + documentation(f"An element of {what}")
        + f"pub type {element} = Fp<{params}, {count}>;\n"
    )


def _order(name: str, r: int, text: str) -> str:
    count = limb_count(r)
    declaration = f"pub const {constant_name(name)}_ORDER: [u64; {count}]"
    return "\n" + documentation(text) + constant(declaration, limbs(r, count))


def _ate(curve: AteCurve) -> str:
    name, family = short(curve), family_of(curve)
    title = name.upper()
    return (
        _field(
            name,
            ("Base", "Fp"),
            "p",
            curve.p,
            f"the base field of {title}: {family.prime}, u = {seed_text(curve.u)}.",
        )
        + _field(name, ("Scalar", "Fr"), "r", curve.r, f"the scalar field of {title}: {family.order}.")
        + _order(name, curve.r, f"The order of {title}'s groups: {family.order}.")
    )


def _type_a(curve: TypeACurve) -> str:
    name = short(curve)
    title = name.upper()
    return _field(
        name, ("Base", "Fp"), "p", curve.p, f"the base field of {title}: p + 1 = h r ({curve.source})."
    ) + _order(name, curve.r, f"The order of {title}'s group: r = {seed_text(curve.r)}.")


def prime_fields_file(ate: Sequence[AteCurve], type_a: Sequence[TypeACurve]) -> str:
    """The text of the file."""
    return HEADER + _ABOUT + "".join(map(_ate, ate)) + "".join(map(_type_a, type_a))
