"""`curve`: facts that can be checked against each other, and the security with its sources."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from pairings.named import named

from pairforge.pairings.curves import curves_of
from pairforge.pairings.families.supersingular_binary import BinarySupersingular
from pairforge.pairings.registry import PAIRINGS
from pairforge.pairings.supersingular_binary import TateBinaryPairing

HARD = ("ate-bls12-446", "ate-bls12-638", "ate-bw6-761")
"""Nobody has to factor their cofactors."""
LARGE = ("ate-bls12-638", "ate-bls48-581", "ate-bn638")
CURVES = curves_of(BinarySupersingular, "eta")


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=pytest.mark.slow if n in LARGE else ()) for n in PAIRINGS]
)
def test_facts_hold_together(pairforge: Callable[..., Any], name: str) -> None:
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
    hard = name.startswith(("tate-ss", *HARD))
    assert found["factors_are_prime"] is not hard
    assert pow(q, found["embedding_degree"], subgroup) == 1
    assert all(pow(q, k, subgroup) != 1 for k in range(1, found["embedding_degree"]))
    for which, generator in zip("PQ", found["generators"], strict=False):
        assert PAIRINGS[name].complaint_about_point(which, tuple(int(c, 16) for c in generator)) is None
    assert found["subgroup_bits"] == subgroup.bit_length()
    assert found["security"]["note"]


def test_text_for_people(pairforge: Callable[..., Any]) -> None:
    done = pairforge("curve", "eta-f2-239")
    assert (done.status, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[0] == "eta-f2-239: y^2 + y = x^3 + x + 1 over F_2^239 = F_2[x]/(x^239 + x^81 + 1)"
    assert "  embedding degree  4, pairing values in a field of 956 bits" in lines
    (security,) = (line for line in lines if line.startswith("  security: about 59 bits today; BROKEN"))
    references = lines[lines.index(security) + 1 :]
    assert [line.strip() for line in references] == list(CURVES["eta-f2-239"].security.references)


def test_a_search_finds_the_curves_of_the_catalogue(pairforge: Callable[..., Any]) -> None:
    done = pairforge("curve", "--search", "f2", "--from", "230", "--to", "290", "--json")
    assert (done.status, done.err) == (0, "")
    found = {(curve["m"], curve["b"]): curve for curve in done.json["curves"]}
    assert set(found) == {(239, 1), (241, 1), (283, 0), (283, 1)}
    for name in ("tate-f2-239", "tate-f2-283"):
        facts = pairforge("curve", name, "--json").json
        pairing = named(name, TateBinaryPairing)
        m, b = pairing.degree, pairing.params.b
        for key in ("order", "cofactor", "embedding_degree", "mov_bits"):
            assert found[m, b][key] == facts[key]
        assert found[m, b]["prime"] == facts["subgroup_order"]
        assert found[m, b]["security"]["bits_today"] == facts["security"]["bits_today"]


def test_a_search_as_a_table(pairforge: Callable[..., Any]) -> None:
    done = pairforge("curve", "--search", "f3", "--from", "97", "--to", "97")
    assert (done.status, done.err) == (0, "")
    (line,) = (line for line in done.out.splitlines() if "3^97" in line)
    assert line.split()[:10] == ["y^2", "=", "x^3", "-", "x", "+", "1", "over", "F_3^97", "7"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["--search", "f5"],
            "--search f5: no such family; did you mean f3? There are f2, f3, f2-genus2, bn, bls12, bls24, "
            "bls48, kss16, kss18, bw6",
        ),
        (["--search", "f2", "--from", "9", "--to", "5"], "--from 9 --to 5: give 3 <= from <= to <= 2000"),
        (["--from", "9"], "--from 9: give --search as well"),
        (["eta-f2-5", "--search", "f2"], "--search f2: give a curve or a family, not both"),
        (["--search", "f2", "--cofactor-bits", "0"], "--cofactor-bits 0: give a number from 1 to 1000000"),
        ([], "curve: give the name of a pairing (pairforge list), or --search FAMILY"),
    ],
)
def test_what_a_search_refuses(pairforge: Callable[..., Any], words: Sequence[Any], message: str) -> None:
    done = pairforge("curve", *words)
    assert (done.status, done.out, done.err) == (2, "", f"pairforge: error: {message}\n")


MINE = """schema = 1
name = "mine"
family = "BLS12"
u = 4
source = "a test"
[security]
bits_today = 0
note = "a toy"
"""


def test_the_commands_take_a_file(pairforge: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(MINE)
    facts = pairforge("curve", str(path), "--json")
    assert (facts.status, facts.json["curve"], facts.json["embedding_degree"]) == (0, "mine", 12)
    done = pairforge("pair", str(path), "--random", "2")
    assert done.status == 0
    assert [len(case["e"]) for case in done.json["cases"]] == [12, 12]
    refused = pairforge("pair", str(path), "--random", "1", "--backend", "engine")
    assert (refused.status, refused.out) == (2, "")
    assert refused.err == "pairforge: error: mine has no engine yet; use --backend model or --backend rtl\n"
    bad = pairforge("curve", str(tmp_path / "none.toml"))
    assert (bad.status, bad.out) == (2, "")
