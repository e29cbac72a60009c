"""The fields that units compute in: a pairing's, or as a user writes them."""

from __future__ import annotations

import re

from pairforge.errors import UserError
from pairforge.pairings.computation import Computation
from pairforge.pairings.fields import FIELDS, PRIMES, FieldEntry
from pairforge.pairings.registry import closest
from pairforge.units.fields.base import DigitField, Field, FieldError, polynomial_text
from pairforge.units.fields.binary import BinaryField
from pairforge.units.fields.prime import PrimeField
from pairforge.units.fields.ternary import TernaryField

_LARGEST = 2048  # degree; the test for irreducibility takes a second there
_TERM = re.compile(r"([+-]?)(?:([12])?\*?(x)(?:\^(\d+))?|([12]))")
_PRIME = re.compile(r"p:(0x[0-9a-fA-F]{1,2048}|0|[1-9][0-9]{0,2047})")
_EXPONENT = re.compile(r"([+-]?)(\d+)")


def read_field(text: str, key: str = "--field") -> Field:
    """The field that `text` names or whose polynomial it gives.

    `f2-239`; `x^239+x^81+1` (over F_2 unless `3:` stands in front); `2:239,81,0` and `3:97,12,-0` by
    exponents, a minus sign before those with the coefficient -1; `fp-ss512`; `p:101` and `p:0x65` for the
    integers modulo a prime. `key`: what asks for it, for messages.

    Raises UserError, one line, where it is none of these, the polynomial is reducible or p not a prime.
    """
    if text in FIELDS:
        return _field(FIELDS[text])
    if text in PRIMES:
        return PrimeField(PRIMES[text])
    if prime := _PRIME.fullmatch(text):
        return _prime_field(text, prime[1], key)
    characteristic, terms = _polynomial(text, key)
    entry = FieldEntry(characteristic, terms)
    if len(terms) < 2 or not terms[0][0] <= _LARGEST or terms[0][0] < 2:
        raise UserError(f"{key} {text}: give a polynomial of degree 2 to {_LARGEST} with two terms or more")
    try:
        return _field(entry)
    except FieldError:
        raise UserError(
            f"{key} {text}: {polynomial_text(terms)} is reducible over F_{characteristic}; "
            "a field needs an irreducible polynomial"
        ) from None


def field_of(computation: Computation) -> Field:
    """The base field of a pairing."""
    if computation.characteristic not in (2, 3):
        return PrimeField(computation.characteristic)
    return _field(FieldEntry(computation.characteristic, computation.polynomial_terms))


def field_option(field: Field) -> str:
    """How a command asks for a field: the name where it has one, else the polynomial or the prime."""
    if not isinstance(field, DigitField):
        names = [name for name, p in PRIMES.items() if p == field.characteristic]
        return next(iter(names), f"p:{field.characteristic:#x}")
    for name, entry in FIELDS.items():
        if _field(entry) == field:
            return name
    return f"{field.characteristic}:{field.polynomial.replace(' ', '')}"


def _prime_field(text: str, number: str, key: str) -> PrimeField:
    try:
        return PrimeField(int(number, 0))
    except FieldError as error:
        raise UserError(f"{key} {_short(text)}: {error}") from None


def _short(text: str) -> str:
    """What a user wrote, without its middle where it is long."""
    return text if len(text) <= 40 else f"{text[:20]}...{text[-16:]}"


def _field(entry: FieldEntry) -> DigitField:
    if entry.characteristic == 2:
        return BinaryField(tuple(e for e, _ in entry.terms))
    return TernaryField(entry.terms)


def _polynomial(text: str, key: str) -> tuple[int, tuple[tuple[int, int], ...]]:
    """Characteristic and terms; equal powers are added up, the leading coefficient is made 1."""
    near = closest(text, (*FIELDS, *PRIMES))
    hint = f"did you mean {near}? " if near else ""
    unreadable = UserError(
        f"{key} {text}: no field of that name, and no polynomial such as x^239+x^81+1, 2:239,81,0 or "
        f"3:x^97+x^12-1; {hint}names are {', '.join((*FIELDS, *PRIMES))}, and p: stands before a prime"
    )
    prefix, colon, rest = text.rpartition(":")
    if colon and prefix.strip() not in ("2", "3"):
        raise UserError(
            f"{key} {text}: the characteristic before the colon must be 2 or 3; p: stands before a prime, "
            "decimal or 0x"
        )
    characteristic = int(prefix) if colon else 2
    body = re.sub(r"\s", "", rest)
    found: dict[int, int] = {}
    if "x" in body:
        if not re.fullmatch(rf"(?:{_TERM.pattern})(?:(?=[+-]){_TERM.pattern})*", body):
            raise unreadable
        if not colon and ("-" in body or re.search(r"2\*?x|2(?![\d])$", re.sub(r"\^\d+", "", body))):
            raise UserError(f"{key} {text}: write 3:{body} for a polynomial over F_3")
        for sign, factor, x, exponent, constant in _TERM.findall(body):
            power = int(exponent or 1) if x else 0
            value = int(factor or constant or 1)
            found[power] = found.get(power, 0) + (-value if sign == "-" else value)
    else:
        parts = body.split(",")
        if not all(_EXPONENT.fullmatch(part) for part in parts) or len(parts) < 2:
            raise unreadable
        for part in parts:
            sign, exponent = _EXPONENT.findall(part)[0]
            found[int(exponent)] = found.get(int(exponent), 0) + (-1 if sign == "-" else 1)
    terms = [(e, c % characteristic) for e, c in sorted(found.items(), reverse=True) if c % characteristic]
    if terms and terms[0][1] == 2:
        terms = [(e, -c % 3) for e, c in terms]
    return characteristic, tuple((e, -1 if c == 2 else c) for e, c in terms)
