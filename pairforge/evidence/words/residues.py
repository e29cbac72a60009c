"""Proofs that a word is congruent to a polynomial of operands modulo p, and from 0 to p - 1.

The word is looked at in cases: by the bits that choose between words, as few of them as decide every choice.
In a case let x be the word with the higher bits that the hardware leaves away, and N = 2^k x - target.

1. By relations N is written as a polynomial with other integers. Its coefficients are reduced modulo p to the
   least ones, which changes N by a multiple of p, to N'.
2. Without the first part of any relation, all coefficients of N' are divisible by 2^k: so is N'.
3. By the bounds of the integers in it, N' is above -2^k and below 2^k. So N' = 0, and N is a multiple of p.
4. Now 2^k x = target + (N - N') gives bounds of x. By them, and by what the choice says, the bits left away
   are 0.

Where k = 0 and the bounds of the target leave one multiple of p, it is enough that the word less that is
divisible by 2^width. Bounds come from what the choice says: high bits of a sum, and the sign of a word that
is the target less a number.

Inside of a unit a word stands for an integer x that it is congruent to modulo 2^width (`ends`). Then what is
divisible by 2^(width + k) may be left out of N.

Everything is exact. A proof that is not found is no proof; a case that its own bounds exclude needs none.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from pairforge.errors import CheckError
from pairforge.evidence.words.boolean import TRUE
from pairforge.evidence.words.choices import selects, signed
from pairforge.evidence.words.graph import Word, bit_of_variable
from pairforge.evidence.words.integers import Integers
from pairforge.evidence.words.polynomials import ONE, Monomial, Polynomial, added, constant, scaled

_MOST_CASES = 4096
NEAR, FAR = 100, 2000
"""How far facts are looked for: as many steps in which a word is looked at, and monomials."""

_ROUNDS = 4


@dataclass(frozen=True)
class Claim:
    """2^`shift` times the word is congruent to 2^`more` times `target` modulo `modulus`, which it is below.

    Without a modulus they are equal.
    """

    word: Word
    target: Polynomial
    modulus: int
    shift: int = 0
    more: int = 0


def check(integers: Integers, claim: Claim, most: int = NEAR) -> int:
    """Prove a claim; the number of cases. `most`: how far facts are looked for.

    Raises CheckError where no proof is found.
    """
    return _Residue(integers, claim, most).cases()


def ends(integers: Integers, claim: Claim) -> tuple[int, int]:
    """Bounds of an integer that the word is congruent to modulo 2^width, and of which the claim is true but
    for its bounds; width: the word's bits. Raises CheckError where no proof is found.
    """
    return _Residue(integers, claim, NEAR).ends()


class _Residue:
    def __init__(self, integers: Integers, claim: Claim, most: int) -> None:
        self.integers, self.claim, self.most = integers, claim, most
        self.functions = integers.graph.functions
        self.selects = selects(integers.graph, [claim.word])
        self.facts: dict[tuple[int, frozenset[int]], list[Polynomial]] = {}
        self.held = integers.multiplied(claim.modulus)
        self.held_most = integers.multiplied(claim.modulus, most=True)
        self.width = sum(piece.width for piece in claim.word)
        self.choices = [frozenset(), *integers.choices(claim.word)]
        self.bounds = self.assumed = integers.system.low[:], integers.system.high[:]

    def cases(self) -> int:
        """Go through all cases."""
        count = 0
        todo: list[dict[int, int]] = [{}]
        while todo:
            values = todo.pop()
            left = [f for f in (self.functions.given(s, values) for s in self.selects) if f > TRUE]
            if left:
                if len(todo) + count > _MOST_CASES:
                    raise CheckError("too many cases")
                variable = self.functions.test(left[0])[0]
                both = ({**values, variable: value} for value in (0, 1))
                todo += [each for each in both if self._case(each, last=False)]
            else:
                self._case(values, last=True)
                count += 1
        return count

    def ends(self) -> tuple[int, int]:
        """Bounds of the integer that the word stands for."""
        system, claim = self.integers.system, self.claim
        word = system.settled(self.integers.word(claim.word))
        target = scaled(claim.target, 1 << claim.more)
        if not claim.modulus and self._same(word, target):
            return system.bounds(target)
        whole = added(word, self._above(word))
        if any(factor % (1 << self.width) for factor in self._above(word).values()):
            raise CheckError("a word inside that ends where nothing is cut")
        multiple = self._multiple(added(scaled(whole, 1 << claim.shift), target, -1), wraps=True)
        if multiple is None:
            raise CheckError("no proof that a word inside is what it should be")
        low, high = system.bounds(added(target, multiple))
        return -(-low >> claim.shift), high >> claim.shift

    def _same(self, word: Polynomial, target: Polynomial) -> bool:
        """Whether both are the same modulo 2^width."""
        left = self.integers.system.lowest(added(word, target, -1))
        return all(factor % (1 << self.width) == 0 for factor in left.values())

    def _is_only_one(self, facts: _Facts) -> bool:
        """Whether the bounds of the target leave one multiple of p, and the word is the target less that."""
        system, claim = self.integers.system, self.claim
        if claim.shift or claim.more or not claim.modulus or claim.modulus >> self.width:
            return False
        target = system.settled(claim.target)
        return self._is_less(*system.bounds(target)) or self._is_less(
            *self._signed(*self._within(target, facts))
        )

    def _is_less(self, low: int, high: int) -> bool:
        """Whether the word is the target less a multiple of p, the only one that these bounds leave."""
        p, width = self.claim.modulus, self.width
        if low > high:  # there is no such case
            return True
        times = low // p
        return times == high // p and self._differs_by(self.claim.word, width) == -times * p % (1 << width)

    def _differs_by(self, word: Word, width: int) -> int | None:
        """What a word is more than the target, modulo 2^width, in this case; None where no number is found.

        Sums of which a part is known by its bounds are not seen through. So the same is tried with no more
        known than what the case is.
        """
        system = self.integers.system
        bounds = system.low[:], system.high[:]
        for low, high in (bounds, self.assumed):
            system.low[:], system.high[:] = low, high
            left = system.lowest(added(self.integers.word(word), self.claim.target, -1))
            system.low[:], system.high[:] = bounds
            if all(factor % (1 << width) == 0 for monomial, factor in left.items() if monomial != ONE):
                return left.get(ONE, 0) % (1 << width)
        return None

    def _within(self, target: Polynomial, facts: _Facts) -> tuple[int, int]:
        """Bounds of the target, by facts. What runs over several words may have the same great factor in one:
        where the bounds so far leave one value of all of that together, it has this value.
        """
        system = self.integers.system
        low, high = system.bounds(target)
        for same in facts.alike(target):
            least, most = system.bounds(same)
            low, high = max(low, least), min(high, most)
            unit = max((abs(factor) for monomial, factor in same.items() if monomial != ONE), default=0)
            rest = {m: c for m, c in same.items() if m == ONE or abs(c) < unit}
            if unit < 2 or any(c % unit for m, c in same.items() if m not in rest):
                continue
            least, most = system.bounds(rest)
            times = -(-(low - most) // unit)
            if times == (high - least) // unit:
                low, high = max(low, times * unit + least), min(high, times * unit + most)
        return low, high

    def _signed(self, low: int, high: int) -> tuple[int, int]:
        """Better bounds of the target, by signs of what is chosen from: words that are the target plus a
        number, modulo 2^w, whose highest bit chooses. Where the target plus that number is from -2^(w-1) to
        2^(w-1) - 1 by the bounds so far, the bit says whether it is negative.
        """
        system = self.integers.system
        for whole, sign in signed(self.integers.graph, self.claim.word):
            width = sum(piece.width for piece in whole)
            size, value = 1 << width, system.settled(self.integers.word((sign,)))
            if value.keys() - {ONE}:
                continue
            differs = self._differs_by(whole, width)
            if differs is None:
                continue
            more = (differs + low + size // 2) % size - size // 2 - low
            if high + more >= size // 2:
                continue
            low, high = (low, min(high, -more - 1)) if value else (max(low, -more), high)
        return low, high

    def _case(self, values: Mapping[int, int], *, last: bool) -> bool:
        """Whether the case can be; where it is the last, prove it. All bounds are of this case alone."""
        system = self.integers.system
        low, high = list(system.low), list(system.high)
        try:
            facts = self._assume(values)
            if facts is None or not self._propagate(facts):
                return False
            if last:
                self._prove(facts)
            return True
        finally:
            system.low[:], system.high[:] = low, high

    def _assume(self, values: Mapping[int, int]) -> list[Polynomial] | None:
        """Bounds and relations that follow from the values of variables; None where they cannot be."""
        system = self.integers.system
        facts: list[Polynomial] = []
        fixed: list[int] = []
        for variable, value in values.items():
            bit = self.integers.bit(bit_of_variable(variable))
            monomial = next(iter(bit), ONE)
            if not bit.keys() - {ONE}:  # its bounds say which it is
                if bit != constant(value):
                    return None
                continue
            if bit != {monomial: 1} or len(monomial) > 1:
                continue  # no integer: nothing is known of it
            fixed.append(monomial[0])
            facts += self._facts(monomial[0], frozenset())
            system.narrow(monomial[0], value, value)
        for function, integer in self.integers.functions.items():
            known = self.functions.given(function, dict(values))
            if known <= TRUE:
                system.narrow(integer, known, known)
        self.assumed = system.low[:], system.high[:]
        for held in self.choices:
            for integer in fixed:
                facts += self._facts(integer, held)
        return list({frozenset(fact.items()): fact for fact in facts}.values())

    def _facts(self, integer: int, held: frozenset[int]) -> list[Polynomial]:
        """Polynomials that are 0, about an integer; what is held stays in them."""
        if (integer, held) not in self.facts:
            system = self.integers.system
            bounds = system.low[:], system.high[:]
            system.low[:], system.high[:] = self.bounds
            relation = system.relation[integer]
            factor = next((f for f, i in relation.parts if i == integer), 1) if relation else 1
            found = []
            whole: Polynomial = {(integer,): factor << self.integers.room}
            for p in system.highest(whole, held - {integer}):
                if len(p) > self.most:
                    break
                found.append(_primitive(added(p, whole, -1)))
                if len(found) > self.most:
                    break
            system.low[:], system.high[:] = bounds
            self.facts[integer, held] = [f for f in found if f]
        return self.facts[integer, held]

    def _propagate(self, facts: Sequence[Polynomial]) -> bool:
        """Bounds that follow from facts; whether there are any."""
        system = self.integers.system
        for _ in range(_ROUNDS):
            changed = False
            for fact in map(system.settled, facts):
                low, high = system.bounds(fact)
                if low > 0 or high < 0:
                    return False
                for monomial, factor in fact.items():
                    if len(monomial) != 1:
                        continue
                    (integer,) = monomial
                    ends = sorted((factor * system.low[integer], factor * system.high[integer]))
                    # factor x = -(the others), which are from low - ends[0] to high - ends[1]
                    least, most = ends[1] - high, ends[0] - low
                    if factor < 0:
                        factor, least, most = -factor, -most, -least
                    if system.narrow(integer, -(-least // factor), most // factor):
                        changed = True
                        if system.low[integer] > system.high[integer]:
                            return False
            if not changed:
                break
        return True

    # -- a case ----------------------------------------------------------------------------------------

    def _prove(self, facts: Sequence[Polynomial]) -> None:
        system, claim = self.integers.system, self.claim
        known = _Facts([system.settled(fact) for fact in facts])
        word = system.settled(self.integers.word(claim.word))
        if self._is_only_one(known):
            return
        for integer in [i for (i,) in self._above(word)]:
            system.narrow(integer, *self._bounds({(integer,): 1}, known, (0, 0)))
        above = self._above(word)
        whole = added(word, above)
        target = scaled(claim.target, 1 << claim.more)
        multiple = self._multiple(added(scaled(whole, 1 << claim.shift), target, -1))
        if multiple is None:
            raise CheckError("no proof that the result is congruent to what it should be")
        low, high = system.bounds(added(target, multiple))
        low, high = -(-low >> claim.shift), high >> claim.shift
        if above:
            least, most = system.bounds(word)
            if low < 0 or high - least >= min(above.values()):
                begin, end = self._bounds(whole, known, (0, most))
                low, high = max(low, begin), min(high, end)
            for monomial, factor in above.items():
                rest = system.bounds(added(above, {monomial: factor}, -1))
                system.narrow(
                    monomial[0], -((rest[1] - (low - most)) // factor), (high - least - rest[0]) // factor
                )
            if system.settled(above):
                raise CheckError("bits that are left away may be 1")
        if claim.modulus and (low < 0 or high >= claim.modulus):
            least, most = self._bounds(system.settled(word), known, (0, claim.modulus - 1))
            if max(low, least) < 0 or min(high, most) >= claim.modulus:
                raise CheckError(f"the result may be {min(high, most)}, no element")

    def _bounds(self, word: Polynomial, facts: _Facts, wanted: tuple[int, int]) -> tuple[int, int]:
        """Bounds of a word, by facts and by what it is made of; no better ones than are wanted."""
        system, room = self.integers.system, self.integers.room
        low, high = system.bounds(word)
        for held in self.choices:
            made = islice(system.highest(scaled(word, 1 << room), held), self.most)
            for p in made:
                if len(p) > self.most:
                    break
                for same in (p, *facts.alike(p)):
                    least, most = system.bounds(same)
                    low, high = max(low, -(-least >> room)), min(high, most >> room)
                if low >= high or (wanted[0] <= low and high <= wanted[1]):
                    return low, high
        return low, high

    def _above(self, word: Polynomial) -> Polynomial:
        """What the hardware leaves away above the highest part of a word."""
        system = self.integers.system
        linear = [(factor, monomial[0]) for monomial, factor in word.items() if len(monomial) == 1]
        if not linear:
            return {}
        factor, integer = max(linear)
        relation = system.relation[integer]
        if relation is None:
            return {}
        places = [i for _, i in relation.parts]
        at = places.index(integer)
        unit = relation.parts[at][0]
        found = {(i,): f // unit * factor for f, i in relation.parts[at + 1 :]}
        return {m: f for m, f in found.items() if system.low[m[0]] < system.high[m[0]]}

    def _multiple(self, difference: Polynomial, *, wraps: bool = False) -> Polynomial | None:
        """What a difference is equal to and is a multiple of p; None where that is not proven.

        `wraps`: but for a multiple of 2^(width + k).
        """
        system = self.integers.system
        tries = [(self.held, False), (self.held, True)]
        if self.held_most != self.held:
            tries.append((self.held_most, True))
        for held, every in (*tries, (set[int](), True)):
            for p in system.highest(difference, held):
                if every and (found := self._cleared_of(p, wraps)) is not None:
                    return found
            if not every and (found := self._cleared_of(p, wraps)) is not None:
                return found
        return None

    def _cleared_of(self, p: Polynomial, wraps: bool) -> Polynomial | None:
        """As `_cleared`; `wraps`: of p but for a multiple of 2^(width + k)."""
        if not wraps:
            return self._cleared(p)
        room, modulus = 1 << self.width + self.claim.shift, self.claim.modulus
        whole = {m: c for m, c in p.items() if len(m) > 1 or c % room or (modulus and c % modulus == 0)}
        number = whole.get(ONE, 0)
        for times in dict.fromkeys((0, (number + room // 2) // room)):
            found = self._cleared(added(whole, constant(times * room), -1))
            if found is not None:
                return found
        return None

    def _cleared(self, p: Polynomial) -> Polynomial | None:
        """What p is without a part that is 0, where that leaves a multiple of the modulus."""
        system, claim = self.integers.system, self.claim
        room = 1 << claim.shift
        for kept in ({m for m in p if self._small(m, p[m])}, set()):
            whole = _reduced({m: c for m, c in p.items() if m not in kept}, claim.modulus)
            whole |= {m: p[m] for m in kept}
            left = self._without_digits(whole)
            low, high = system.bounds(left)
            for times in (0, 1, -1, 2, -2):
                more = times * claim.modulus
                if -room < low + more and high + more < room:
                    extra = {ONE: more} if more else {}
                    if self._divisible(added(left, extra)):
                        return added(p, added(whole, extra), -1)
        return None

    def _small(self, monomial: Monomial, factor: int) -> bool:
        """Whether a term may be a part of what is 0: a digit that adds up with another one, or a carry."""
        return abs(factor) <= 1 << self.claim.shift and not any(i in self.held for i in monomial)

    def _without_digits(self, p: Polynomial) -> Polynomial:
        """The same integer without digits x + y that add up to zero but for their carry c.

        c is known as whether x is not zero. What in p is not divisible by 2^s w, w x + w y, is so as a whole;
        it is less than twice that, 0 where x is, and not 0 elsewhere: it is 2^s w c.
        """
        system = self.integers.system
        before: list[
            tuple[int, int, Polynomial]
        ] = []  # a carry, a factor, and what is so many times the carry
        for carry, x in self.integers.nonzero:
            factor = p.get((carry,), 0)
            digits = {m: c for m, c in p.items() if factor and c % factor}
            if not digits or factor < 0 or not self._adds_up(digits, x, factor):
                continue
            lowest = system.lowest(digits)
            for known, unit, value in reversed(before):
                times = lowest.get((known,), 0)
                if times % unit == 0:
                    lowest = added(lowest, added(value, {(known,): unit}, -1), times // unit)
            if all(c % factor == 0 for c in lowest.values()):
                p = added(added(p, digits, -1), {(carry,): 1}, -factor)
                before.append((carry, factor, scaled(lowest, -1)))
        return p

    def _adds_up(self, digits: Polynomial, x: Polynomial, factor: int) -> bool:
        """Whether digits are 0 where x is 0, below 0 elsewhere, and above -2 times a factor."""
        system = self.integers.system
        if system.bounds(digits)[0] <= -2 * factor:
            return False
        held = {integer for monomial in digits for integer in monomial}
        for same in itertools.chain([x], islice(system.highest(x, held), NEAR)):  # the same integer
            monomial, unit = next(iter(same.items()), (ONE, 1))
            weight = -digits.get(monomial, 0) // unit
            low, high = system.bounds(added(digits, same, weight))
            if weight > 0 and low > -factor and high <= 0:
                return True
        return False

    def _divisible(self, p: Polynomial) -> bool:
        """Whether a polynomial is divisible by 2^shift, whatever the integers are."""
        mask = (1 << self.claim.shift) - 1
        if all(factor & mask == 0 for factor in p.values()):
            return True
        return all(factor & mask == 0 for factor in self.integers.system.lowest(p).values())


class _Facts:
    """Polynomials that are 0, found by their monomials."""

    def __init__(self, facts: Iterable[Polynomial]) -> None:
        self._by: dict[Monomial, list[Polynomial]] = {}
        for fact in facts:
            for monomial in fact:
                if len(monomial) == 1:
                    self._by.setdefault(monomial, []).append(fact)

    def alike(self, word: Polynomial) -> Iterator[Polynomial]:
        """The same integer, by facts about its greatest parts."""
        linear = [(factor, monomial) for monomial, factor in word.items() if len(monomial) == 1]
        for factor, monomial in sorted(linear, reverse=True)[:2]:
            for fact in self._by.get(monomial, ()):
                if factor % fact[monomial] == 0:
                    yield added(word, fact, -(factor // fact[monomial]))


def _primitive(p: Polynomial) -> Polynomial:
    """Without the factor that all coefficients have in common."""
    common = math.gcd(*p.values())
    return {m: c // common for m, c in p.items()}


def _reduced(p: Polynomial, modulus: int) -> Polynomial:
    """Coefficients modulo a number, the least ones; as they are without one."""
    if not modulus:
        return p
    half = modulus // 2
    found = {m: (c + half) % modulus - half for m, c in p.items()}
    return {m: c for m, c in found.items() if c}
