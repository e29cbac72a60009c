"""The units the tests run: every kind, with options that reach every branch of its hardware."""

import re
from dataclasses import fields, is_dataclass

from pairforge.pairings.curves import curves_of
from pairforge.pairings.families.embedding_two import TypeACurve
from pairforge.program.decisions import Move
from pairforge.units.base import Unit
from pairforge.units.digit_serial import DigitSerial
from pairforge.units.fields.binary import BinaryField
from pairforge.units.fields.prime import PrimeField
from pairforge.units.fields.quadratic import QuadraticField
from pairforge.units.fields.ternary import TernaryField
from pairforge.units.frobenius import Frobenius
from pairforge.units.frobenius_chain import FrobeniusChain
from pairforge.units.inverter import Inverter
from pairforge.units.inverter_divstep import DivstepInverter
from pairforge.units.karatsuba import Karatsuba, Split
from pairforge.units.lift import Lift
from pairforge.units.logic import Logic
from pairforge.units.modular_adder import ModularAdder
from pairforge.units.modular_adder_pipelined import PipelinedModularAdder
from pairforge.units.modular_sum_pipelined import PipelinedModularSum
from pairforge.units.montgomery import Montgomery
from pairforge.units.montgomery_dot import MontgomeryDot
from pairforge.units.montgomery_pipelined import PipelinedMontgomery
from pairforge.units.montgomery_sums import MontgomerySums
from pairforge.units.parts.carry import NETWORKS
from pairforge.units.product_pipelined import PipelinedProduct
from pairforge.units.quadratic.adder import QuadraticAdder
from pairforge.units.quadratic.inverter import QuadraticInverter
from pairforge.units.quadratic.multiplier import QuadraticMultiplier
from pairforge.units.reducer_pipelined import PipelinedReducer
from pairforge.units.sha256 import Sha256
from pairforge.units.sum import Sum
from pairforge.units.wide_adder_pipelined import PipelinedWideAdder

TYPE_A_CURVES = curves_of(TypeACurve)

F5 = BinaryField((5, 2, 0))
F7 = BinaryField((7, 1, 0))
F11 = BinaryField((11, 2, 0))
F31 = BinaryField((31, 3, 0))
F239 = BinaryField((239, 81, 0))
PENTANOMIAL = BinaryField((32, 7, 3, 2, 0))
T2 = TernaryField(((2, 1), (0, 1)))
T3 = TernaryField(((3, 1), (1, -1), (0, 1)))
T5 = TernaryField(((5, 1), (1, -1), (0, 1)))
T11 = TernaryField(((11, 1), (2, 1), (0, -1)))
T31 = TernaryField(((31, 1), (5, -1), (0, 1)))
T97 = TernaryField(((97, 1), (16, 1), (0, -1)))

KARATSUBA = [
    Karatsuba(F5),
    Karatsuba(F5, stages=3, cutoff=1),
    Karatsuba(F5, stages=2, cutoff=2, split="oddeven"),
    Karatsuba(F5, stages=1, cutoff=2, ways=3),
    Karatsuba(F7, stages=4, cutoff=1, ways=(3, 2)),
    Karatsuba(F7, stages=3, cutoff=2, split=("halves", "oddeven")),
    Karatsuba(F11, stages=5, cutoff=2),
    Karatsuba(F11, stages=5, cutoff=1, split=("oddeven", "halves")),
    Karatsuba(F11, stages=2, levels=(Split("halves", 8), Split("halves", 4)), cuts=("in1", "out1")),
    Karatsuba(F31, stages=9, cutoff=4),
    Karatsuba(F31, stages=4, cutoff=3, ways=(2, 3)),
    Karatsuba(F31, stages=14, cutoff=8, split="oddeven"),
    Karatsuba(F31, stages=5, levels=(Split("three", 13), Split("halves", 7), Split("three", 3))),
    Karatsuba(PENTANOMIAL, stages=6, cutoff=5),
    Karatsuba(F11, stages=2, levels=(Split("toom", 4),), cuts=("in1", "mid"), sharing="pairs"),
    Karatsuba(
        F31,
        stages=7,
        levels=(Split("toom", 11), Split("halves", 6)),
        cuts=("in0", "in2", "out2", "out1", "mid", "out0", "reduced"),
    ),
    Karatsuba(F11, stages=4, levels=(Split("halves", 5), Split("halves", 2))),
    Karatsuba(F31, stages=6, levels=(Split("halves", 14), Split("halves", 6), Split("three", 2))),
    Karatsuba(T2, stages=1, cutoff=1),
    Karatsuba(T3),
    Karatsuba(T3, stages=2, cutoff=1, ways=3, chain=1),
    Karatsuba(T5, stages=2, cutoff=2, split="oddeven"),
    Karatsuba(T5, stages=1, cutoff=2, ways=3),
    Karatsuba(T5, stages=3, cutoff=5, chain=5),
    Karatsuba(T5, stages=1, levels=(), cuts=("in0",), chain=3),
    Karatsuba(T11, stages=5, cutoff=2),
    Karatsuba(T11, stages=4, cutoff=1, split=("oddeven", "halves"), chain=3),
    Karatsuba(T11, stages=2, levels=(Split("halves", 8), Split("halves", 4)), cuts=("in1", "out1"), chain=4),
    Karatsuba(T11, stages=5, levels=(Split("three", 3), Split("three", 1))),
    Karatsuba(T31, stages=6, levels=(Split("halves", 14), Split("halves", 6), Split("three", 2))),
    Karatsuba(T31, stages=7, cutoff=4, chain=3),
    Karatsuba(T31, stages=4, cutoff=3, ways=(2, 3)),
    Karatsuba(T31, stages=9, cutoff=8, split="oddeven", chain=8),
    Karatsuba(T31, stages=5, levels=(Split("three", 13), Split("halves", 7), Split("three", 3))),
]

DIGIT_SERIAL = [
    DigitSerial(field, digit, structure)
    for structure in ("joint", "separate")
    for field, digit in (
        (F5, 1),
        (F5, 2),
        (F5, 5),
        (F7, 3),
        (F11, 4),
        (F31, 16),
        (PENTANOMIAL, 8),
        (F239, 3),
        (T2, 1),
        (T3, 2),
        (T3, 3),
        (T5, 1),
        (T5, 3),
        (T31, 8),
        (T97, 5),
    )
] + [DigitSerial(T11, 4, chain=4), DigitSerial(T31, 7, "separate", chain=3)]

LINEAR: list[Unit] = [
    *(Sum(F5, n) for n in (1, 2, 3)),
    Sum(F239, 5),
    *(Frobenius(F5, k) for k in (1, 2, -1, -2)),
    *(Frobenius(PENTANOMIAL, k) for k in (1, -1, 16)),
    *(Frobenius(F239, k) for k in (1, -1)),
    FrobeniusChain(F5, (1,)),
    FrobeniusChain(F7, (1, 3)),
    FrobeniusChain(F11, (1, 3, 4)),
    FrobeniusChain(F239, (1, 3)),
    *(Sum(T3, n) for n in (1, 2, 3)),
    Sum(T97, 4),
    *(Frobenius(T5, k) for k in (1, 2, -1, -2)),
    *(Frobenius(T31, k) for k in (1, -1, 16)),
    *(Frobenius(T97, k) for k in (1, -1)),
    FrobeniusChain(T5, (1,)),
    FrobeniusChain(T11, (1, 3, 4)),
    FrobeniusChain(T97, (1, 3)),
]

P3, P4, P6, P8, P16 = (PrimeField(p) for p in (7, 13, 61, 251, 65521))
Q6, Q61 = (QuadraticField(PrimeField(p)) for p in (59, (1 << 61) - 1))
P512 = PrimeField(TYPE_A_CURVES["tate-ss512"].p)

PRIME: list[Unit] = [
    Sum(P16),
    *(ModularAdder(P3, core, network) for core in (2, 3) for network in NETWORKS),
    ModularAdder(P6, 2, "ripple"),
    ModularAdder(P6, 5),
    ModularAdder(P8, 8),
    ModularAdder(P16, 64, "ripple"),
    ModularAdder(P512, 100),
    Montgomery(P3, 3, 1),
    Montgomery(P3, 8, 3),
    Montgomery(P4, 2, 2),
    *(Montgomery(P6, 2, depth) for depth in (1, 2, 3, 4)),
    Montgomery(P6, 5, 1),
    Montgomery(P8, 2, 1),
    Montgomery(P16, 3, 2),
    Montgomery(PrimeField((1 << 61) - 1), 20, 2),
    Sha256(P512),
    *(
        Logic(field, stages, moves=moves)
        for field, stages, moves in (
            (P3, 1, ()),
            (P6, 2, (Move(1), Move(4), Move(2, 5))),
            (P16, 5, (Move(2, 14),)),
            (P512, 9, (Move(1), Move(126), Move(4, 128), Move(255, 256))),
        )
    ),
    *(PipelinedModularAdder(field, stages) for field, stages in ((P3, 1), (P6, 2), (P16, 3), (P512, 7))),
    PipelinedModularSum(P3, 1),
    PipelinedModularSum(P16, 3, fewest=3),
    PipelinedModularSum(PrimeField((1 << 61) - 1), 4, values=4),
    PipelinedMontgomery(P3, 1),
    PipelinedMontgomery(P4, 2, 2),
    PipelinedMontgomery(P6, 3, 1, 17),
    PipelinedMontgomery(P16, 6),
    PipelinedMontgomery(PrimeField((1 << 61) - 1), 9, 1),
    PipelinedMontgomery(PrimeField((1 << 61) - 1), 7, 0, 24, 2),
    PipelinedMontgomery(P16, 4, 1, 24, 4),
    PipelinedMontgomery(P8, 12, 0, 24, 8),
    PipelinedMontgomery(PrimeField((1 << 107) - 1), 14, 2, 26),
    MontgomeryDot(P3, 1),
    MontgomeryDot(P16, 6, 1, 17),
    MontgomeryDot(PrimeField((1 << 61) - 1), 9),
    MontgomeryDot(PrimeField((1 << 61) - 1), 7, 0, 24, 2),
    MontgomeryDot(P8, 12, 0, 24, 8),
    MontgomerySums(P3, 1),
    MontgomerySums(P16, 6, 1, 17),
    MontgomerySums(PrimeField((1 << 61) - 1), 9),
    *(PipelinedWideAdder(field, stages) for field, stages in ((P3, 1), (P6, 2), (P16, 3), (P512, 14))),
    PipelinedProduct(P3, 1),
    PipelinedProduct(P16, 4, 1, 17),
    PipelinedProduct(PrimeField((1 << 107) - 1), 9, 2, 26),
    PipelinedReducer(P3, 1),
    PipelinedReducer(P16, 5),
    PipelinedReducer(PrimeField((1 << 107) - 1), 12, 2, 26),
    *(QuadraticAdder(field, stages) for field, stages in ((Q6, 1), (Q61, 5))),
    QuadraticMultiplier(Q6, 1),
    QuadraticMultiplier(Q61, 9, 1, 17),
    QuadraticMultiplier(Q61, 12, 0, 24, 8),
    QuadraticMultiplier(Q6, 9, 0, 24, 8, integrated=True),
    QuadraticInverter(Q6, DivstepInverter(Q6.base, 2)),
    Lift(P6),
    Inverter(P3, 2),
    Inverter(P3, 8),
    DivstepInverter(P6, 1),
    DivstepInverter(P16, 5),
    Inverter(P6, 2, "kogge-stone"),
    Inverter(P16, 6),
]

FAST = 1000
"""A clock for which the units that work word by word cut their sums, parts being of 8 bits."""

WORD_BY_WORD: list[Unit] = [
    *(ModularAdder(P16, core, network, clock=FAST) for core in (5, 16) for network in NETWORKS),
    ModularAdder(P512, 64, clock=FAST),
    Montgomery(P3, 8, clock=FAST),
    *(Montgomery(P6, 2, depth, clock=FAST) for depth in (1, 2, 3, 4)),
    Montgomery(P8, 4, 3, clock=FAST),
    Montgomery(P16, 4, 3, clock=FAST),
    Montgomery(PrimeField((1 << 61) - 1), 20, 4, clock=FAST),
    Inverter(P6, 2, clock=FAST),
    Inverter(P8, 8, "kogge-stone", clock=FAST),
    Inverter(P16, 9, clock=FAST),
]
"""Those whose sums take two cycles."""

PRIME += WORD_BY_WORD

UNITS: list[Unit] = [*KARATSUBA, *DIGIT_SERIAL, *LINEAR, *PRIME]


def name(unit: Unit) -> str:
    """For test identifiers: the class, and what its options are where they are not the usual ones.

    The module has a name too, but making it takes long, and identifiers are wanted before any test runs.
    """
    assert is_dataclass(unit)
    said = [type(unit).__name__]
    for option in fields(unit):
        value = getattr(unit, option.name)
        if value != option.default:
            said.append(value.name if option.name == "field" else f"{option.name}{value}")
    return re.sub(r"\W+", "_", " ".join(said)).strip("_")
