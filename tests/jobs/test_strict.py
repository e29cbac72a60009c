"""What a user's algorithm may not do is refused, by exact elements and by symbols in the same words."""

import inspect
import operator
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairforge.algebra.binary_field import BinaryField
from pairforge.algebra.prime_field import PrimeField
from pairforge.algebra.ternary_field import TernaryField
from pairforge.jobs import strict
from pairforge.jobs.strict import HardwareError, StrictArithmetic, StrictElement
from pairforge.program.interpret import run
from pairforge.program.trace import Tracer, trace
from pairforge.units.logic import BITS

P = 1009
PRIME = PrimeField(P)
BINARY = BinaryField((5, 2, 0))
TERNARY = TernaryField(((5, 1), (1, -1), (0, 1)))
Function = Callable[..., Any]

_VALUE = "a value, which is not known when hardware is made"
_BRANCH = (
    "a branch on a value, which is not known when hardware is made; compute both sides, and choose with "
    "k.select"
)
_COMPARED = (
    "a comparison by Python; k.equal and k.less compare in hardware, and compute both sides, and choose with "
    "k.select"
)
_NUMBER = "a value is used as a number of Python's, but no value is known when hardware is made"
_DIVIDED = "there is no division; multiply by k.inverse(...)"
_BITS = "elements have no operations on bits; k.select, k.shift and k.rotate are for integers (k.integer)"
_KEY = "a value as a key: it is not known when hardware is made; keep values in lists"
_SEQUENCE = "a value is one element and no sequence"
_OUTSIDE = "a value of the body of a loop is used outside; make it a part of the loop's state"


def leaks(k: Any, x: Any) -> Any:
    """A value of a body is kept, and used behind the loop."""
    kept = []

    def body(state: Any) -> Any:
        kept.append(state[0] * x)
        return (kept[-1],)

    k.loop("f", 3, (x,), body)
    return kept[0] + x


def reaches_back(k: Any, x: Any) -> Any:
    """A value of an iteration is used in the next one, outside of the state."""
    kept = [x]

    def body(state: Any) -> Any:
        kept.append(state[0] * kept[-1])
        return (kept[-1],)

    k.loop("f", 3, (x,), body)
    return k.loop("g", 3, (kept[-1],), lambda s: (s[0] * s[0],))[0]


def looped(after: Function, state: Any = None, count: Any = 3, name: Any = "f") -> Function:
    return lambda k, x: k.loop(name, count, (x, x) if state is None else state, lambda s: after(k, *s))


REFUSED: list[tuple[Function, str]] = [
    (lambda k, x: x if x else k.constant(1), _BRANCH),
    (lambda k, x: x and k.constant(1), _BRANCH),
    (lambda k, x: not x, _BRANCH),
    (lambda k, x: [x for _ in iter(lambda: bool(x), False)], _BRANCH),
    *(
        (lambda k, x, compare=compare, other=other: compare(x, other(k, x)), _COMPARED)
        for compare in (operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge)
        for other in (lambda k, x: x * x, lambda k, x: 3)
    ),
    (lambda k, x: max(x, k.constant(1)), _COMPARED),
    (lambda k, x: x in [k.constant(1)], _COMPARED),
    *(
        (lambda k, x, convert=convert: convert(x), _NUMBER)
        for convert in (int, float, complex, hex, round, operator.index, range, [1, 2].__getitem__)
    ),
    *((lambda k, x, key=key: key(x), _KEY) for key in (hash, lambda x: {x: 1}, lambda x: {x})),
    *(
        (lambda k, x, divide=divide, other=other: divide(x, other), _DIVIDED)
        for divide in (operator.truediv, operator.floordiv, operator.mod, divmod)
        for other in (3, 2)
    ),
    (lambda k, x: 1 / x, _DIVIDED),
    (lambda k, x: x % k.constant(2), _DIVIDED),
    *((lambda k, x, of=of: of(x, 1), _BITS) for of in (operator.and_, operator.or_, operator.xor)),
    (lambda k, x: x >> 1, _BITS),
    (lambda k, x: 1 << x, _BITS),
    (lambda k, x: ~x, _BITS),
    *((lambda k, x, of=of: of(x), _SEQUENCE) for of in (len, list, sum, lambda x: x[0], lambda x: 1 in x)),
    (lambda k, x: abs(x), "elements have no sign"),
    (lambda k, x: 2**x, "an exponent that is a value; write a loop over its bits"),
    (lambda k, x: x**x, f"an exponent is a whole number from 0, a constant, not {_VALUE}"),
    (lambda k, x: x**-1, "an exponent is a whole number from 0, a constant, not -1"),
    (lambda k, x: x * 0.5, "a float is no element; there are elements and whole numbers"),
    (lambda k, x: x + "a", "'a' is no element; there are elements and whole numbers"),
    (lambda k, x: x + None, "nothing (None) is no element; there are elements and whole numbers"),
    (lambda k, x: x - True, "True is no element; there are elements and whole numbers"),
    (lambda k, x: x + P, "the constant 1009 is out of range; constants are from 0 to p - 1"),
    (lambda k, x: x * -1, "the constant -1 is out of range; constants are from 0 to p - 1"),
    (lambda k, x: k.constant(P), "the constant 1009 is out of range; constants are from 0 to p - 1"),
    (lambda k, x: k.constant(x), f"k.constant takes a whole number, not {_VALUE}"),
    (lambda k, x: k.constant(2.0), "k.constant takes a whole number, not a float"),
    (lambda k, x: x.frobenius(x), f"a power of Frobenius is a whole number, a constant, not {_VALUE}"),
    (leaks, _OUTSIDE),
    (reaches_back, _OUTSIDE),
    (looped(lambda k, a, b: (a,)), "the body of the loop 'f' returns 1 of the 2 elements of its state"),
    (looped(lambda k, a, b: (a, b, a)), "the body of the loop 'f' returns 3 of the 2 elements of its state"),
    (looped(lambda k, a, b: a), f"the body of the loop 'f' returns {_VALUE}; return a tuple"),
    (looped(lambda k, a, b: None), "the body of the loop 'f' returns nothing (None); return a tuple"),
    (looped(lambda k, a, b: (a, "b")), "'b' is no element; there are elements and whole numbers"),
    (
        looped(lambda k, a, b: (a, k.integer(b))),
        "element 1 of the state of the loop 'f' takes an element, not an integer; k.element makes one",
    ),
    (looped(lambda k, a, b: (a, b), ()), "the state of the loop 'f' is a tuple; give a tuple of elements"),
    (
        lambda k, x: k.loop("f", 2, x, lambda s: s),
        f"the state of the loop 'f' is {_VALUE}; give a tuple of elements",
    ),
    (
        lambda k, x: k.loop("f", x, (x,), lambda s: s),
        f"the loop 'f' runs {_VALUE} times; give a whole number from 0 to 1048576",
    ),
    (
        looped(lambda k, a, b: (a, b), count=-1),
        "the loop 'f' runs -1 times; give a whole number from 0 to 1048576",
    ),
    (
        looped(lambda k, a, b: (a, b), name="a b"),
        "the name of a loop is a word of letters, digits and _, not 'a b'",
    ),
    (lambda k, x: k.block(x), f"the name of a block is a word of letters, digits and _, not {_VALUE}"),
    (
        looped(lambda k, a, b: k.block("g")),
        "the block 'g' begins inside the body of a loop; blocks stand outside",
    ),
    (
        lambda k, x: k.ladder("f", (k.integer(x),), (x, x), lambda s: s),
        "the ladder 'f' goes by a list of constants 0 and 1; k.select goes by data",
    ),
    (
        lambda k, x: k.ladder("f", (0, 1), (x,), lambda s: s),
        "the ladder 'f' exchanges the first two values of its state: two of a kind",
    ),
    (
        lambda k, x: k.ladder("f", (0, 1), (x, k.integer(x)), lambda s: s),
        "the ladder 'f' exchanges the first two values of its state: two of a kind",
    ),
    (lambda k, x: k.select(x, 0, x, 1), "k.select takes an integer, not an element; k.integer makes one"),
    (lambda k, x: k.less(x, x), "k.less takes an integer, not an element; k.integer makes one"),
    (lambda k, x: k.shift(x, 1), "k.shift takes an integer, not an element; k.integer makes one"),
    (lambda k, x: x + k.integer(x), "+ takes an integer, not an element; k.integer makes one"),
    (lambda k, x: k.equal(k.integer(x), x), "k.equal takes an integer, not an element; k.integer makes one"),
    (
        lambda k, x: k.integer(k.integer(x)),
        "k.integer takes an element, not an integer; k.element makes one",
    ),
    (lambda k, x: k.element(x), "k.element takes an integer, not an element; k.integer makes one"),
    (
        lambda k, x: k.inverse(k.integer(x)),
        "k.inverse takes an element, not an integer; k.element makes one",
    ),
    (
        lambda k, x: k.integer(x) * k.integer(x),
        "a product of two integers; one of the factors must be an element (k.element)",
    ),
    (
        lambda k, x: k.select(k.integer(x), 10, x, x),
        "k.select: the bit is a constant from 0 to 9, not 10",
    ),
    (
        lambda k, x: k.select(k.integer(x), x, x, x),
        f"k.select: the bit is a constant from 0 to 9, not {_VALUE}",
    ),
    (
        lambda k, x: k.shift(k.integer(x), 10),
        "k.shift: the number of places is a constant from 0 to 9, not 10",
    ),
    (
        lambda k, x: k.rotate(k.integer(x), 10, 1),
        "k.rotate: the width is a constant from 0 to 9, not 10",
    ),
    (lambda k, x: k.rotate(k.integer(x), 5, 5), "k.rotate: 5 places of 5 bits; give 0 < places < width"),
    (lambda k, x: "x", "it returns 'x', and not an element or a tuple of elements"),
    (lambda k, x: None, "it returns nothing (None), and not an element or a tuple of elements"),
    (lambda k, x: (x, (x, x)), "it returns a tuple, and not an element or a tuple of elements"),
    (lambda k, x: k, "it returns a StrictArithmetic, and not an element or a tuple of elements"),
]


def done(function: Function, field: Any, *, symbols: bool) -> tuple[Any, ...]:
    """Run an algorithm of one element."""
    if symbols:
        tracer = Tracer(field.characteristic, field.degree)
        k, x = StrictArithmetic(tracer), tracer.input("x", 0)
    else:
        k, x = StrictArithmetic(field), field.constant(1)
    return k.results(function(k, k.given(x)))


@pytest.mark.parametrize("symbols", [False, True], ids=["exact", "symbols"])
@pytest.mark.parametrize(("function", "message"), REFUSED)
def test_refused(function: Function, message: str, symbols: bool) -> None:
    with pytest.raises(HardwareError) as refused:
        done(function, PRIME, symbols=symbols)
    assert str(refused.value) == message


@pytest.mark.parametrize("symbols", [False, True], ids=["exact", "symbols"])
@pytest.mark.parametrize("field", [BINARY, TERNARY], ids=["binary", "ternary"])
def test_no_decisions_in_small_characteristic(field: Any, symbols: bool) -> None:
    asked: dict[str, Function] = {
        "k.integer": lambda k, x: k.integer(x),
        "k.element": lambda k, x: k.element(x),
        "k.select": lambda k, x: k.select(x, 0, x, x),
        "k.shift": lambda k, x: k.shift(x, 1),
        "k.rotate": lambda k, x: k.rotate(x, 2, 1),
        "k.less": lambda k, x: k.less(x, x),
        "k.equal": lambda k, x: k.equal(x, x),
        "k.ladder": lambda k, x: k.ladder("f", (1,), (x, x), lambda s: s),
    }
    p = field.characteristic
    for name, function in asked.items():
        with pytest.raises(HardwareError) as refused:
            done(function, field, symbols=symbols)
        message = f"{name} is for fields of a large prime, not for characteristic {p}"
        assert str(refused.value) == message
    with pytest.raises(
        HardwareError, match=f"the constant {p} is out of range; constants are from 0 to {p - 1}"
    ):
        done(lambda k, x: x * p, field, symbols=symbols)


@pytest.mark.parametrize("symbols", [False, True], ids=["exact", "symbols"])
def test_an_algorithm_that_does_not_end(monkeypatch: pytest.MonkeyPatch, symbols: bool) -> None:
    """Operations outside loops count, each body once, and a loop in a body as often as it runs."""
    monkeypatch.setattr(strict, "MOST_OPERATIONS", 1000)

    def endless(k: Any, x: Any) -> Any:
        while True:
            x = x * x

    def step(state: Any) -> Any:
        return (state[0] * state[0],)

    def nested(k: Any, x: Any) -> Any:
        return k.loop("f", 2, (x,), lambda s: k.loop("g", 900, s, step))

    for function in (endless, nested):
        with pytest.raises(HardwareError, match="has more than 1,000 operations; does it end"):
            done(function, PRIME, symbols=symbols)
    done(lambda k, x: k.loop("f", 5000, (x,), step), PRIME, symbols=symbols)


def test_values_of_another_run_are_no_elements() -> None:
    kept: list[Any] = []

    def function(k: Any, x: Any) -> Any:
        kept.append(x)
        return kept[0] * x

    done(function, PRIME, symbols=True)
    with pytest.raises(HardwareError, match="an element of another run of the algorithm; keep none"):
        done(function, PRIME, symbols=False)


def test_an_element_shows_nothing_of_its_value() -> None:
    shown: list[str] = []

    def show(k: Any, x: Any) -> Any:
        shown.append(f"{x} {x!r} {k.integer(x)}")
        return x

    for symbols in (False, True):
        done(show, PRIME, symbols=symbols)
    assert set(shown) == {"<an element> <an element> <an integer>"}


def test_units_select_by_these_bits() -> None:
    assert strict.SELECTABLE == BITS


def test_every_operator_of_an_element_is_there_or_refused() -> None:
    """None is left to what Python does by default, which would say something about values or nothing."""
    own = vars(StrictElement)
    numeric = {name for name, _ in inspect.getmembers(int) if name.startswith("__")}
    plain = {name for name, _ in inspect.getmembers(object)} - {"__eq__", "__ne__", "__hash__"}
    plain -= {"__lt__", "__le__", "__gt__", "__ge__"}
    allowed = {"__ceil__", "__floor__", "__getnewargs__", "__pos__"}  # errors of Python's own
    assert numeric - plain - allowed <= own.keys()


def everything(k: Any, x: Any, y: Any) -> Any:
    """Every operation that is there, with constants in every place."""
    n, m = k.integer(x), k.integer(y * y)
    low = k.select(n, 9, x + 1, 7 - y)
    bits = k.shift(n, 3) + 5

    def body(state: Any) -> Any:
        a, b = state
        b = k.rotate(b, 9, 2)
        inner = k.loop("inner", 2, (a, y), lambda s: (s[0] * s[1], s[1] + 1))
        return k.select(b, 0, inner[0] * 3, a - inner[1]), b

    a, bits = k.loop("digits", 4, (low, bits), body)
    u, v = k.ladder("bits", [1, 0, 1], (a, 1), lambda s: (s[0] * s[1], s[1] * s[1]))
    flags = k.equal(n, m) + k.less(n, 500) + k.equal(x, 3) - k.less(3, m)
    return u, -(v**5), k.inverse(u), flags, bits * x, 2 * k.element(m), k.select(1, 0, m, 3), 17


@given(x=st.integers(0, P - 1), y=st.integers(0, P - 1))
def test_symbols_mean_what_exact_elements_mean(x: int, y: int) -> None:
    """And the names of inputs may be those that the tracer gives."""

    def algorithm(inner: Any, *inputs: Any) -> Any:
        k = StrictArithmetic(inner)
        return k.results(everything(k, *map(k.given, inputs)))

    outputs = [f"e{i}" for i in range(8)]
    program = trace("everything", P, 1, ("m0", "t0"), outputs, algorithm)
    inputs = tuple(map(PRIME.constant, (x, y)))
    assert run(program, PRIME, inputs) == algorithm(PRIME, *inputs)
