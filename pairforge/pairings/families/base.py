"""What a family is to the rest: how a file gives a curve of it, and what follows for every curve.

A curve is an object with its family; nothing asks for a family's name. `pairings/curves.py` lists the
families and reads the catalogue's files.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from pairforge.catalog.security import Security
from pairforge.table import Table

Terms = tuple[tuple[int, int], ...]
"""The nonzero terms of a polynomial as (exponent, coefficient), largest exponent first."""

_TERM = re.compile(r"([+-]?)(?:x(?:\^(\d+))?|1)")


def bits_of_field(bits: int) -> str:
    """A field of so many bits in words, with the article."""
    an = str(bits).startswith("8") or bits in (11, 18)
    return f"{'an' if an else 'a'} {bits}-bit F_p"


@dataclass(frozen=True)
class Listing:
    """What the catalogue has of a curve beside its mathematics.

    Attributes
    ----------
    map: the pairing on it: "eta", "tate" or "ate".
    field: the name of its base field, as `--field` takes it.
    prior_work: what the tables of published designs call it, where that is not the field's name.
    variants: further pairings on it: "product2", "check", "prepared".
    design: the design that computes its pairing where none is asked for; empty: there is none.
    model: whether there is a model; where not, the engine alone computes its pairing.
    """

    map: str = ""
    field: str = ""
    prior_work: str = ""
    variants: tuple[str, ...] = ()
    design: str = ""
    model: bool = True

    @property
    def published_as(self) -> str:
        """The label that rows of published designs have for it."""
        return self.prior_work or self.field


UNLISTED = Listing()
"""Of a curve that the catalogue does not have."""


class Curve:
    """The parameters of one curve. The classes of the families are frozen dataclasses."""

    name: str
    source: str
    security: Security
    listing: Listing

    if TYPE_CHECKING:  # some are fields, some properties

        @property
        def family(self) -> Family[Any]:
            """The family it belongs to."""

        @property
        def field_bits(self) -> int:
            """log2 of the base field's size, rounded up."""


C = TypeVar("C", bound=Curve)


class Family(ABC, Generic[C]):
    """A family of curves.

    Attributes
    ----------
    name: as a curve's file has it.
    embedding_degree: k, where r divides p^k - 1.
    maps: the pairings there are algorithms for, a word each (`Listing.map`).
    variants: the variants there are algorithms for (`Listing.variants`).
    """

    name: str
    embedding_degree: int
    maps: tuple[str, ...]
    variants: tuple[str, ...] = ()
    estimates: bool = False
    """Whether a curve without a security line gets an estimate, as `read` makes of None."""

    @abstractmethod
    def read(self, t: Table, name: str, source: str, security: Any, listing: Listing) -> C:
        """The curve that the keys of its own in a file define (UserError where one is wrong)."""

    def check(self, curve: C, file: str) -> None:
        """What `read` has left unchecked, as it takes long (UserError where something is wrong)."""

    @abstractmethod
    def order(self, curve: C) -> int:
        """The number of points over the base field."""

    @abstractmethod
    def map_name(self, curve: C) -> str:
        """The pairing in words, with the curve: the description of a pairing."""


def polynomial(t: Table, key: str) -> Terms:
    """The terms of a text such as "x^97 + x^16 - 1", exponents falling.

    Raises
    ------
    UserError
        It is no such text.
    """
    text = re.sub(r"\s", "", t.text(key))
    if not re.fullmatch(rf"(?:{_TERM.pattern})(?:(?=[+-]){_TERM.pattern})*", text):
        raise t.fail(key, f'must be a polynomial such as "x^97 + x^16 - 1", not {text!r}')
    terms = tuple(
        (0 if "x" not in match[0] else int(match[2] or 1), -1 if match[1] == "-" else 1)
        for match in _TERM.finditer(text)
    )
    exponents = [exponent for exponent, _ in terms]
    if exponents != sorted(set(exponents), reverse=True):
        raise t.fail(key, f"must have falling exponents, not {text!r}")
    return terms
