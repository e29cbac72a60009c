"""Elements that refuse what hardware cannot do, around an arithmetic that computes or one that records.

A user's algorithm gets these and no others, on exact elements (the model) as on symbols (the tracer). What is
refused there is refused here as well, so the model never decides where a core cannot.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NoReturn, TypeAlias, TypeGuard

from pairforge.algebra.arithmetic import climb, repeat
from pairforge.pairings.inversion import inverse, inverse_ternary

ELEMENT, INTEGER = "an element", "an integer"
"""The kinds of value: a machine may hold elements in a form of their own, integers are what they are."""

MOST_OPERATIONS = 1_000_000
"""An algorithm that is longer, each loop's body counted once, is taken for one that does not end."""

_MOST_ITERATIONS = 1 << 20
SELECTABLE = 8
"""Units select by one of so many lowest bits; for another one the integer is shifted."""


class HardwareError(TypeError):
    """An algorithm asks for what hardware cannot do; one line, with what it can."""


State: TypeAlias = tuple["StrictElement", ...]
Body: TypeAlias = Callable[[State], Sequence["StrictElement | int"]]


def _refusing(message: str) -> Callable[..., NoReturn]:
    def method(*_: object) -> NoReturn:
        raise HardwareError(message)

    return method


_CHOICE = "compute both sides, and choose with k.select"
_BRANCH = f"a branch on a value, which is not known when hardware is made; {_CHOICE}"
_NUMBER = "a value is used as a number of Python's, but no value is known when hardware is made"
_COMPARED = f"a comparison by Python; k.equal and k.less compare in hardware, and {_CHOICE}"
_DIVIDED = "there is no division; multiply by k.inverse(...)"
_BITS = "elements have no operations on bits; k.select, k.shift and k.rotate are for integers (k.integer)"
_SEQUENCE = "a value is one element and no sequence"


class StrictElement:
    """A value of a user's algorithm: +, -, *, ** by a constant, `frobenius`, and nothing else.

    A whole number of Python's stands for a constant. Values are made by their arithmetic alone.
    """

    __slots__ = ("_constant", "_inner", "_kind", "_owner", "_scope")

    def __init__(
        self, owner: StrictArithmetic, inner: Any, kind: str, scope: int, constant: int | None = None
    ) -> None:
        self._owner = owner
        self._inner = inner
        self._kind = kind
        self._scope = scope
        self._constant = constant

    def __add__(self, other: StrictElement | int) -> StrictElement:
        return self._owner._sum("+", self, other)

    def __radd__(self, other: int) -> StrictElement:
        return self._owner._sum("+", other, self)

    def __sub__(self, other: StrictElement | int) -> StrictElement:
        return self._owner._sum("-", self, other)

    def __rsub__(self, other: int) -> StrictElement:
        return self._owner._sum("-", other, self)

    def __neg__(self) -> StrictElement:
        return self._owner._sum("-", 0, self)

    def __mul__(self, other: StrictElement | int) -> StrictElement:
        return self._owner._product(self, other)

    def __rmul__(self, other: int) -> StrictElement:
        return self._owner._product(other, self)

    def __pow__(self, exponent: int) -> StrictElement:
        return self._owner._power(self, exponent)

    def frobenius(self, k: int) -> StrictElement:
        """x^(p^k), p the characteristic; `k` may be negative."""
        return self._owner._frobenius(self, k)

    def __repr__(self) -> str:
        return f"<{self._kind}>"

    __bool__ = _refusing(_BRANCH)
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _refusing(_COMPARED)
    __hash__ = _refusing("a value as a key: it is not known when hardware is made; keep values in lists")
    __int__ = __index__ = __float__ = __complex__ = __round__ = __trunc__ = _refusing(_NUMBER)
    __truediv__ = __rtruediv__ = __floordiv__ = __rfloordiv__ = _refusing(_DIVIDED)
    __mod__ = __rmod__ = __divmod__ = __rdivmod__ = _refusing(_DIVIDED)
    __rpow__ = _refusing("an exponent that is a value; write a loop over its bits")
    __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = _refusing(_BITS)
    __lshift__ = __rlshift__ = __rshift__ = __rrshift__ = __invert__ = _refusing(_BITS)
    __abs__ = _refusing("elements have no sign")
    __iter__ = __len__ = __getitem__ = __contains__ = _refusing(_SEQUENCE)


class StrictArithmetic:
    """What a user's algorithm knows as `k`: the operations of `DecidingArithmetic`, with checks.

    Parameters
    ----------
    inner: the arithmetic that does the work.
    """

    def __init__(self, inner: Any) -> None:
        self._inner = inner
        self._open = [0]  # the bodies of loops that are running, outermost first, by number
        self._bodies = 0
        self._operations = 0

    @property
    def characteristic(self) -> int:
        """The prime p."""
        return int(self._inner.characteristic)

    @property
    def degree(self) -> int:
        """The degree over the prime field."""
        return int(self._inner.degree)

    def constant(self, c: int) -> StrictElement:
        """The number `c` of the prime field, from 0 to p - 1."""
        if not isinstance(c, int) or isinstance(c, bool):
            raise HardwareError(f"k.constant takes a whole number, not {_called(c)}")
        if not 0 <= c < self.characteristic:
            most = self.characteristic - 1
            raise HardwareError(
                f"the constant {_short(c)} is out of range; constants are from 0 to "
                f"{'p - 1' if most > 2 else most}"
            )
        return StrictElement(self, self._inner.constant(c), ELEMENT, self._open[-1], c)

    def inverse(self, x: StrictElement | int) -> StrictElement:
        """1/x, and 0 of 0."""
        value = self._of_kind(x, ELEMENT, "k.inverse")
        if self.characteristic == 2:
            return self._made(inverse(value, self.degree), ELEMENT)
        if self.characteristic == 3:
            return self._made(inverse_ternary(value, self.degree), ELEMENT)
        return self._made(self._inner.inverse(value), ELEMENT)

    def loop(self, name: str, count: int, state: Sequence[StrictElement | int], body: Body) -> State:
        """Apply `body` to `state` `count` times, a constant; hardware has the body once.

        A loop inside the body of another one is written out.
        """
        if not _is_number(count) or not 0 <= count <= _MOST_ITERATIONS:
            raise HardwareError(
                f"the loop {name!r} runs {_called(count)} times; give a whole number from 0 to "
                f"{_MOST_ITERATIONS}"
            )
        run = self._inner.loop if len(self._open) == 1 else lambda _, *rest: repeat(*rest)
        return self._looped(name, lambda *rest: run(name, count, *rest), state, body)

    def ladder(
        self, name: str, bits: Sequence[int], state: Sequence[StrictElement | int], body: Body
    ) -> State:
        """Apply `body` once for each of `bits`, which are constants (`PrimeArithmetic.ladder`)."""
        self._check_large("k.ladder")
        if not isinstance(bits, (list, tuple)) or not all(_is_number(bit) and bit in (0, 1) for bit in bits):
            raise HardwareError(
                f"the ladder {name!r} goes by a list of constants 0 and 1; k.select goes by data"
            )
        run = self._inner.ladder if len(self._open) == 1 else lambda _, *rest: climb(*rest)
        return self._looped(name, lambda *rest: run(name, tuple(bits), *rest), state, body, exchanges=True)

    def block(self, name: str) -> None:
        """What follows, up to the next loop or name, is called `name`."""
        _check_name("block", name)
        if len(self._open) > 1:
            raise HardwareError(f"the block {name!r} begins inside the body of a loop; blocks stand outside")
        self._inner.block(name)

    def integer(self, x: StrictElement | int) -> StrictElement:
        """The residue of an element, as an integer."""
        self._check_large("k.integer")
        return self._made(self._inner.integer(self._of_kind(x, ELEMENT, "k.integer")), INTEGER)

    def element(self, n: StrictElement | int) -> StrictElement:
        """The element of which an integer is the residue."""
        self._check_large("k.element")
        return self._made(self._inner.element(self._of_kind(n, INTEGER, "k.element")), ELEMENT)

    def select(
        self, n: StrictElement | int, bit: int, one: StrictElement | int, zero: StrictElement | int
    ) -> StrictElement:
        """`one` where that bit of the integer n is 1, else `zero`."""
        self._check_large("k.select")
        flags = self._of_kind(n, INTEGER, "k.select")
        self._check_places("k.select: the bit", bit)
        kind, a, b = self._alike("k.select", one, zero)
        if bit >= SELECTABLE:
            flags, bit = self._inner.shift(flags, bit), 0
        return self._made(self._inner.select(flags, bit, a, b), kind)

    def shift(self, n: StrictElement | int, places: int) -> StrictElement:
        """The integer part of n / 2^places."""
        self._check_large("k.shift")
        self._check_places("k.shift: the number of places", places)
        value = self._of_kind(n, INTEGER, "k.shift")
        return self._made(self._inner.shift(value, places) if places else value, INTEGER)

    def rotate(self, n: StrictElement | int, width: int, places: int) -> StrictElement:
        """The lowest `width` bits of n, rotated towards higher bits; 2^width < p, 0 < places < width."""
        self._check_large("k.rotate")
        self._check_places("k.rotate: the width", width)
        self._check_places("k.rotate: the number of places", places)
        if not 0 < places < width:
            raise HardwareError(f"k.rotate: {places} places of {width} bits; give 0 < places < width")
        return self._made(self._inner.rotate(self._of_kind(n, INTEGER, "k.rotate"), width, places), INTEGER)

    def less(self, a: StrictElement | int, b: StrictElement | int) -> StrictElement:
        """1 where the integer a is less than the integer b, else 0."""
        self._check_large("k.less")
        first, second = (self._of_kind(x, INTEGER, "k.less") for x in (a, b))
        return self._made(self._inner.less(first, second), INTEGER)

    def equal(self, a: StrictElement | int, b: StrictElement | int) -> StrictElement:
        """1 where two integers, or two elements, are equal, else 0: an integer."""
        self._check_large("k.equal")
        _, first, second = self._alike("k.equal", a, b)
        return self._made(self._inner.equal(first, second), INTEGER)

    # -- what calls the algorithm -----------------------------------------------------------------------

    def given(self, inner: Any) -> StrictElement:
        """An input."""
        return StrictElement(self, inner, ELEMENT, 0)

    def results(self, returned: object) -> tuple[Any, ...]:
        """What an algorithm returned, as elements of the arithmetic inside; an integer as its element."""
        each = tuple(returned) if isinstance(returned, (tuple, list)) else (returned,)
        made = []
        for x in each:
            if not isinstance(x, StrictElement) and not _is_number(x):
                raise HardwareError(f"it returns {_called(x)}, and not an element or a tuple of elements")
            kind, value = self._value(x)
            made.append(self._inner.element(value) if kind == INTEGER else value)
        return tuple(made)

    # -- what elements call --------------------------------------------------------------------------

    def _sum(self, sign: str, a: object, b: object) -> StrictElement:
        kind, x, y = self._alike(sign, a, b)
        return self._made(x + y if sign == "+" else x - y, kind)

    def _product(self, a: object, b: object) -> StrictElement:
        (kind, x), (other, y) = self._value(a), self._value(b)
        if kind == other == INTEGER:
            raise HardwareError(
                "a product of two integers; one of the factors must be an element (k.element)"
            )
        return self._made(x * y, INTEGER if INTEGER in (kind, other) else ELEMENT)

    def _power(self, x: StrictElement, exponent: object) -> StrictElement:
        if not _is_number(exponent) or exponent < 0:
            raise HardwareError(f"an exponent is a whole number from 0, a constant, not {_called(exponent)}")
        power = self.constant(1)
        for bit in f"{exponent:b}":
            power = power * power
            power = power * x if bit == "1" else power
        return power

    def _frobenius(self, x: StrictElement, k: object) -> StrictElement:
        if not _is_number(k):
            raise HardwareError(f"a power of Frobenius is a whole number, a constant, not {_called(k)}")
        return self._made(self._of_kind(x, ELEMENT, "frobenius").frobenius(k), ELEMENT)

    # -- checks --------------------------------------------------------------------------------------

    def _looped(
        self,
        name: str,
        run: Callable[..., Sequence[Any]],
        state: Sequence[StrictElement | int],
        body: Body,
        *,
        exchanges: bool = False,
    ) -> State:
        """`run`: the loop of the arithmetic inside, or what writes it out. `exchanges`: it is a ladder."""
        _check_name("loop", name)
        if not isinstance(state, (tuple, list)) or not state:
            raise HardwareError(
                f"the state of the loop {name!r} is {_called(state)}; give a tuple of elements"
            )
        kinds, initial = zip(*map(self._value, state), strict=True)
        if exchanges and (len(kinds) < 2 or kinds[0] != kinds[1]):
            raise HardwareError(
                f"the ladder {name!r} exchanges the first two values of its state: two of a kind"
            )
        begun, scope = self._operations, self._open[:]

        def step(values: Sequence[Any]) -> tuple[Any, ...]:
            self._bodies += 1
            self._open = [*scope, self._bodies]
            if len(scope) == 1:
                self._operations = begun  # the body is there once
            try:
                after = body(tuple(self._made(x, kind) for x, kind in zip(values, kinds, strict=True)))
                return self._next_state(name, kinds, after)
            finally:
                self._open = scope

        step.__wrapped__ = body  # type: ignore[attr-defined]  # for the names of its variables
        results = run(tuple(initial), step)
        return tuple(self._made(x, kind) for x, kind in zip(results, kinds, strict=True))

    def _next_state(self, name: str, kinds: Sequence[str], after: object) -> tuple[Any, ...]:
        if not isinstance(after, (tuple, list)):
            raise HardwareError(f"the body of the loop {name!r} returns {_called(after)}; return a tuple")
        if len(after) != len(kinds):
            returned = f"the body of the loop {name!r} returns {len(after)}"
            raise HardwareError(f"{returned} of the {len(kinds)} elements of its state")
        return tuple(
            self._of_kind(x, kind, f"element {i} of the state of the loop {name!r}")
            for i, (x, kind) in enumerate(zip(after, kinds, strict=True))
        )

    def _value(self, x: object) -> tuple[str, Any]:
        """Kind and value of what an operation is given: a value that is there here, or a constant."""
        if _is_number(x):
            x = self.constant(x)
        if not isinstance(x, StrictElement):
            raise HardwareError(f"{_called(x)} is no element; there are elements and whole numbers")
        if x._owner is not self:
            raise HardwareError("an element of another run of the algorithm; keep none in global variables")
        if x._scope not in self._open:
            raise HardwareError(
                "a value of the body of a loop is used outside; make it a part of the loop's state"
            )
        return x._kind, x._inner

    def _of_kind(self, x: object, kind: str, where: str) -> Any:
        """The value of an operand that has to be of a kind; a constant is of any."""
        own, value = self._value(x)
        if own == kind:
            return value
        if own == ELEMENT and (_is_number(x) or (isinstance(x, StrictElement) and x._constant is not None)):
            return self._inner.integer(value)
        raise HardwareError(f"{where} takes {kind}, not {own}; {_CONVERSION[kind]} makes one")

    def _alike(self, where: str, a: object, b: object) -> tuple[str, Any, Any]:
        """Two operands of one kind."""
        kind = INTEGER if INTEGER in (self._value(a)[0], self._value(b)[0]) else ELEMENT
        return kind, self._of_kind(a, kind, where), self._of_kind(b, kind, where)

    def _made(self, inner: Any, kind: str) -> StrictElement:
        self._operations += 1
        if self._operations > MOST_OPERATIONS:
            raise HardwareError(
                f"it has more than {MOST_OPERATIONS:,} operations; does it end? k.loop has its body once"
            )
        return StrictElement(self, inner, kind, self._open[-1])

    def _check_large(self, name: str) -> None:
        if self.characteristic in (2, 3):
            raise HardwareError(
                f"{name} is for fields of a large prime, not for characteristic {self.characteristic}"
            )

    def _check_places(self, what: str, places: object) -> None:
        """Refuse a number of bits that an integer below p has not."""
        most = self.characteristic.bit_length() - 1
        if not _is_number(places) or not 0 <= places <= most:
            raise HardwareError(f"{what} is a constant from 0 to {most}, not {_called(places)}")


_CONVERSION = {ELEMENT: "k.element", INTEGER: "k.integer"}


def _is_number(x: object) -> TypeGuard[int]:
    """A whole number of Python's."""
    return isinstance(x, int) and not isinstance(x, bool)


def _check_name(what: str, name: object) -> None:
    if not isinstance(name, str) or not name.isidentifier() or not name.isascii():
        raise HardwareError(f"the name of a {what} is a word of letters, digits and _, not {_called(name)}")


def _called(x: object) -> str:
    """What a message calls something that is out of place."""
    if isinstance(x, StrictElement):
        return "a value, which is not known when hardware is made"
    if x is None:
        return "nothing (None)"
    if isinstance(x, (int, str)):
        return _short(x)
    return f"a {type(x).__name__}"


def _short(x: object) -> str:
    text = repr(x)
    return text if len(text) <= 24 else f"{text[:12]}...{text[-8:]}"
