"""Functions of bits as ordered binary decision diagrams (Bryant 1986): one number for each function.

Variables are ordered by their number; the greatest is tested first. Of two variables it may be known that one
implies the other. Then functions that differ only where that fails are the same.
"""

from __future__ import annotations

from collections.abc import Sequence

from pairforge.errors import CheckError

FALSE, TRUE = 0, 1
_MOST = 1 << 20  # functions


class Functions:
    """All functions that have been made. A function is a number, equal for equal functions.

    Raises CheckError where there are too many.
    """

    def __init__(self) -> None:
        self._tests: list[tuple[int, int, int]] = [(-1, 0, 0), (-1, 1, 1)]
        self._numbers: dict[tuple[int, int, int], int] = {}
        self._choices: dict[tuple[int, int, int], int] = {}
        self._with: dict[tuple[int, int, int], int] = {}
        self._stronger: dict[int, int] = {}  # a variable, and one that implies it, tested behind it
        self._weaker: dict[int, int] = {}  # a variable, and one that it implies, tested behind it

    @property
    def tests(self) -> Sequence[tuple[int, int, int]]:
        """`test` of all functions, by their numbers."""
        return tuple(self._tests)

    def variable(self, number: int) -> int:
        """The function that is a variable."""
        return self._test(number, FALSE, TRUE)

    def imply(self, one: int, other: int) -> None:
        """Variable `one` implies variable `other`; before either is used."""
        if one > other:
            self._weaker[one] = other
        else:
            self._stronger[other] = one

    def test(self, function: int) -> tuple[int, int, int]:
        """The variable that is tested first, and what is left where it is 0 and where it is 1."""
        return self._tests[function]

    def choice(self, select: int, one: int, zero: int) -> int:
        """`one` where `select` holds, else `zero`."""
        if select == TRUE or one == zero:
            return one
        if select == FALSE:
            return zero
        if (one, zero) == (TRUE, FALSE):
            return select
        key = select, one, zero
        if key not in self._choices:
            variable = max(self._tests[f][0] for f in key)
            low, high = (self.choice(*(self._given(f, variable, value) for f in key)) for value in (0, 1))
            self._choices[key] = self._test(variable, low, high)
        return self._choices[key]

    def given(self, function: int, values: dict[int, int]) -> int:
        """The function where some variables have these values."""
        for variable, value in values.items():
            function = self._where(function, variable, value)
        return function

    def support(self, function: int) -> list[int]:
        """The variables that it depends on, the first one tested first."""
        found: set[int] = set()
        seen: set[int] = set()
        todo = [function]
        while todo:
            f = todo.pop()
            if f > TRUE and f not in seen:
                seen.add(f)
                variable, low, high = self._tests[f]
                found.add(variable)
                todo += [low, high]
        return sorted(found, reverse=True)

    def _given(self, function: int, variable: int, value: int) -> int:
        """For a variable that nothing in the function is tested before."""
        tested, *parts = self._tests[function]
        return parts[value] if tested == variable else function

    def _where(self, function: int, variable: int, value: int) -> int:
        tested, low, high = self._tests[function]
        if tested < variable:
            return function
        if tested == variable:
            return high if value else low
        key = function, variable, value
        if key not in self._with:
            self._with[key] = self._test(
                tested, self._where(low, variable, value), self._where(high, variable, value)
            )
        return self._with[key]

    def _test(self, variable: int, low: int, high: int) -> int:
        if (other := self._weaker.get(variable)) is not None:
            high = self._where(high, other, 1)
        if (other := self._stronger.get(variable)) is not None:
            low = self._where(low, other, 0)
        if low == high:
            return low
        key = variable, low, high
        if key not in self._numbers:
            if len(self._tests) > _MOST:
                raise CheckError("no proof by words: functions of too many bits")
            self._numbers[key] = len(self._tests)
            self._tests.append(key)
        return self._numbers[key]
