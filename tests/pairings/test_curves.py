"""Files of curves: what they give, what is refused, and that a curve of a known family is one file."""

from pathlib import Path

import pytest

from pairforge.catalog.security import SECURITIES, TOY
from pairforge.errors import UserError
from pairforge.machine.designs import design_names, find_design
from pairforge.pairings import curves
from pairforge.pairings.curves import CURVES, FAMILIES, curves_of, read_curve
from pairforge.pairings.families.base import Curve
from pairforge.pairings.families.optimal_ate import AteCurve, AteFamily
from pairforge.pairings.registry import PAIRINGS, pairing_over, pairings_of

NEW = {
    "BN": 'family = "BN"\nu = -1\nb = 2\nxi0 = 1\ntwist = "D"\nvariants = ["check", "prepared"]\n',
    "BLS12": 'family = "BLS12"\nu = "2^2"\nb = 7\nxi0 = 2\ntwist = "D"\n',
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
        ("BN", '"BN"', '"BW6"', "family: must be one of supersingular-f2, supersingular-f3, type-a"),
        ("BN", '"D"', '"X"', "twist: must be one of D, M, not 'X'"),
        ("supersingular-f2", "x^7", "x^8", "polynomial: must have an odd degree"),
        ("supersingular-f2", "x + 1", "1 + x", "polynomial: must have falling exponents"),
        ("supersingular-f2", '"tate"', '"ate"', "map: must be one of eta, tate, not 'ate'"),
        ("supersingular-f3", "b = -1", "b = 0", "b: must be 1 or -1, not 0"),
        ("BN", "b = 2", "b = 1", "b: y^2 = x^3 + 1 has not p + 1 - 7 points over F_p"),
        ("BN", "b = 2", "b = 19", "b: y^2 = x^3 + 19 has not p + 1 - 7 points over F_p"),
        ("BN", "xi0 = 1", "xi0 = 0", "xi0: xi = 0 + i is a square or a cube in F_p2; it must be neither"),
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
        read(tmp_path, HEAD + NEW["BN"])
    with pytest.raises(UserError, match=r"mine\.toml: security\.note: missing"):
        read(tmp_path, HEAD + NEW["BN"] + "[security]\nbits_today = 1\n")


@pytest.mark.parametrize("curve", curves_of(AteCurve).values(), ids=lambda c: c.name)
def test_families_of_embedding_degree_twelve(curve: AteCurve) -> None:
    """p, r, trace and the exponent hold together; the loop's function has a divisor that ends in O."""
    family, p, r = curve.family, curve.p, curve.r
    assert isinstance(family, AteFamily)
    assert family.order(curve) % r == 0 == (p**4 - p**2 + 1) % r
    assert family.hard_exponent(curve.u) * r == p**4 - p**2 + 1
    assert (curve.loop_count + sum(sign * p**n for n, sign in family.closing) - _eaten(family, p)) % r == 0


def _eaten(family: AteFamily, p: int) -> int:
    """The image whose line is vertical and left out: pi(Q) for BLS12, -pi^3(Q) for BN."""
    return p if not family.closing else -(p**3)


def test_every_curve_of_the_catalogue() -> None:
    for name, curve in CURVES.items():
        assert curve.name == name
        assert curve.source
        assert curve.security in (*SECURITIES.values(), TOY)
        if curve.listing.design:
            assert curve.listing.design in design_names()
            assert find_design(curve.listing.design).pairing == name
    assert {p.curve.name for p in PAIRINGS.values()} == {c.name for c in CURVES.values() if c.listing.model}


def test_pairings_are_found_by_their_field() -> None:
    assert pairing_over("f2-239", "eta").name == "eta-f2-239"
    assert pairing_over("f2-239", "tate").name == "tate-f2-239"
    with pytest.raises(KeyError):
        pairing_over("f2-238", "eta")


def test_a_twist_of_the_other_type_is_refused_when_it_is_used(tmp_path: Path) -> None:
    curve = read(tmp_path, HEAD + NEW["BLS12"].replace('"D"', '"M"') + END)
    pairing, *_ = pairings_of(curve)
    with pytest.raises(UserError, match=r"mine\.toml: twist: r does not divide the order"):
        pairing.random_points(1, seed=0)


def test_a_curve_is_called_as_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two files cannot so make one curve."""
    path = tmp_path / "another.toml"
    path.write_text(HEAD + NEW["type-a"] + END)
    monkeypatch.setattr(curves, "CURVE_FILES", (path,))
    with pytest.raises(UserError, match=r"another\.toml: name: must be .another., as the file is called"):
        list(curves._read_all())
