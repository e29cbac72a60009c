"""Fields as a user writes them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairforge.compiler.field import field_of, field_option, read_field
from pairforge.errors import UserError
from pairforge.pairings.fields import FIELDS, PRIMES
from pairforge.pairings.registry import find_pairing
from pairforge.units.fields.binary import BinaryField
from pairforge.units.fields.ternary import TernaryField


def polynomial_field(text: str) -> BinaryField | TernaryField:
    field = read_field(text)
    assert isinstance(field, BinaryField | TernaryField)
    return field


@pytest.mark.parametrize(
    ("text", "polynomial"),
    [
        ("f2-239", "x^239 + x^81 + 1"),
        ("2:239,81,0", "x^239 + x^81 + 1"),
        (" 1 + x^2 + x^11 ", "x^11 + x^2 + 1"),
        ("2:x^7+x+1", "x^7 + x + 1"),
        ("x^2+x+1", "x^2 + x + 1"),
        ("f3-97", "x^97 + x^16 - 1"),
        ("3:x^97+x^12-1", "x^97 + x^12 - 1"),
        ("3:97,12,-0", "x^97 + x^12 - 1"),
        ("3:x^97+x^12+2", "x^97 + x^12 - 1"),
        ("3:2x^97+2*x^12+1", "x^97 + x^12 - 1"),
    ],
)
def test_the_ways_to_write_one(text: str, polynomial: str) -> None:
    assert polynomial_field(text).polynomial == polynomial


@pytest.mark.parametrize("name", FIELDS)
def test_names_and_what_a_command_is_told_lead_back(name: str) -> None:
    field = polynomial_field(name)
    assert field_option(field) == name
    assert read_field(f"{field.characteristic}:{field.polynomial.replace(' ', '')}") == field


@pytest.mark.parametrize(
    ("text", "p"), [("p:101", 101), ("p:0x65", 101), ("fp-ss512", PRIMES["fp-ss512"]), ("p:7", 7)]
)
def test_the_ways_to_write_a_prime(text: str, p: int) -> None:
    field = read_field(text)
    assert field.characteristic == p
    assert read_field(field_option(field)) == field


@pytest.mark.parametrize("name", PRIMES)
def test_names_of_primes_lead_back(name: str) -> None:
    assert field_option(read_field(name)) == name
    assert read_field(f"p:{PRIMES[name]}") == read_field(name)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("p:91", "--field p:91: 91 is not prime"),
        ("p:3", "--field p:3: a prime of 2 bits; 3 to 2048 are possible"),
        (
            "p:1" + 60 * "0",
            "--field p:100000000000000000...0000000000000000: 1000000000...0000000000 (200 bits) "
            "is not prime",
        ),
        (
            "p:12a",
            "--field p:12a: the characteristic before the colon must be 2 or 3; p: stands before a prime, "
            "decimal or 0x",
        ),
    ],
)
def test_what_is_no_prime_is_refused(text: str, message: str) -> None:
    with pytest.raises(UserError) as error:
        read_field(text)
    assert str(error.value) == message


def test_the_base_field_of_a_pairing_over_a_large_prime() -> None:
    pairing = find_pairing("tate-ss512")
    assert field_of(pairing) == read_field("fp-ss512")


@given(st.text("0123456789x^+-,:* p", max_size=14))
def test_nothing_but_fields_and_one_line_rejections(text: str) -> None:
    try:
        field = read_field(text)
    except UserError as error:
        assert "\n" not in str(error)
    else:
        assert read_field(field_option(field)) == field
