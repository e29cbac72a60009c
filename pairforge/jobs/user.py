"""A user's own algorithm: what a file says of it, and the computation that it is.

The algorithm is its own model: the same function on exact elements. A second function, on plain integers, is
an independent one where the user gives it.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from types import FunctionType
from typing import Any, TypeAlias

from pairforge.algebra.arithmetic import Arithmetic, E
from pairforge.algebra.binary_field import BinaryField
from pairforge.algebra.prime_field import PrimeField
from pairforge.algebra.ternary_field import TernaryField
from pairforge.catalog.security import Security
from pairforge.errors import CheckError, UserError
from pairforge.jobs.base import STAGE
from pairforge.jobs.strict import HardwareError, StrictArithmetic
from pairforge.outside import OutsideFunction, line_in, said
from pairforge.pairings.computation import Computation, Encoded, Stage
from pairforge.pairings.families.base import Terms

ExactField: TypeAlias = PrimeField | BinaryField | TernaryField

PRIME_FIELD: Terms = ((1, 1), (0, 1))
"""The polynomial of a field of degree 1."""

SECURITY = Security(None, "an algorithm of the user's own")

_COMPARED = 16  # inputs for which the algorithm on exact elements is held against a model of the user's
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


@dataclass(frozen=True)
class Written:
    """What `algorithm` keeps of a function. It is called as the function itself.

    function: of an arithmetic and elements. The rest: as the user gave it (`algorithm`).
    """

    function: FunctionType
    field: str | None
    curve: str | None
    outputs: object
    model: Callable[..., Any] | None
    inputs: Callable[[Random], Any] | None

    def __call__(self, *arguments: Any) -> Any:
        return self.function(*arguments)


def algorithm(
    *,
    field: str | None = None,
    curve: str | None = None,
    outputs: str | Sequence[str] | None = None,
    model: Callable[..., Any] | None = None,
    inputs: Callable[[Random], Any] | None = None,
) -> Callable[[Callable[..., Any]], Written]:
    """Make a function an algorithm that a design can name.

    Its first parameter is the arithmetic, the others are elements; it returns an element or a tuple of them.

    Parameters
    ----------
    field: what it runs over: a field's name, ``"p:0x…"`` for a prime, a polynomial.
    curve: a pairing's name instead, for the base field of its curve.
    outputs: names of the results; by default ``out``, or ``out0``, ``out1``, …
    model: what the results are, by other means: a function of plain integers that returns as many integers.
    inputs: random inputs: a function of a ``random.Random``; by default each element is uniform.
    """
    if (field is None) == (curve is None):
        raise UserError('an algorithm has a field="..." or a curve="...", one of them')

    def decorate(function: Callable[..., Any]) -> Written:
        if not inspect.isfunction(function):
            raise UserError(f"@pairforge.algorithm stands above a function, not a {type(function).__name__}")
        return Written(function, field, curve, outputs, model, inputs)

    return decorate


class UserComputation(Computation):
    """A user's algorithm over a field.

    Parameters
    ----------
    source: where it is.
    written: what it is.
    characteristic, terms: of the field and its polynomial; for a prime field ``PRIME_FIELD``.
    count: finds out how many elements it returns, from the names of its inputs.

    Raises
    ------
    UserError
        Its parameters or the names of its results cannot be those of a core, they are not as many as it
        returns, or its model or its inputs fail.
    """

    default_design = ""
    security = SECURITY

    def __init__(
        self,
        source: OutsideFunction,
        written: Written,
        characteristic: int,
        terms: Terms,
        count: Callable[[UserComputation, Sequence[str]], int],
    ) -> None:
        self.source, self.written = source, written
        self.characteristic = characteristic
        self._terms = terms
        self.degree = terms[0][0]
        self.polynomial = tuple(exponent for exponent, _ in terms)
        self.field: Any = exact_field(characteristic, terms)
        self.name = source.name
        self.description = _description(written.function, source.name)
        inputs = self._parameters()
        outputs = self._results(inputs, count(self, inputs))
        self.stages = (Stage(STAGE, {self.name: self.run}, inputs, outputs),)
        if written.model or written.inputs:
            self.values(self.random_inputs(1, seed=0))  # what is wrong with them shows before any work

    @property
    def polynomial_terms(self) -> Terms:
        """With the signs of a polynomial over F_3."""
        return self._terms

    def run(self, k: Arithmetic[E], /, *inputs: E) -> tuple[E, ...]:
        """The algorithm, in an arithmetic that computes or records.

        Raises
        ------
        UserError
            It fails, or asks for what cannot be hardware: file, line, and what it was.
        """
        strict = StrictArithmetic(k)
        with self._blamed():
            return strict.results(self.written.function(strict, *map(strict.given, inputs)))

    def complaint_about_element(self, value: int) -> str | None:
        """As its field has it."""
        complaint: str | None = self.field.complaint(value)
        return complaint

    def random_inputs(self, number: int, seed: int) -> list[Encoded]:
        """Uniform, or as the user draws them."""
        rng = Random(seed)
        return [self._drawn(rng) for _ in range(number)]

    def _drawn(self, rng: Random) -> Encoded:
        if self.written.inputs is None:
            return tuple(int(self.field.random(rng)) for _ in self.inputs)
        with self._blamed():
            drawn = self.written.inputs(rng)
        return self._encoded(drawn, self.inputs, "inputs")

    def values(self, inputs: Sequence[Encoded]) -> list[Encoded]:
        """As the user's model has them, else the algorithm on exact elements.

        Raises
        ------
        CheckError
            They differ, on one of the first inputs.
        """
        model = self.written.model
        if model is None:
            return list(map(self._exact, inputs))
        found = []
        for each in inputs:
            with self._blamed():
                returned = model(*each)
            found.append(self._encoded(returned, self.outputs, "model"))
        for i, (each, value) in enumerate(zip(inputs[:_COMPARED], found, strict=False)):
            self._compare(i, self._exact(each), value)
        return found

    def _exact(self, inputs: Encoded) -> Encoded:
        return tuple(map(int, self.run(self.field, *map(self.field.constant, inputs))))

    def _compare(self, case: int, exact: Encoded, value: Encoded) -> None:
        for name, a, b in zip(self.outputs, exact, value, strict=True):
            if a != b:
                raise CheckError(
                    f"{self.source}: case {case}: the algorithm gives {name} = {a:#x}, its model has {b:#x}"
                )

    def _encoded(self, given: object, names: Sequence[str], what: str) -> Encoded:
        """What a function of the user's returned, as elements."""
        each = tuple(given) if isinstance(given, (tuple, list)) else (given,)
        place = f"{self.source.file.name}: {what} of {self.name}"
        if len(each) != len(names):
            raise UserError(f"{place}: returns {len(each)} integers, not {len(names)} ({', '.join(names)})")
        for name, value in zip(names, each, strict=True):
            if not isinstance(value, int):
                raise UserError(f"{place}: {name} is a {type(value).__name__}, not a whole number")
            if complaint := self.complaint_about_element(int(value)):
                raise UserError(f"{place}: {name} = {value:#x} {complaint}")
        return tuple(map(int, each))

    @contextmanager
    def _blamed(self) -> Iterator[None]:
        """Turn what goes wrong in the user's code into one line, with its place (UserError)."""
        try:
            yield
        except (UserError, CheckError):
            raise
        except (Exception, SystemExit) as error:
            code = self.written.function.__code__
            line = line_in(error, code.co_filename) or code.co_firstlineno
            match error:
                case HardwareError():
                    message = str(error)
                case RecursionError():
                    message = "a recursion that does not end, or is deeper than Python's; write a loop"
                case _:
                    message = said(error)
            raise UserError(f"{code.co_filename}: line {line}: {message}") from None

    def _parameters(self) -> tuple[str, ...]:
        """The names of the inputs: those of the function's parameters behind the first."""
        function = self.written.function
        parameters = list(inspect.signature(function).parameters.values())
        plain = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
        if any(p.kind not in plain or p.default is not p.empty for p in parameters) or len(parameters) < 2:
            raise self._fail(
                "its parameters must be the arithmetic and one or more elements, without defaults and *"
            )
        return tuple(self._named(p.name, "parameter") for p in parameters[1:])

    def _results(self, inputs: Sequence[str], returned: int) -> tuple[str, ...]:
        """The names of the results."""
        given = self.written.outputs
        if given is None:
            names: Sequence[Any] = ["out"] if returned == 1 else [f"out{i}" for i in range(returned)]
        elif isinstance(given, str):
            names = [given]
        elif isinstance(given, (tuple, list)):
            names = given
        else:
            raise self._fail("outputs must be a name, or a tuple of names")
        if len(names) != returned:
            raise self._fail(f"it returns {returned} elements, and outputs names {len(names)}")
        checked = tuple(self._named(name, "output") for name in names)
        if len({*inputs, *checked}) < len(inputs) + len(checked):
            raise self._fail(
                f"inputs and outputs must have different names, not {', '.join((*inputs, *checked))}"
            )
        return checked

    def _named(self, name: object, what: str) -> str:
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            raise self._fail(f"the {what} {name!r} must be of letters, digits and _, the first a letter")
        return name

    def _fail(self, message: str) -> UserError:
        return UserError(
            f"{self.source.file.name}: line {self.written.function.__code__.co_firstlineno}: {message}"
        )


def exact_field(characteristic: int, terms: Terms) -> ExactField:
    """The field with exact elements."""
    if characteristic == 2:
        return BinaryField(exponent for exponent, _ in terms)
    return TernaryField(terms) if characteristic == 3 else PrimeField(characteristic)


def _description(function: FunctionType, name: str) -> str:
    """The first line of a function's docstring."""
    first, *_ = (inspect.getdoc(function) or f"algorithm {name}").splitlines()
    return first.rstrip(".")
