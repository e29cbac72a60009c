"""The parameter files of a curve of embedding degree 12: its pairing, its groups, its vector code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pairforge.algebra.tower import Coordinates
from pairforge.algebra.weierstrass import Affine, Curve
from pairforge.engine_source import places, powers
from pairforge.engine_source.curves import AteEngine, Chain, xi0_of
from pairforge.engine_source.families import Family, family_of
from pairforge.engine_source.fields import (
    check_generator,
    check_prime,
    coefficients,
    first_point,
    prime_field,
    quadratic_field,
)
from pairforge.engine_source.isogeny import isogenous_name
from pairforge.engine_source.lattice import Lattice, relations
from pairforge.engine_source.rust import (
    HEADER,
    Expression,
    array,
    call,
    constant,
    constant_name,
    documentation,
    hexadecimal,
    in_order,
    limb_count,
    module_name,
    pair,
    short,
    type_name,
    use,
)
from pairforge.engine_source.security import security_expression
from pairforge.engine_source.vector_code.source import SquaredField
from pairforge.engine_source.vector_code.words import Radix52
from pairforge.pairings.families.optimal_ate import FirstPoint, Generators
from pairforge.pairings.sswu_suites import SswuSuite

_SMALL = 1 << 16  # residues below this are written as small integers
_MOST_SEED = 125  # bits of u: 6 u + 2 must fit an u128
_DIGIT = 52  # bits of a digit of the vector code
_SPARE = 6  # bits of the vector code's digits above p, at least


@dataclass(frozen=True)
class AteConstants:
    """All that follows from the parameters of a curve, by exact arithmetic."""

    engine: AteEngine

    @property
    def name(self) -> str:
        """The curve's name, without that of the map."""
        return short(self.engine.curve)

    @cached_property
    def family(self) -> Family:
        """The family."""
        return family_of(self.engine.curve)

    @cached_property
    def p(self) -> int:
        """The characteristic."""
        return check_prime(self.engine.curve.p, f"{self.name}: p")

    @cached_property
    def r(self) -> int:
        """The order of the groups."""
        return check_prime(self.engine.curve.r, f"{self.name}: r")

    @property
    def limbs(self) -> int:
        """64-bit limbs of p."""
        return limb_count(self.p)

    @property
    def digits(self) -> int:
        """52-bit digits of p: the fewest that leave `_SPARE` bits for sums."""
        return -(-(self.p.bit_length() + _SPARE) // _DIGIT)

    @cached_property
    def field(self) -> Any:
        """F_p2."""
        return quadratic_field(self.p)

    @cached_property
    def xi(self) -> Any:
        """xi = xi0 + i, neither a square nor a cube."""
        xi = self.field([xi0_of(self.engine.curve), 1])
        if any(xi ** ((self.p**2 - 1) // n) == 1 for n in (2, 3)):
            raise ValueError(f"{self.name}: xi = {xi0_of(self.engine.curve)} + i is a square or a cube")
        return xi

    @cached_property
    def twist_b(self) -> Any:
        """b' = b xi for an M-twist, b / xi for a D-twist."""
        return self.engine.curve.b * (self.xi if self.engine.curve.twist == "M" else 1 / self.xi)

    @property
    def generators(self) -> Generators:
        """Those that the curve's file gives."""
        if self.engine.curve.generators is None:
            raise ValueError(f"{self.name}: its file has no table of generators, which the engine needs")
        return self.engine.curve.generators

    @cached_property
    def g1(self) -> Affine:
        """The generator of G1, of order r."""
        k = prime_field(self.p)
        curve = Curve(k(0), k(self.engine.curve.b))
        x, y = self.generators.g1
        point = (k(x % self.p), k(y % self.p))
        check_generator(curve, point, self.r, f"{self.name}, G1")
        return point

    @cached_property
    def g2(self) -> Affine:
        """The generator of G2, of order r on the twist."""
        k = self.field
        curve = Curve(k(0), self.twist_b)
        given = self.generators.g2
        if isinstance(given, FirstPoint):
            point = first_point(curve, k(list(given.x)), self.family.cofactor_g2(self.engine.curve), 2)
        else:
            if given is None:
                raise ValueError(f"{self.name}: its file has no generator of G2, which the engine needs")
            point = (k(list(given[0])), k(list(given[1])))
        check_generator(curve, point, self.r, f"{self.name}, G2")
        return point

    @cached_property
    def beta(self) -> int:
        """The cube root of unity g^((p - 1) / 3), g the least integer that is no cube."""
        powers_of = (pow(g, (self.p - 1) // 3, self.p) for g in range(2, self.p))
        return next(root for root in powers_of if root != 1)

    @cached_property
    def eigenvalue(self) -> int:
        """lambda with (beta x, y) = lambda (x, y) on G1: the cube root of unity mod r that says so of g1."""
        k = prime_field(self.p)
        curve = Curve(k(0), k(self.engine.curve.b))
        image = (self.beta * self.g1[0], self.g1[1])
        g = next(g for g in range(2, self.r) if pow(g, (self.r - 1) // 3, self.r) != 1)
        root = pow(g, (self.r - 1) // 3, self.r)
        return next(x for x in (root, root * root % self.r) if curve.multiply(x, self.g1) == image)

    @cached_property
    def psi(self) -> tuple[Any, Any]:
        """The factors of (PSI[0] x^p, PSI[1] y^p) on the twist: xi^((p-1)/3), xi^((p-1)/2), inverse for M."""
        base = self.xi if self.engine.curve.twist == "D" else 1 / self.xi
        factors = base ** ((self.p - 1) // 3), base ** ((self.p - 1) // 2)
        x, y = self.g2
        image = (x**self.p * factors[0], y**self.p * factors[1])
        if Curve(self.field(0), self.twist_b).multiply(self.p % self.r, self.g2) != image:
            raise ValueError(f"{self.name}: psi does not act on G2 as p")
        return factors

    @cached_property
    def omega(self) -> int:
        """The factor of psi^2(x, y) = (omega x, -y): the norm of psi's first factor."""
        return coefficients(self.psi[0] ** (self.p + 1), 2)[0]

    @cached_property
    def g1_lattice(self) -> Lattice:
        """Relations among 1 and lambda mod r."""
        return relations(self.r, self.eigenvalue, 2, limb_count(self.r))

    @cached_property
    def g2_lattice(self) -> Lattice:
        """Relations among 1, p, p^2, p^3 mod r."""
        return relations(self.r, self.p % self.r, 4, limb_count(self.r))

    # -- names ----------------------------------------------------------------------------------------------

    @property
    def rust(self) -> str:
        """The type of the curve; its fields are called that and Base, Fp, Scalar, Fr."""
        return type_name(self.name)

    @property
    def order_name(self) -> str:
        """The constant with r."""
        return f"{constant_name(self.name)}_ORDER"

    def residue(self, value: int) -> Expression:
        """An element of F_p."""
        if value < _SMALL:
            return call(f"{self.rust}Fp::small", str(value))
        return call(f"{self.rust}Fp::hex", hexadecimal(value, -(-self.p.bit_length() // 4)))

    def quadratic(self, value: Any) -> Expression:
        """An element of F_p2."""
        return call("Fp2::new", *(self.residue(c) for c in coefficients(value, 2)))


def pairing_file(constants: AteConstants) -> str:
    """`ate/curves/<curve>.rs`: the tower, the curve, and powers by its seed."""
    c = constants
    engine, curve = c.engine, c.engine.curve
    if curve.u.bit_length() > _MOST_SEED:
        raise ValueError(f"{curve.name}: the engine takes seeds of at most {_MOST_SEED} bits")
    seed = abs(curve.u)
    chain = _seed_chain(engine)
    third = _third_chain(engine) if c.family.third else None
    how = "M-twist, b' = b xi" if curve.twist == "M" else "D-twist, b' = b / xi"
    about = (
        f"y^2 = x^3 + {curve.b} of the family {curve.family.name}, u = {powers.seed_text(curve.u)}; "
        f"xi = {xi0_of(curve)} + i, {how}. {_generators_text(c.generators)}"
    )
    base = f"{c.rust}Base"
    body = (
        documentation(engine.title + ".")
        + f"#[derive(Clone, Copy, Debug, PartialEq, Eq)]\npub struct {c.rust};\n\n"
        + f"impl Tower for {c.rust} {{\n"
        + f"    type Fp = {c.rust}Fp;\n"
        + f"    const XI_REAL: u32 = {xi0_of(curve)};\n"
        + f"    const FROBENIUS: Frobenius<{c.rust}Fp, Self> = "
        + f"frobenius::<{base}, {c.limbs}, Self>(Self::XI_REAL);\n}}\n\n"
        + f"impl Curve for {c.rust} {{\n"
        + f'    const NAME: &\'static str = "{curve.name}";\n'
        + constant("const SECURITY: (u32, &'static str)", security_expression(curve.security), 4)
        + f"    const FAMILY: Family = Family::{c.family.variant};\n"
        + f"    const SEED: u128 = {_grouped(seed)};\n"
        + f"    const SEED_IS_NEGATIVE: bool = {str(curve.u < 0).lower()};\n"
        + f"    const B: u64 = {curve.b};\n"
        + f"    const TWIST: Twist = Twist::{curve.twist};\n"
        + f"    const ORDER: &'static [u64] = &{c.order_name};\n"
        + constant(f"const G1: ({c.rust}Fp, {c.rust}Fp)", pair(*(c.residue(_integer(v)) for v in c.g1)), 4)
        + constant(
            f"const G2: (Fp2<{c.rust}Fp, Self>, Fp2<{c.rust}Fp, Self>)",
            pair(c.quadratic(c.g2[0]), c.quadratic(c.g2[1])),
            4,
        )
        + documentation(f"{curve.b} {'xi' if curve.twist == 'M' else '/ xi'}.", 4)
        + constant(f"const TWIST_B: Fp2<{c.rust}Fp, Self>", c.quadratic(c.twist_b), 4)
        + "\n"
        + _methods(c, chain, third is not None)
        + "}\n"
    )
    if chain is not None:
        comment = documentation(f"|u| = {seed:#x} as a sum of entries of the table times powers of two.")
        body += "\n" + powers.digits_constant("SEED_DIGITS", chain, comment)
    if third is not None:
        body += "\n" + _third(c, third)
    return HEADER + documentation(f"{engine.title}.\n\n{about}", mark="//!") + "\n" + _imports(c, body) + body


def _integer(element: Any) -> int:
    return coefficients(element, 1)[0]


def _grouped(value: int) -> str:
    """Hexadecimal in groups of four digits."""
    text = f"{value:x}"
    text = text.zfill(-(-len(text) // 4) * 4)
    groups = [text[i : i + 4] for i in range(0, len(text), 4)]
    return "0x" + "_".join([groups[0].lstrip("0") or "0", *groups[1:]])


def _generators_text(generators: Generators) -> str:
    if isinstance(generators.g2, FirstPoint):
        return (
            f"Generators ({generators.source}): G1's is {generators.g1}, G2's the cofactor times the point "
            f"with x = {_text(generators.g2.x)} and an even real part of y."
        )
    return f"Generators: {generators.source}."


def _text(value: Coordinates) -> str:
    """c0 + c1 i for a comment, c1 = 0 or 1."""
    return {0: str(value[0]), 1: f"{value[0]} + i" if value[0] else "i"}[value[1]]


def _seed_chain(engine: AteEngine) -> Chain | None:
    """The chain of a^|u|; None where the sum of few signed powers of two is better."""
    seed = abs(engine.curve.u)
    chain = engine.seed_chain
    if chain is None and engine.split is None and not powers.is_sparse(seed):
        chain = powers.windows(seed)
    if chain is not None:
        powers.check(chain, seed, engine.curve.name)
    return chain


def _third_chain(engine: AteEngine) -> Chain:
    """The chain of a^|(u - 1) / 3|."""
    exponent = abs(engine.curve.u - 1) // 3
    chain = engine.third_chain or powers.windows(exponent)
    powers.check(chain, exponent, engine.curve.name)
    return chain


def _methods(c: AteConstants, chain: Chain | None, third: bool) -> str:
    """The functions of `impl Curve`."""
    if chain is None:
        sparse = powers.sparse_exponent(abs(c.engine.curve.u), c.engine.split)
        power = f"        {sparse}.power(a)\n"
    else:
        power = powers.chain_body(chain, "SEED_DIGITS", 8)
    comment, multiple = _mul_by_3_twist_b(c)
    hard = f"{c.family.hard_part}(a, pow_third_of_u_minus_1)" if third else f"{c.family.hard_part}(a)"
    text = (
        "    #[inline]\n"
        f"    fn mul_by_3_twist_b<F: Lift<{c.rust}Fp>>(a: &Fp2<F, Self>) -> Fp2<F, Self> {{\n"
        f"{comment}        {multiple}\n    }}\n\n"
        f"    fn pow_seed<F: Lift<{c.rust}Fp>>(a: &Fp12<F, Self>) -> Fp12<F, Self> {{\n{power}    }}\n\n"
        f"    fn hard_part<F: Lift<{c.rust}Fp>>(a: &Fp12<F, Self>) -> Fp12<F, Self> {{\n"
        f"        {hard}\n    }}\n"
    )
    if has_vector_code(c.engine):
        text += (
            '\n    #[cfg(all(feature = "std", target_arch = "x86_64", not(miri)))]\n'
            "    #[inline]\n"
            "    fn vectorised() -> Option<super::super::Vectorised<Self>> {\n"
            f"        {places.PRIME}::ifma::vectorised::<Self, {c.digits}, {c.limbs}>()\n    }}\n"
        )
    if has_lanes(c):
        text += (
            '\n    #[cfg(all(feature = "std", target_arch = "x86_64", not(miri)))]\n'
            "    #[inline]\n"
            "    fn miller_loop_in_lanes(\n"
            "        terms: &[super::super::PairOn<Self>],\n"
            "    ) -> Option<(super::super::Value<Self>, &[super::super::PairOn<Self>])> {\n"
            "        super::super::lanes::miller_loop(terms)\n    }\n"
        )
    return text


def _mul_by_3_twist_b(c: AteConstants) -> tuple[str, str]:
    """3 b' a, as a comment's line and an expression: by additions where b' is small."""
    curve = c.engine.curve
    if curve.twist == "M":
        return "", "mul_by_3_b_xi(a)"
    # b / xi = b (xi0 - i) / (xi0^2 + 1).
    if curve.b == xi0_of(curve) ** 2 + 1:
        real = "a.double()" if xi0_of(curve) == 2 else f"a.small_multiple({xi0_of(curve)})"
        return f"        // 3 ({xi0_of(curve)} - i) a.\n", f"{real}.sub(&a.mul_by_i()).triple()"
    return "", "a.mul(&Fp2::lift(&Self::TWIST_B)).triple()"


def _third(c: AteConstants, chain: Chain) -> str:
    """The power by (u - 1) / 3, and its digits."""
    u = c.engine.curve.u
    comment = documentation("a^((u - 1) / 3).")
    digits = documentation(
        f"|(u - 1) / 3| = {abs(u - 1) // 3:#x} as entries of the table times powers of two."
    )
    function = (
        f"fn pow_third_of_u_minus_1<F: Lift<{c.rust}Fp>>(a: &Fp12<F, {c.rust}>) -> Fp12<F, {c.rust}> {{\n"
        f"{powers.chain_body(chain, 'THIRD_DIGITS', 4, conjugate=u < 0)}}}\n"
    )
    return comment + function + "\n" + powers.digits_constant("THIRD_DIGITS", chain, digits)


def _imports(c: AteConstants, body: str) -> str:
    names = ["Curve", "Family", "Twist", *(["mul_by_3_b_xi"] if "mul_by_3_b_xi" in body else [])]
    used = [
        name
        for name in ("Digit", "SparseExponent", "minus", "plus", "windowed_power")
        if f"{name}(" in body or f"{name} {{" in body or f"{name};" in body
    ]
    security = f"use {places.SECURITY_MODULE};\n" if "security::" in body else ""
    return (
        use("super::super::curve", names)
        + use("super::super::final_exponentiation", [c.family.hard_part])
        + use("super::super::power", used)
        + use(f"{places.PRIME}::params", (c.order_name, f"{c.rust}Base", f"{c.rust}Fp"))
        + use(f"{places.PRIME}::tower", ("Fp2", "Fp12", "Frobenius", "Lift", "Tower", "frobenius"))
        + f"{security}\n"
    )


def groups_file(constants: AteConstants, suites: Sequence[SswuSuite] = ()) -> str:
    """`groups/curves/<curve>.rs`: endomorphisms, their lattices, and how to hash to the groups."""
    c = constants
    twist = c.engine.curve.twist
    inverse = "" if twist == "D" else "-"
    about = (
        f"Endomorphisms of the groups of {c.name.upper()}"
        + (", and RFC 9380's suites with SHA-256 for hashing to the groups." if suites else ".")
        + "\n\nThe bases are LLL-reduced (flint), with the signs that make the rounding constants positive."
    )
    fp, fp2 = f"{c.rust}Fp", f"Fp2<{c.rust}Fp, Self>"
    parts = [
        f"    type Fr = {c.rust}Fr;\n\n",
        constant(f"const G1_B: {fp}", c.residue(c.engine.curve.b), 4),
        documentation("g^((p - 1) / 3), g the least integer that is no cube.", 4)
        + constant(f"const BETA: {fp}", c.residue(c.beta), 4),
        documentation(f"xi^({inverse}(p - 1) / 3) and xi^({inverse}(p - 1) / 2).", 4)
        + constant(f"const PSI: [{fp2}; 2]", array(c.quadratic(factor) for factor in c.psi), 4),
        documentation("PSI\\[0\\]^(p + 1).", 4) + constant(f"const OMEGA: {fp}", c.residue(c.omega), 4),
        documentation("Relations among 1 and lambda mod r.", 4)
        + constant("const G1_LATTICE: Lattice", c.g1_lattice.rust(), 4),
        documentation("Relations among 1, p, p^2 and p^3 mod r.", 4)
        + constant("const G2_LATTICE: Lattice", c.g2_lattice.rust(), 4),
    ]
    text = "".join(parts)
    for suite in suites:
        group = suite.group
        text += (
            f"\n    fn hash_to_{group.lower()}_curve(message: &[&[u8]], dst: &[u8])"
            f" -> Jacobian<{group}<Self>> {{\n"
            f"        map_two::<{isogenous_name(suite)}>(&hash_to_field(message, dst))\n    }}\n"
        )
    return (
        HEADER
        + documentation(about, mark="//!")
        + "\n"
        + _groups_imports(c, suites)
        + f"\nimpl PairingGroups for {c.rust} {{\n{text}}}\n"
    )


def _groups_imports(c: AteConstants, suites: Sequence[SswuSuite]) -> str:
    groups = [*(suite.group for suite in suites), "PairingGroups"]
    hashing = [*map(isogenous_name, suites), "hash_to_field", "map_two"]
    return (
        use(f"{places.PRIME}::ate", [c.rust])
        + use(f"{places.PRIME}::curve", ["Lattice", *(["Jacobian"] if suites else [])])
        + use(f"{places.PRIME}::groups", groups)
        + (use(f"{places.PRIME}::hash_to_curve", hashing) if suites else "")
        + use(f"{places.PRIME}::params", [f"{c.rust}Fp", f"{c.rust}Fr"])
        + use(f"{places.PRIME}::tower", ["Fp2"])
    )


def curves_module(all_constants: Sequence[AteConstants]) -> str:
    """`ate/curves/mod.rs`."""
    types = {module_name(c.name): c.rust for c in all_constants}
    modules = "".join(f"mod {module};\n" for module in in_order(types))
    uses = "".join(f"pub use {module}::{types[module]};\n" for module in in_order(types))
    return f"{HEADER}//! The curves' parameters.\n\n{modules}\n{uses}"


def groups_module(all_constants: Sequence[AteConstants]) -> str:
    """`groups/curves/mod.rs`."""
    modules = "".join(f"mod {module};\n" for module in in_order(module_name(c.name) for c in all_constants))
    return f"{HEADER}//! The groups' parameters.\n\n{modules}"


def has_vector_code(engine: AteEngine) -> bool:
    """Whether the vector code has the pairing: with a power by (u - 1)/3 it takes negative seeds alone."""
    return not family_of(engine.curve).third or engine.curve.u < 0


def has_lanes(c: AteConstants) -> bool:
    """Whether terms of a product go in lanes of doubles: those are for six words, and xi is to be small."""
    return c.limbs == 6 and xi0_of(c.engine.curve) <= 2


def vector_file(all_constants: Sequence[AteConstants]) -> str:
    """`ifma/params.rs`: the fields in digits of 52 bits."""
    found = [c for c in all_constants if has_vector_code(c.engine)]
    text = (
        f"{HEADER}"
        + documentation(
            "The curves in digits of 52 bits, the fewest that leave six bits above p for sums. R = 2^(52 L).",
            mark="//!",
        )
        + "\nuse super::curve::InLanes;\n"
        + "use super::radix::{DIGIT, Radix52, digits, power_of_two};\n"
        + f"use {places.PRIME}::PrimeParams;\n"
        + use(f"{places.PRIME}::ate", (c.rust for c in found))
        + use(f"{places.PRIME}::params", (f"{c.rust}Base" for c in found))
    )
    for c in found:
        base, n, size = f"{c.rust}Base", c.limbs, c.digits
        array_type, power = f"[u64; {size}]", f"power_of_two::<Self, {n}, {size}>"
        text += (
            f"\nimpl Radix52<{size}> for {base} {{\n"
            f"    const P: {array_type} = digits(&<Self as PrimeParams<{n}>>::MODULUS);\n"
            f"    const XI: u32 = {xi0_of(c.engine.curve)};\n"
            f"    const ENTER: {array_type} = {power}(2 * DIGIT * {size} - 64 * {n});\n"
            f"    const LEAVE: {array_type} = {power}(64 * {n});\n"
            f"    const ONE: {array_type} = {power}(DIGIT * {size});\n}}\n\n"
            f"impl InLanes<{size}, {n}> for {c.rust} {{\n"
            f"    type Params = {base};\n"
            f"    const WINDOW: u32 = {c.engine.window};\n}}\n"
        )
    return text


def squared_fields(all_constants: Sequence[AteConstants]) -> list[SquaredField]:
    """The fields of the vector code, as their squares are scheduled for."""
    return [
        SquaredField(
            c.name, module_name(c.name), f"{c.rust}Base", Radix52(c.p, c.digits, xi0_of(c.engine.curve))
        )
        for c in all_constants
        if has_vector_code(c.engine)
    ]
