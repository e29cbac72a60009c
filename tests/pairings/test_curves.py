"""Files of curves: what they give, what is refused, and that a curve of a known family is one file."""

from pathlib import Path

import pytest
from flint import fmpz_poly

from pairforge.catalog.security import SECURITIES, TOY
from pairforge.errors import UserError
from pairforge.machine.designs import design_names, find_design
from pairforge.pairings import curves
from pairforge.pairings.curves import CURVES, FAMILIES, curves_of, read_curve
from pairforge.pairings.families.base import Curve
from pairforge.pairings.families.optimal_ate import AteCurve, AteFamily
from pairforge.pairings.registry import PAIRINGS, pairing_over, pairings_of

NEW = {
    "BN": 'family = "BN"\nu = -1\nb = 2\ntower = ["i^2 = -1", "v^3 = 1 + i", "w^2 = v"]\n'
    'twist = "D"\nvariants = ["check", "prepared"]\n',
    "BLS12": 'family = "BLS12"\nu = "2^2"\nb = 7\n'
    'tower = ["i^2 = -1", "v^3 = 2 + i", "w^2 = v"]\ntwist = "D"\n',
    "BLS9": 'family = "BLS9"\nu = 163\nvariants = ["product2", "check"]\n',
    "BLS24": 'family = "BLS24"\nu = -5\n',
    "BLS48": 'family = "BLS48"\nu = -587\n',
    "KSS16": 'family = "KSS16"\nu = 3455\nvariants = ["product2", "prepared"]\n',
    "KSS18": 'family = "KSS18"\nu = -1540\nvariants = ["check", "prepared"]\n',
    "BW6": 'family = "BW6"\nu = 76\nvariants = ["product2", "prepared"]\n',
    "MNT4": 'family = "MNT4"\nu = -120\na = -3\nb = 1662\nvariants = ["check", "prepared"]\n',
    "MNT6": 'family = "MNT6"\nu = 60\na = -3\nb = 1597\nvariants = ["product2", "prepared"]\n',
    "supersingular-f2": 'family = "supersingular-f2"\npolynomial = "x^7 + x + 1"\nb = 1\nmap = "tate"\n',
    "supersingular-f3": 'family = "supersingular-f3"\npolynomial = "x^7 - x^2 + 1"\nb = -1\n',
    "type-a": 'family = "type-a"\np = 59\nr = "0x5"\n',
    "ordinary": 'family = "ordinary"\np = 101\nr = 17\na = -3\nb = 29\ntrace = -17\n',
}
HEAD = 'schema = 1\nname = "mine"\nsource = "a test"\n'
END = '[security]\nbits_today = 0\nnote = "a toy"\nreferences = ["a paper"]\n'


def read(tmp_path: Path, text: str) -> Curve:
    path = tmp_path / "mine.toml"
    path.write_text(text)
    return read_curve(path)


@pytest.mark.parametrize("family", FAMILIES)
def test_a_new_curve_of_a_known_family_is_one_file(tmp_path: Path, family: str) -> None:
    """Model and algorithms of its pairing and variants agree, with nothing said elsewhere."""
    curve = read(tmp_path, HEAD + NEW[family] + END)
    assert curve.family is FAMILIES[family]
    assert (curve.security.bits_today, curve.security.references) == (0, ("a paper",))
    made = list(pairings_of(curve))
    assert [p.name for p in made] == ["mine", *(f"mine-{v}" for v in curve.listing.variants)]
    for pairing in made:
        ((P, Q),) = pairing.random_points(1, seed=3)
        assert pairing.complaint_about_point("P", P) is pairing.complaint_about_point("Q", Q) is None
        assert len(pairing.model(P, Q)) == pairing.e_shape
        assert pairing.facts().order % pairing.facts().subgroup_order == 0


@pytest.mark.parametrize(
    ("family", "old", "new", "message"),
    [
        ("BN", "u = -1", "u = 3", "u: gives p = 4123, which is no prime, for a BN curve"),
        ("BN", "u = -1", 'u = "2*5"', "u: must be a whole number, or text such as"),
        ("BN", '"prepared"]', '"square"]', "variants: no variant 'square' for BN; there are product2, check"),
        ("BN", '"BN"', '"BW7"', "family: must be one of supersingular-f2, supersingular-f3, type-a"),
        ("BN", '"D"', '"X"', "twist: must be one of D, M, not 'X'"),
        ("supersingular-f2", "x^7", "x^8", "polynomial: must have an odd degree"),
        ("supersingular-f2", "x + 1", "1 + x", "polynomial: must have falling exponents"),
        ("supersingular-f2", '"tate"', '"ate"', "map: must be one of eta, tate, not 'ate'"),
        ("supersingular-f3", "b = -1", "b = 0", "b: must be 1 or -1, not 0"),
        ("BN", "b = 2", "b = 1", "b: y^2 = x^3 + 1 has not p + 1 - 7 points over F_p"),
        ("BN", "b = 2", "b = 19", "b: is 0 modulo p; the curve is singular"),
        ("MNT4", "a = -3\n", "", "a: missing; each MNT4 curve has its own discriminant, give a and b"),
        ("MNT4", "b = 1662\n", "", "b: missing; each MNT4 curve has its own discriminant, give a and b"),
        ("MNT4", "b = 1662", "b = 2", "b: makes 4 a^3 + 27 b^2 a multiple of p; the curve is singular"),
        ("MNT4", "b = 1662", "b = 3", "b: y^2 = x^3 - 3 x + 3 has not p + 1 - -119 points over F_p"),
        ("MNT4", "u = -120", "u = 120", "u: gives p = 14521, which is no prime, for a MNT4 curve"),
        ("MNT6", "u = 60", "u = -7", "u: gives p = 2 modulo 3; a step of degree 3 needs 1"),
        ("MNT6", "u = 60", 'u = 60\ntower = ["i^3 = 2", "w^2 = 2"]', "tower: "),
        ("BLS9", "u = 163", "u = 164", "u: must be 1 modulo 3 for a BLS9 curve, not 2"),
        (
            "BLS9",
            "u = 163",
            "u = -164",
            "u: must be positive for a BLS9 curve: there is no loop for",
        ),
        ("BLS9", "u = 163", "u = 163\nb = 7", "b: y^2 = x^3 + 7 has not p + 1 - 164 points over F_p"),
        ("BLS9", "check", "prepared", "variants: no variant 'prepared' for BLS9; there are product2, check"),
        (
            "BLS9",
            "u = 163",
            'u = 163\ntower = ["i^3 = 7", "w^3 = 7"]',
            'tower: "w^3 = 7": 7 is a cube in',
        ),
        ("BN", "3 = 1 + i", "3 = i", 'tower: "v^3 = i": i is a cube in F_p2, so that this is no field'),
        ("type-a", '"0x5"', "7", "r: must divide p + 1"),
        ("type-a", '"0x5"', "9", "r: must be an odd prime"),
        ("type-a", "p = 59", "p = 61", "p: must be 3 modulo 4"),
        ("ordinary", "trace = -17", "trace = 4", "trace: must be a multiple of r"),
        ("ordinary", "p = 101", "q = 1\np = 101", "q: unknown key"),
    ],
)
def test_what_is_refused(tmp_path: Path, family: str, old: str, new: str, message: str) -> None:
    with pytest.raises(UserError) as error:
        read(tmp_path, HEAD + NEW[family].replace(old, new) + END)
    assert str(error.value).startswith(f"mine.toml: {message}")


def test_the_security_line_is_mandatory(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"mine\.toml: security: missing"):
        read(tmp_path, HEAD + NEW["type-a"])
    with pytest.raises(UserError, match=r"mine\.toml: security\.note: missing"):
        read(tmp_path, HEAD + NEW["BN"] + "[security]\nbits_today = 1\n")


@pytest.mark.parametrize("curve", curves_of(AteCurve).values(), ids=lambda c: c.name)
def test_the_families_of_optimal_ate_pairings(curve: AteCurve) -> None:
    """p, r, trace and the exponent hold together; the loop's function has a divisor that ends in O."""
    family, p, r = curve.family, curve.p, curve.r
    assert isinstance(family, AteFamily)
    cyclotomic = sum(int(c) * p**i for i, c in enumerate(fmpz_poly.cyclotomic(family.embedding_degree)))
    assert family.order(curve) % r == 0
    assert family.hard_exponent(curve.u) * r == cyclotomic
    assert sum(c * p**n for n, c in enumerate(family.vector(curve.u))) % r == 0
    reached = 1
    for run, added in curve.loop:
        reached = reached * 2**run + sum(sign * p**n for n, sign in added)
    reached *= 1 if curve.loop_count > 0 else -1
    reached += sum(sign * p**n for n, sign in curve.closing)
    last = [sign * p**n % r for n in range(family.embedding_degree) for sign in (1, -1)]
    assert -reached % r in last


def test_every_curve_of_the_catalogue() -> None:
    for name, curve in CURVES.items():
        assert curve.name == name
        assert curve.source
        assert curve.security in (*SECURITIES.values(), TOY) or curve.security.references
        if curve.listing.design:
            assert curve.listing.design in design_names()
            assert find_design(curve.listing.design).pairing == name
    assert {p.curve.name for p in PAIRINGS.values()} == {c.name for c in CURVES.values() if c.listing.model}


def test_pairings_are_found_by_their_field() -> None:
    assert pairing_over("f2-239", "eta").name == "eta-f2-239"
    assert pairing_over("f2-239", "tate").name == "tate-f2-239"
    with pytest.raises(KeyError):
        pairing_over("f2-238", "eta")


def test_a_twist_of_the_other_type_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"mine\.toml: twist: r does not divide the order .* type D would"):
        read(tmp_path, HEAD + NEW["BLS12"].replace('"D"', '"M"') + END)


def test_a_curve_is_called_as_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two files cannot so make one curve."""
    path = tmp_path / "another.toml"
    path.write_text(HEAD + NEW["type-a"] + END)
    monkeypatch.setattr(curves, "CURVE_FILES", (path,))
    with pytest.raises(UserError, match=r"another\.toml: name: must be .another., as the file is called"):
        list(curves._read_all())
