"""Fields as a user writes them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairforge.catalog.fields import FIELDS
from pairforge.errors import UserError
from pairforge.flow.field import field_option, read_field


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
def test_the_ways_to_write_one(text, polynomial):
    assert read_field(text).polynomial == polynomial


@pytest.mark.parametrize("name", FIELDS)
def test_names_and_what_a_command_is_told_lead_back(name):
    field = read_field(name)
    assert field_option(field) == name
    assert read_field(f"{field.characteristic}:{field.polynomial.replace(' ', '')}") == field


@given(st.text("0123456789x^+-,:* ", max_size=14))
def test_nothing_but_fields_and_one_line_refusals(text):
    try:
        field = read_field(text)
    except UserError as error:
        assert "\n" not in str(error)
    else:
        assert read_field(field_option(field)) == field
