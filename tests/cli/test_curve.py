"""`curve`: facts that can be checked against each other, and the security with its sources."""

import pytest

from pairforge.catalog.curves import CURVES
from pairforge.catalog.pairings import PAIRINGS


@pytest.mark.parametrize("name", PAIRINGS)
def test_facts_hold_together(pairforge, name):
    done = pairforge("curve", name, "--json")
    assert (done.status, done.err) == (0, "")
    found = done.json
    order, subgroup, cofactor = (int(found[key], 16) for key in ("order", "subgroup_order", "cofactor"))
    q = PAIRINGS[name].characteristic ** PAIRINGS[name].degree
    assert (order - q - 1) ** 2 <= 4 * q  # Hasse
    assert order == subgroup * cofactor
    product = 1
    for factor in found["factors"]:
        product *= int(factor, 16)
    assert product == order
    hard = name.startswith("tate-ss")  # nobody has to factor its cofactor
    assert found["factors_are_prime"] is not hard
    assert pow(q, found["embedding_degree"], subgroup) == 1
    assert all(pow(q, k, subgroup) != 1 for k in range(1, found["embedding_degree"]))
    for which, generator in zip("PQ", found["generators"], strict=False):
        assert PAIRINGS[name].complaint_about_point(which, tuple(int(c, 16) for c in generator)) is None
    assert found["subgroup_bits"] == subgroup.bit_length()
    assert found["security"]["note"]


def test_text_for_people(pairforge):
    done = pairforge("curve", "eta-f2-239")
    assert (done.status, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[0] == "eta-f2-239: y^2 + y = x^3 + x + 1 over F_2^239 = F_2[x]/(x^239 + x^81 + 1)"
    assert "  embedding degree  4, pairing values in a field of 956 bits" in lines
    (security,) = (line for line in lines if line.startswith("  security: about 59 bits today; BROKEN"))
    references = lines[lines.index(security) + 1 :]
    assert [line.strip() for line in references] == list(CURVES["eta-f2-239"].security.references)
