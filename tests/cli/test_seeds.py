"""`curve --search` of pairing-friendly families: published curves, what options do, what is refused."""

import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from flint import fmpz

from pairforge.algebra.pairing_families import FAMILIES
from pairforge.algebra.signed_powers import weight

BLS12_381 = -0xD201000000010000
BLS12_377 = 0x8508C00000000001


@pytest.mark.parametrize(
    ("words", "u", "expected"),
    [
        pytest.param(
            "bls12 --bits 381 --r-bits 255 --weight 6 --p-mod 8=3 --two-adicity 32 --limit 100",
            BLS12_381,
            {"b": 4, "two_adicity": 32, "p_mod_8": 3, "loop_weight": 6},
            marks=pytest.mark.slow,
        ),
        (
            "bls12 --bits 377 --weight 7 --two-adicity 47 --p-two-adicity 46",
            BLS12_377,
            {"b": 1, "two_adicity": 47, "p_two_adicity": 46},
        ),
        ("bn --bits 254 --weight 3 --p-mod 4=3", -(2**62 + 2**55 + 1), {"b": 2, "p_mod_8": 3}),
        ("kss16 --bits 339 --weight 5", 2**35 - 2**32 - 2**18 + 2**8 + 1, {"a": 1, "p_mod_8": 5}),
        ("kss18 --bits 348 --weight 4", 2**44 + 2**22 - 2**9 + 2, {"b": 3}),
        ("bw6 --bits 761 --r-bits 377 --two-adicity 46", BLS12_377, {"p_bits": 761, "r_bits": 377}),
    ],
    ids=lambda value: value.split()[0] if isinstance(value, str) else "",
)
def test_published_curves_come_out(
    pairforge: Callable[..., Any], words: str, u: int, expected: dict[str, int]
) -> None:
    done = pairforge("curve", "--search", *words.split(), "--json")
    assert done.status == 0
    curves = {int(curve["u"], 16): curve for curve in done.json["curves"]}
    assert {key: curves[u][key] for key in expected} == expected


def test_rows_hold_together(pairforge: Callable[..., Any]) -> None:
    done = pairforge("curve", "--search", "bls12", "--bits", "381", "--limit", "5", "--json")
    assert done.status == 0
    found = done.json
    assert found["weight_searched"] == 5 and len(found["curves"]) == 5 and found["found"] >= 5
    family = FAMILIES["bls12"]
    for curve in found["curves"]:
        u, p, r = (int(curve[key], 16) for key in ("u", "p", "r"))
        assert (family.p(u), family.r(u)) == (p, r) and weight(u) <= 5
        assert fmpz(p).is_prime() and fmpz(r).is_prime()
        assert (p.bit_length(), r.bit_length(), p % 8) == (381, curve["r_bits"], curve["p_mod_8"])
        assert (r - 1) % 2 ** curve["two_adicity"] == 0 != (r - 1) % 2 ** (curve["two_adicity"] + 1)
        assert curve["security"] == {"basis": "estimated", "bits": 123}
        file = tomllib.loads("\n".join(curve["curve_file"]))
        assert (file["family"], file["b"]) == ("BLS12", curve["b"])
        assert file["source"] == "pairforge curve --search bls12 --bits 381 --limit 5"
    costs = [curve["cost"]["relative"] for curve in found["curves"]]
    assert costs[0] == 1 and costs == sorted(costs)


@pytest.mark.parametrize("words", ["bn --bits 254", "kss16 --bits 339 --weight 5"])
def test_the_lines_of_a_row_are_a_curve_file(
    pairforge: Callable[..., Any], tmp_path: Path, words: str
) -> None:
    done = pairforge("curve", "--search", *words.split(), "--limit", "1", "--json")
    (row,) = done.json["curves"]
    file = tmp_path / "found.toml"
    file.write_text("\n".join(row["curve_file"]))
    facts = pairforge("curve", str(file), "--json").json
    p, trace = int(row["p"], 16), int(row["trace"], 16)
    assert (int(facts["order"], 16), facts["subgroup_order"]) == (p + 1 - trace, row["r"])
    assert facts["security"]["bits_today"] == row["security"]["bits"]
    assert facts["security"]["note"].startswith("estimate: ")


def test_the_table_says_how_its_figures_were_had(pairforge: Callable[..., Any]) -> None:
    done = pairforge("curve", "--search", "bn", "--bits", "254", "--p-mod", "8=3", "--limit", "1")
    assert done.status == 0
    head, row, blank, *lines = done.out.splitlines()
    assert head.split()[:2] == ["seed", "u"] and head.endswith("security, bits (estimate)")
    assert row.split()[0] == "1" and row.split()[-1] == "103"
    assert blank == ""
    assert (
        lines[0]
        == f"{lines[0].split()[0]} seeds of weight up to 3 found; p and r of those shown are proven primes"
    )
    assert lines[1].startswith("cost: modelled") and lines[3].startswith("security: estimate")
    assert lines[4:7] == ["", "# curve file, row 1", "schema = 1"]
    assert done.err.splitlines()[0] == "pairforge: seeds of weight 1, 0 found before"


def test_subgroup_secure_leaves_out_seeds_with_small_factors(pairforge: Callable[..., Any]) -> None:
    words = "curve --search bn --bits 254 --weight 4 --two-adicity 30 --limit 100 --json".split()
    every = pairforge(*words).json
    kept = pairforge(*words, "--subgroup-secure").json
    expected = [c["u"] for c in every["curves"] if "no" not in c["subgroup_secure"].values()]
    assert [c["u"] for c in kept["curves"]] == expected
    assert 0 < kept["found"] < every["found"]


def test_a_search_may_find_nothing(pairforge: Callable[..., Any]) -> None:
    done = pairforge("curve", "--search", "kss16", "--bits", "339", "--weight", "2", "--json")
    assert (done.status, done.json["curves"], done.json["weight_searched"]) == (0, [], 2)


PRIME = "--bits, --r-bits, --weight, --p-mod, --two-adicity, --p-two-adicity, --subgroup-secure, --limit"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["bls12"], "--search bls12: give --bits N, the size of p"),
        (["bls12", "--bits", "30"], "--bits 30: give a number from 64 to 2000"),
        (["bls12", "--bits", "381", "--weight", "0"], "--weight 0: give a number from 1 to 12"),
        (["bls12", "--bits", "381", "--from", "3"], f"--from 3: --search bls12 takes {PRIME}"),
        (["f2", "--bits", "381"], "--bits 381: --search f2 takes --from, --to, --cofactor-bits"),
        (["f2", "--subgroup-secure"], "--subgroup-secure: --search f2 takes --from, --to, --cofactor-bits"),
        (
            ["bls12", "--bits", "381", "--r-bits", "200"],
            "--bits 381 --r-bits 200: no seed gives a BLS12 curve with both; with this p, r has 255 or 256 "
            "bits",
        ),
        (["bls48", "--bits", "70"], "--bits 70: no seed gives a BLS48 curve of this size; give another"),
        (
            ["kss16", "--bits", "339", "--p-mod", "8=3"],
            "--p-mod, --two-adicity, --p-two-adicity: no seed gives a KSS16 curve with these; ask for less",
        ),
        (
            ["bls12", "--bits", "381", "--p-mod", "8=2"],
            "--p-mod 8=2: give 4 or 8 and odd residues, as in 4=3 or 8=3,7",
        ),
        (
            ["bls12", "--bits", "381", "--p-mod", "4=7"],
            "--p-mod 4=7: give 4 or 8 and odd residues, as in 4=3 or 8=3,7",
        ),
    ],
)
def test_what_a_search_refuses(pairforge: Callable[..., Any], words: Sequence[str], message: str) -> None:
    done = pairforge("curve", "--search", *words)
    assert (done.status, done.out, done.err) == (2, "", f"pairforge: error: {message}\n")


def test_options_of_a_search_need_one(pairforge: Callable[..., Any]) -> None:
    done = pairforge("curve", "ate-bls12-381", "--bits", "381")
    assert (done.status, done.err) == (2, "pairforge: error: --bits 381: give --search as well\n")
