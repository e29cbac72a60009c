"""Powers in the cyclotomic subgroup by compressed squares (Karabina, Mathematics of Computation 82, 2013).

With x = a + b w + c w^2 over F_q2 = F_q(s), the parts b and c of x^2 depend on those of x alone: a square of
(b, c) takes 12 multiplications instead of 18. With b = g2 + g3 s, c = g4 + g5 s,

    a = g0 + g1 s,   g1 = (xi g5^2 + 3 g4^2 - 2 g3)/(4 g2),   g0 = xi (2 g1^2 + g2 g5 - 3 g3 g4) + 1.

Where g2 is 0 that is right for x = 1 alone (0 has the inverse 0); of other elements that is a share below
1/p^2. A power is taken from its lowest digit on, and all that is restored for it shares one inversion.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from pairforge.algebra.arithmetic import E, PrimeArithmetic
from pairforge.pairings.ate import cyclotomic
from pairforge.pairings.ate.chains import signed_digits
from pairforge.pairings.ate.elements import of_flat
from pairforge.pairings.ate.fq2 import Fq2
from pairforge.pairings.ate.parameters import AteTower
from pairforge.pairings.ate.powers import TABLES, Accumulator, power
from pairforge.pairings.ate.top import Fq6, Top

Parts = tuple[Fq2[E], Fq2[E]]

_SQUARE, _COMPRESSED = 18, 12  # products
_RESTORED, _PLAIN = 32, 12  # products for a power that is restored, or made plain from raised
_INVERSION = 200  # what an inversion is worth in products


@dataclass(frozen=True)
class Plan:
    """Places of the digits, each with its sign, in increasing order.

    `low` are reached by squares, `middle` by compressed squares, `high` by squares again.
    """

    low: tuple[tuple[int, int], ...]
    middle: tuple[tuple[int, int], ...]
    high: tuple[tuple[int, int], ...]

    @property
    def cost(self) -> int:
        """Products in F_p beside those of the powers with each other."""
        start = self.low[-1][0] if self.low else 0
        end = self.middle[-1][0] if self.middle else start
        last = self.high[-1][0] if self.high else end
        made = _SQUARE * (start + last - end) + _COMPRESSED * (end - start)
        made += _RESTORED * len(self.middle) + _PLAIN * (len(self.low) + len(self.high))
        return made + (_INVERSION if self.middle else 0)


@cache
def plan_of(exponent: int) -> Plan | None:
    """The cheapest plan for a positive exponent; None where squares alone are no worse."""
    (_, _), *digits = signed_digits(exponent)
    place = sum(run for run, _ in digits)
    places = [(place, 1)]
    for run, digit in digits:
        place -= run
        if digit:
            places.append((place, digit))
    places.reverse()
    ends = range(len(places) + 1)
    plans = [
        Plan(tuple(places[:i]), tuple(places[i:j]), tuple(places[j:])) for i in ends for j in ends if i <= j
    ]
    best = min(plans, key=lambda plan: plan.cost)
    return best if best.middle else None


def compressed_power(
    k: PrimeArithmetic[E], tower: AteTower, x: Top[E], raised: Top[E], exponent: int
) -> Accumulator[E]:
    """x^exponent as `powers.power` has it, by compressed squares where they pay."""
    plan = plan_of(abs(exponent)) if abs(exponent) not in TABLES else None
    if plan is None or not isinstance(x, Fq6):
        return power(k, tower, x, raised, exponent)
    current, place = Accumulator(k, tower, raised, x), 0
    factors: list[Top[E]] = []
    for low, sign in plan.low:
        if low > place:
            current.square(low - place)
        plain = current.plain() if low else x
        factors.append(plain if sign > 0 else plain.conjugate())
        place = low
    assert isinstance(current.raised, Fq6)
    _, b, c = current.raised.thirds
    reached: list[Parts[E]] = []
    for middle, _ in plan.middle:
        b, c = _squares(k, tower, (b, c), middle - place)
        reached.append((b, c))
        place = middle
    restored = _restored(k, reached)
    signs = [sign for _, sign in plan.middle]
    factors += [plain if sign > 0 else plain.conjugate() for plain, sign in zip(restored, signs, strict=True)]
    current = Accumulator(k, tower, cyclotomic.raised(restored[-1]), restored[-1])
    for high, sign in plan.high:
        current.square(high - place)
        if (high, sign) != plan.high[-1]:
            plain = current.plain()
            factors.append(plain if sign > 0 else plain.conjugate())
        place = high
    if not plan.high:
        factors.pop()
    for factor in factors:
        current.times(factor)
    if exponent < 0:
        current.raised = current.raised.conjugate()
    return current


def cyclotomic_power(
    k: PrimeArithmetic[E], tower: AteTower, x: Top[E], raised: Top[E], exponent: int
) -> Accumulator[E]:
    """x^exponent the tower's way, `raised` is x, raised: by compressed squares or without."""
    way = compressed_power if tower.compressed else power
    return way(k, tower, x, raised, exponent)


def _squares(k: PrimeArithmetic[E], tower: AteTower, parts: Parts[E], times: int) -> Parts[E]:
    """Compressed squares of raised parts, so many times."""

    def of(flat: tuple[E, ...]) -> Parts[E]:
        g2, g3, g4, g5 = of_flat(tower.rules, flat)
        return Fq2(g2, g3), Fq2(g4, g5)

    def flat(parts: Parts[E]) -> tuple[E, ...]:
        return tuple(e for part in parts for g in (part.a, part.b) for e in g.flat)

    def body(state: tuple[E, ...]) -> tuple[E, ...]:
        return flat(cyclotomic.compressed_square(*of(state)))

    return of(k.loop("compressed", times, flat(parts), body))


def _restored(k: PrimeArithmetic[E], reached: Sequence[Parts[E]]) -> list[Fq6[E]]:
    """The plain elements with these raised parts: all divisions by one inversion (Montgomery's trick)."""
    k.block("restore")
    one, third = k.constant(1), k.constant(pow(3, -1, k.characteristic))
    plain = [tuple(g.scale(third) for part in parts for g in (part.a, part.b)) for parts in reached]
    divisors = [g2.times(4) for g2, *_ in plain]
    running = divisors[:1]
    for divisor in divisors[1:]:
        running.append(running[-1] * divisor)
    inverse = running[-1].inverse(k)
    made = []
    for i in reversed(range(len(plain))):
        g2, g3, g4, g5 = plain[i]
        own = inverse * running[i - 1] if i else inverse
        inverse = inverse * divisors[i]
        g1 = (g5.square().times_xi() + g4.square().times(3) - g3.times(2)) * own
        g0 = (g1.square().times(2) + g2 * g5 - (g3 * g4).times(3)).times_xi()
        g0 = g0.plus(one)
        made.append(Fq6(g0, g2, g4, g1, g3, g5))
    return made[::-1]
