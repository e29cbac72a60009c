"""Proofs that a serial inverter inverts: Montgomery's inverse by steps of the almost inverse, pass by pass.

Kaliski (1995), "The Montgomery inverse and its applications". Let w be the bits of a word of the state, k the
steps so far. U, V, R, S begin as p, p - a, 0, 1. One of four rules makes them of those before:

- U even: U / 2, V, R, 2 S;
- U odd, V even: U, V / 2, 2 R, S, where R less p is taken for R where it has reached p;
- both odd, U > V: (U - V) / 2, V, R + S, 2 S;
- both odd, U <= V: U, (V - U) / 2, 2 R, R + S.

The state at the begin of a pass is cut out of the netlist as words that may be anything. For each rule it is
shown what the pass makes of them modulo 2^w, and which rule is said to be next. Registers of control have the
same values in all passes of steps: these are followed from the start of the operation on.

That this is the inverse is an argument by hand. a R = U 2^k and a S = -V 2^k modulo p, after each step, and
U S + V R = p as long as V was not 0 before. There U, S > 0, so that R < p and S <= p, and all words fit. A
step at least halves U V, which begins below 2^(2 n), n the bits of p. So V is 0 after 2 n steps at most.
Where it becomes 0, U is odd and U S = p. For a = 0 that is the first step: U, R, S are p, 0, 1. Else p
divides S, as a S = 0 modulo p: U is 1. From then on V is even, and R is doubled modulo p: it is below 2 p, so
that w bits and the one that runs over have it. After 2 w steps R, less p where it has reached that, is
2^(2 w) / a modulo p, and 0 for a = 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pairforge.errors import CheckError
from pairforge.evidence.proof.boxes import Operation
from pairforge.evidence.proof.netlist import Netlist
from pairforge.evidence.words.boolean import FALSE, TRUE
from pairforge.evidence.words.cut import Cut, Place, Target, wires_called
from pairforge.evidence.words.graph import Bit, Graph, refuse
from pairforge.evidence.words.unrolled import Unrolled

_RULES = ("even_u", "even_v", "greater_u", "rest")
_FLAGS = (*(f"rule_{rule}" for rule in _RULES), "reduces", "r_carry")
"""Registers of a bit that say what a pass is to do; the carry into its first sum is that p is taken off."""

_CONTROL = ("place", "begins", "running", "difference_no_borrow", "r_high", "s_high")
_LATE_CONTROL = (
    "place",
    "begins",
    "running",
    "moves",
    "closes",
    "settles",
    "first_word",
    "second_word",
    "third_word",
    "r_high",
    "s_high",
)
"""The same where sums take two cycles: the carry into a difference is set in the first one of a pass."""

_MODULUS = ("modulus_word", "modulus_word_following")
"""Registers that have the same values at the begin of all passes."""

_ENDS = "ends"
"""Whether a pass is the last one."""

_ODD: Mapping[str, Mapping[str, int]] = {
    "even_u": {"u": 0},
    "even_v": {"u": 1, "v": 0},
    "greater_u": {"u": 1, "v": 1},
    "rest": {"u": 1, "v": 1},
}
"""The lowest bits of U and V, by the rule."""

_HALVED: Mapping[str, tuple[str, Target]] = {
    "even_u": ("u", {"u": 1}),
    "even_v": ("v", {"v": 1}),
    "greater_u": ("u", {"u": 1, "v": -1}),
    "rest": ("v", {"v": 1, "u": -1}),
}
"""Which of U and V is made of what, halved; the other one is kept."""

_SUMS: Mapping[str, Mapping[str, Target]] = {
    "even_u": {"r": {"r": 1}, "s": {"s": 2}},
    "even_v": {"r": {"r": 2}, "s": {"s": 1}},
    "greater_u": {"r": {"r": 1, "s": 1}, "s": {"s": 2}},
    "rest": {"r": {"r": 2}, "s": {"r": 1, "s": 1}},
}
"""What R and S become, but for p."""


@dataclass(frozen=True)
class Passes:
    """What an inverter does: `steps` passes of a step each, between one that makes p - a and a last one.

    `words` of `core` bits make up a word of the state; a pass takes `length` cycles. `late`: sums take two
    cycles. Then the result is there a cycle before the end of the last pass, which compares nothing.
    """

    p: int
    core: int
    words: int
    steps: int
    length: int
    late: bool = False


def prove_almost_inversion(netlist: Netlist, passes: Passes, operation: Operation) -> Mapping[str, int]:
    """Prove that the result is 2^(2 w) / a modulo p, w = core words; 0 for a = 0.

    Returns how much was looked at.

    Raises CheckError, one line, where no proof is found.
    """
    width = passes.core * passes.words
    if passes.steps != 2 * width or width < passes.p.bit_length():
        raise CheckError(f"{passes.steps} steps for words of {width} bits, {2 * width} are needed")
    return _Inverter(netlist, passes, operation).proven()


class _Inverter:
    def __init__(self, netlist: Netlist, passes: Passes, operation: Operation) -> None:
        self.netlist, self.passes, self.operation = netlist, passes, operation
        self.p, self.width = passes.p, passes.core * passes.words
        self.congruences = 0
        controls = [name for name in netlist.inputs if name not in ("clk", "a")]
        self.known = operation.known(controls)

    # -- where words are -----------------------------------------------------------------------------

    def _begin(self, number: int) -> int:
        """The first cycle of a pass; the operands come in the cycle before the first pass."""
        return self.operation.step * (1 + number * self.passes.length)

    def _close(self, number: int) -> int:
        """The last one."""
        return self._begin(number + 1) - self.operation.step

    def _result(self, number: int) -> int:
        """The cycle of the result, where a pass is the last one."""
        return self._close(number) - self.operation.step * self.passes.late

    def _net(self, name: str, cycle: int) -> list[Place]:
        return [Place(wire, cycle) for wire in wires_called(self.netlist, name)]

    def _word(self, name: str, cycle: int) -> list[Place]:
        """A word of the state: the highest part of U and V stands in a register of its own."""
        if name in "rs":
            return self._net(name, cycle)
        below = self._net(f"{name}_below", cycle) if self.passes.words > 1 else []
        return [*below, *self._net(f"{name}_top", cycle)]

    def _state(self, number: int) -> dict[str, list[Place]]:
        """U, V, R, S and the flags at the begin of a pass."""
        at = self._begin(number)
        return {name: self._word(name, at) for name in "uvrs"} | {
            name: self._net(name, at) for name in _FLAGS
        }

    def _control(self, number: int) -> dict[str, list[Place]]:
        """The registers of control at the begin of a pass."""
        names = (
            *(_LATE_CONTROL if self.passes.late else _CONTROL),
            *(_MODULUS if self.passes.words > 1 else ()),
            _ENDS,
        )
        return {name: self._net(name, self._begin(number)) for name in names}

    # -- what is to be shown -----------------------------------------------------------------------------

    def proven(self) -> Mapping[str, int]:
        """All of it."""
        steps = self.passes.steps
        if self.operation.delay != self._result(steps + 1):
            raise CheckError("the result is not there at the end of the last pass")
        values = self._values_of_control()
        self._first()
        for rule in _RULES:
            for reduces in (0, 1) if rule == "even_v" else (0,):
                self._step(rule, reduces, values)
        for reduces in (0, 1):
            self._last(reduces, {**values, _ENDS: [1]})
        return {"congruences": self.congruences, "passes": steps + 2}

    def _values_of_control(self) -> dict[str, list[int]]:
        """What registers of control have at the begin of each pass of a step, and of the last one."""
        base = Unrolled(self.netlist, {}, self.known, Graph())
        found: dict[str, list[int]] = {}
        for number in range(1, self.passes.steps + 2):
            last = number == self.passes.steps + 1
            for name, places in self._control(number).items():
                bits = base.bits([place.wire for place in places], places[0].cycle)
                values = [bit for bit in bits if isinstance(bit, int)]
                if len(values) < len(bits):
                    raise refuse(f"{name} depends on data, or on what is not known")
                wanted = [int(last)] if name == _ENDS else found.setdefault(name, values)
                if values != wanted:
                    raise CheckError(f"{name} is another one in pass {number}")
        return {**found, _ENDS: [0]}

    def _cut(self, values: Mapping[str, Sequence[int]], rule: str, reduces: int, until: int) -> Cut:
        """A pass by a rule that begins with values of control; `until`: up to when no operation begins."""
        flags = {f"rule_{rule}": 1, "reduces": reduces, "r_carry": reduces}
        steady = dict(self.operation.steady)
        known = {key: value for key, value in self.known.items() if key[1] <= until or key[0] in steady}
        words, fixed = self._state(1), dict[Place, int]()
        for name, places in self._control(1).items():
            words[name] = places
            fixed |= dict(zip(places, values[name], strict=True))
        for name in _FLAGS:
            fixed[words[name][0]] = flags.get(name, 0)
        fixed |= {words[name][0]: bit for name, bit in _ODD[rule].items()}
        return Cut(self.netlist, known, words, fixed, signed=False)

    def _first(self) -> None:
        """p - a is made, beside p, 0 and 1."""
        a = [Place(wire, 0) for wire in self.netlist.inputs["a"]]
        cut = Cut(self.netlist, self.known, {"a": a}, {}, signed=False)
        state = self._state(1)
        for name, value in (("u", self.p), ("r", 0), ("s", 1)):
            if cut.bits(state[name]) != [value >> i & 1 for i in range(self.width)]:
                raise CheckError(f"{name} does not begin with what it should")
        self._congruent(cut, state["v"], {"": self.p, "a": -1}, 0, "the first pass")
        self._next(cut, 1, 0, "the first pass")

    def _step(self, rule: str, reduces: int, values: Mapping[str, Sequence[int]]) -> None:
        """What a step makes of any state of its rule."""
        cut = self._cut(values, rule, reduces, self._close(1))
        after, what = self._state(2), f"a step by the rule {rule}"
        name, target = _HALVED[rule]
        *lower, top = after[name]
        self._congruent(cut, lower, target, 1, what)
        kept = "v" if name == "u" else "u"
        if cut.bits([top]) != [0] or cut.bits(after[kept]) != cut.inputs[kept]:
            raise CheckError(f"{what} makes another u or v")
        sums = _SUMS[rule]
        # Twice R has a bit more, as long as it is asked whether that has reached p.
        over = self._net("r_high", self._close(1)) if sums["r"] == {"r": 2} else []
        self._congruent(cut, [*after["r"], *over], {**sums["r"], "": -2 * self.p * reduces}, 0, what)
        self._congruent(cut, after["s"], sums["s"], 0, what)
        self._next(cut, 2, cut.bits(over)[0] if over else 0, what)

    def _next(self, cut: Cut, number: int, over: Bit, what: str) -> None:
        """The flags at the begin of a pass say the rule of U and V, and whether R, with the bit above it that
        runs over, has reached p.
        """
        state, close = self._state(number), self._close(number - 1)
        u, v, r = (cut.bits(state[name]) for name in "uvr")
        modulus = [self.p >> i & 1 for i in range(self.width)]
        (not_less,) = cut.bits(self._net("compared.carry_out", close))
        (reaches,) = cut.bits(self._net("checked.carry_out", close))
        if not (cut.is_carry(not_less, v, u) and cut.is_carry(reaches, r, modulus)):
            raise CheckError(f"{what}: no proof that what decides is u > v and r >= p")
        choice, function = cut.graph.functions.choice, cut.graph.function_of
        u_odd, v_odd = function(u[0]), function(v[0])
        both = choice(u_odd, v_odd, FALSE)
        even_v = choice(v_odd, FALSE, u_odd)
        less = choice(even_v, choice(function(over), TRUE, function(reaches)), FALSE)
        wanted = {
            "rule_even_u": choice(u_odd, FALSE, TRUE),
            "rule_even_v": even_v,
            "rule_greater_u": choice(function(not_less), FALSE, both),
            "rule_rest": choice(function(not_less), both, FALSE),
            "reduces": less,
            "r_carry": less,
        }
        for name, flag in wanted.items():
            if [function(bit) for bit in cut.bits(state[name])] != [flag]:
                raise CheckError(f"{what} is followed by another {name}")

    def _last(self, reduces: int, values: Mapping[str, Sequence[int]]) -> None:
        """R, less p where it has reached that, is the result."""
        cycle = self._result(1)
        cut = self._cut(values, "even_v", reduces, cycle - 1)  # beside it another operation may begin
        result = [Place(wire, cycle) for wire in self.netlist.outputs["y"]]
        self._congruent(cut, result, {"r": 1, "": -self.p * reduces}, 0, "the last pass")

    def _congruent(self, cut: Cut, word: Sequence[Place], target: Target, halved: int, what: str) -> None:
        """Check that 2^`halved` times a word, modulo 2^its bits, is the target."""
        if not cut.is_congruent(word, target, halved):
            raise CheckError(f"{what} makes something else")
        self.congruences += 1
