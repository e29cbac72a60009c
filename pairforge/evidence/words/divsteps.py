"""Proofs that an inverter by division steps inverts, round by round.

Bernstein and Yang (2019), "Fast constant-time gcd computation and modular inversion". A division step on
integers F (odd), G and t = -delta - 1/2 is: where G is odd and t < 0, F, G, t <- G, (G - F) / 2, -t - 2; else
F, G, t <- F, (G + F) / 2 or G / 2, whichever is whole, t - 1. With it go integers D and E: where F and G are
halved, they are doubled instead.

The state of the unit at the begin of a round is cut out of its netlist as words that may be anything, and so
is what it has after each step. Names of wires say where these words are. That is a hint, nothing follows from
it: what is proven is how each word is made of those before. Words have signs. For each value of the bits
that decide, by congruences modulo 2^width alone:

- first round: F, G, D, E, t are p, a, 0, R^2 mod p, -1;
- D and E, where negative, get p: from above -2 p and below p to above -p and below p;
- each step does what a division step does. As |F|, |G| <= p, |D|, |E| < 2^i p and |t| is at most the number
  of steps and one, the true values fit, so that congruent ones are equal;
- at the end of a round D and E less q p, 0 <= q < 2^s, are divided by 2^s: above -2 p and below p again;
- the result is, for the signs of F and D, D or -D, with p added where that is negative: from 0 to p - 1.

So F R^2 = D a and G R^2 = E a modulo p after each round. After enough steps G is 0 and F is 1 or -1, or a is
0, where F stays p and D stays 0 modulo p. The result is F D = R^2 / a, or 0. How many steps are enough is
taken from the literature (`enough`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from pairforge.errors import CheckError
from pairforge.evidence.proof.boxes import Operation
from pairforge.evidence.proof.netlist import Bit as Wire
from pairforge.evidence.proof.netlist import Netlist
from pairforge.evidence.words.cut import Cut, Place, Target
from pairforge.evidence.words.graph import Bit, Graph, refuse
from pairforge.evidence.words.unrolled import Unrolled

ENOUGH = "so many division steps are enough, as Wuille (2021) has computed for all widths"
_STATE = ("f", "g", "d", "e", "turned")


def enough(width: int) -> int:
    """Division steps after which G = 0, for all 0 <= G <= F < 2^width, F odd, begun at delta = 1/2.

    Wuille (2021), "Bounds on divsteps iterations in safegcd", from convex hulls of all (F, G) that are left.
    """
    return (45907 * width + 26313) // 19929


@dataclass(frozen=True)
class Rounds:
    """What an inverter does: `steps` division steps in each of `count` rounds, one every `length` cycles."""

    p: int
    steps: int
    count: int
    length: int


def prove_inversion(netlist: Netlist, rounds: Rounds, operation: Operation) -> Mapping[str, int]:
    """Prove that the result is R^2 / a modulo p, R = 2^n, n the bits of p; 0 for a = 0.

    Returns how much was looked at.

    Raises CheckError, one line, where no proof is found.
    """
    if rounds.count * rounds.steps < enough(rounds.p.bit_length()):
        raise CheckError(
            f"{rounds.count * rounds.steps} division steps, {enough(rounds.p.bit_length())} are needed"
        )
    return _Inverter(netlist, rounds, operation).proven()


class _Inverter:
    def __init__(self, netlist: Netlist, rounds: Rounds, operation: Operation) -> None:
        self.netlist, self.rounds, self.operation = netlist, rounds, operation
        self.p, self.n, self.s = rounds.p, rounds.p.bit_length(), rounds.steps
        self.congruences = 0
        controls = [name for name in netlist.inputs if name not in ("clk", "a")]
        self.known = {(name, cycle): value for name, cycle, value in operation.tests(controls)}

    # -- where words are -----------------------------------------------------------------------------

    def _wires(self, name: str, *, cut: bool = False) -> list[Wire]:
        """The wires of a word that is made in chunks; `cut`: chunks of a sum, without a bit at either end."""
        found: dict[int, Sequence[Wire]] = {}
        for net, wires in self.netlist.nets.items():
            if match := re.fullmatch(rf"(?:.*\.)?{name}(?:_(\d+))?", net):
                found[int(match[1] or 0)] = wires[1:-1] if cut else wires
        if not found:
            raise refuse(f"no wire is called {name}")
        return [wire for _, wires in sorted(found.items()) for wire in wires]

    @cached_property
    def _entries(self) -> dict[Wire, int]:
        """For each wire of the state the cycle in which an operation that begins in cycle 0 sets it."""
        drivers = self.netlist.drivers
        base = Unrolled(self.netlist, {}, self.known, Graph())
        found: dict[Wire, int] = {}
        for name in _STATE:
            for wire in self._wires(name):
                cell = drivers.get(wire)
                if cell is None or cell.kind != "$mux":
                    raise refuse(f"{name} is not chosen by the start of an operation")
                select = cell.pins["S"]
                at = next((t for t in range(4 * self.rounds.length) if base.bits(select, t) == [1]), None)
                if at is None:
                    raise refuse(f"{name} is never set by the start of an operation")
                for number in range(1, self.rounds.count + 1):
                    if base.bits(select, at + number * self.rounds.length) != [0]:
                        raise CheckError(f"{name} is not kept in round {number + 1}")
                found[wire] = at
        return found

    @cached_property
    def _quiet(self) -> dict[tuple[str, int], int]:
        """Control inputs in any round but the first: no operation starts."""
        return {(name, cycle): value for (name, cycle), value in self.known.items() if not value}

    @cached_property
    def _state(self) -> dict[str, list[Place]]:
        """The words of the state at the begin of a round."""
        return {name: [Place(wire, self._entries[wire]) for wire in self._wires(name)] for name in _STATE}

    @cached_property
    def _next(self) -> dict[str, list[Place]]:
        """Those of the next round."""
        length = self.rounds.length
        return {
            name: [Place(each.wire, each.cycle + length) for each in word]
            for name, word in self._state.items()
        }

    @cached_property
    def _result(self) -> list[Place]:
        """The result, as if the last round were the first."""
        cycle = self.operation.delay - self.rounds.count * self.rounds.length
        return [Place(wire, cycle) for wire in self.netlist.outputs["y"][: self.n]]

    @cached_property
    def _times(self) -> Mapping[Wire, int]:
        """When each wire of a round is made, as far as the state of the next one and the result need it."""
        graph = Graph()
        given: dict[tuple[Wire, int], Bit] = {}
        for name, word in self._state.items():
            source = graph.source(name, len(word), known=True)
            given |= {(each.wire, each.cycle): (source, i) for i, each in enumerate(word)}
        unrolled = Unrolled(self.netlist, {}, self._quiet, graph, given)
        for word in (*self._next.values(), self._result):
            for each in word:
                unrolled.bits([each.wire], each.cycle)
        return unrolled.times()

    def _made(self, name: str, *, cut: bool = False) -> list[Place]:
        """A word of a round, by its name."""
        wires = self._wires(name, cut=cut)
        missing = next((wire for wire in wires if wire not in self._times), None)
        if missing is not None:
            raise refuse(f"{self.netlist.names.get(missing)} is not made in a round, or more than once")
        return [Place(wire, self._times[wire]) for wire in wires]

    def _step(self, index: int) -> dict[str, list[Place]]:
        """The words behind a step; D without its lowest bit, which is 0."""
        width = self.n + 1
        return {
            "f": self._made(f"f_step{index}")[:width],
            "g": self._made(f"g_sum{index}", cut=True)[1 : width + 1],
            "d": self._made(f"d_step{index}"),
            "e": self._made(f"e_sum{index}", cut=True),
            "turned": self._made(f"z_step{index}", cut=True),
        }

    # -- what is to be shown -----------------------------------------------------------------------------

    def proven(self) -> Mapping[str, int]:
        """All of it."""
        self._first()
        near = {name: self._made(f"{name}_near", cut=True)[: self.n + 1] for name in "de"}
        for name in "de":
            self._positive(self._state[name], near[name])
        words: dict[str, list[Place]] = {**self._state, **near}
        zeros = 0
        for index in range(self.s):
            after = self._step(index)
            self._one_step(words, after, index)
            words, zeros = after, 1
        for name in ("f", "g", "turned"):
            self._same(words[name], self._next[name])
        for name in "de":
            self._divided(words[name], zeros if name == "d" else 0, self._next[name])
        self._last(near["d"])
        return {"congruences": self.congruences, "division steps": self.s}

    def _first(self) -> None:
        """The state that an operation begins with."""
        graph = Graph()
        unrolled = Unrolled(self.netlist, {"a": self._parts_of_a}, self.known, graph)
        a = graph.source("a0", self.n, known=True)
        r = pow(2, 2 * self.n, self.p)
        wanted: dict[str, list[Bit]] = {
            "f": [self.p >> i & 1 for i in range(self.n + 1)],
            "g": [*((a, i) for i in range(self.n)), 0],
            "d": [0] * (self.n + 2),
            "e": [r >> i & 1 for i in range(self.n + 2)],
            "turned": [1] * len(self._state["turned"]),
        }
        if len(wanted["turned"]) < (self.rounds.count * self.s + 2).bit_length() + 1:
            raise CheckError("the counter of steps has too few bits")
        for name, word in self._state.items():
            got = [unrolled.bits([each.wire], each.cycle)[0] for each in word]
            if got != wanted[name]:
                raise CheckError(f"{name} does not begin with what it should")
            self.congruences += 1

    @property
    def _parts_of_a(self) -> list[int]:
        width = len(self.netlist.inputs["a"])
        return [self.n] if width == self.n else [self.n, width - self.n]

    def _positive(self, word: Sequence[Place], near: Sequence[Place]) -> None:
        """p is added where a word is negative."""
        for sign in (0, 1):
            cut = Cut(self.netlist, self._quiet, {"x": word}, {word[-1]: sign})
            self._congruent(cut, near, {"x": 1, "": self.p * sign}, 0, "what is negative does not get p")

    def _one_step(
        self, before: Mapping[str, Sequence[Place]], after: Mapping[str, Sequence[Place]], index: int
    ) -> None:
        zeros = {"d": 1} if index else {}
        for odd, ahead in product((0, 1), repeat=2):
            fixed = {before["g"][0]: odd, before["turned"][-1]: ahead, before["f"][0]: 1}
            cut = Cut(self.netlist, self._quiet, before, fixed, zeros)
            swap, sign = odd and ahead, odd * (-1 if ahead else 1)
            targets: dict[str, tuple[Target, int]] = {
                "f": ({"g": 1} if swap else {"f": 1}, 0),
                "g": ({"g": 1, "f": sign}, 1),
                "d": ({"e": 1} if swap else {"d": 1}, 0),
                "e": ({"e": 1, "d": sign}, 0),
                "turned": ({"turned": -1, "": -2} if swap else {"turned": 1, "": -1}, 0),
            }
            for name, (target, halved) in targets.items():
                what = f"division step {index + 1} makes another {name}"
                self._congruent(cut, after[name], target, halved, what)

    def _same(self, word: Sequence[Place], following: Sequence[Place]) -> None:
        cut = Cut(self.netlist, self._quiet, {"x": word}, {})
        if cut.bits(following) != cut.inputs["x"]:
            raise CheckError("a round does not begin with what the one before it left")
        self.congruences += 1

    def _divided(self, word: Sequence[Place], zeros: int, following: Sequence[Place]) -> None:
        """A word, with so many zeros below it, less a multiple of p, divided by 2^steps."""
        for low in range(0, 1 << self.s, 1 << zeros):
            fixed = {each: low >> i + zeros & 1 for i, each in enumerate(word[: self.s - zeros])}
            cut = Cut(self.netlist, self._quiet, {"x": word}, fixed, {"x": zeros})
            q = low * pow(self.p, -1, 1 << self.s) % (1 << self.s)
            what = "a division by 2^steps modulo p is another"
            self._congruent(cut, following, {"x": 1, "": -q * self.p}, self.s, what)

    def _last(self, near: Sequence[Place]) -> None:
        """The result by the signs of F and D: from 0 on, as D is not 0 where F is -1."""
        f = self._state["f"]
        for minus, negative in product((0, 1), repeat=2):
            fixed = {f[-1]: minus, near[-1]: negative}
            cut = Cut(self.netlist, self._quiet, {"f": f, "d": near}, fixed)
            target = {"d": -1 if minus else 1, "": self.p * (minus ^ negative)}
            self._congruent(cut, self._result, target, 0, "the result is not D or -D modulo p")

    def _congruent(self, cut: Cut, word: Sequence[Place], target: Target, halved: int, what: str) -> None:
        """Check that 2^`halved` times a word, modulo 2^its bits, is the target."""
        if not cut.is_congruent(word, target, halved):
            raise CheckError(what)
        self.congruences += 1
