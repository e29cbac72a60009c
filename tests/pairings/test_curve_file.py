"""Curves from a user's file: what is found where the file is short, and one line for what is wrong."""

from pathlib import Path

import pytest

from pairforge.errors import UserError
from pairforge.pairings.curves import CURVE_FILES, CURVES, read_curve
from pairforge.pairings.families.optimal_ate import AteCurve
from pairforge.pairings.registry import find_pairing, pairing_of_file

HEAD = 'schema = 1\nname = "mine"\nsource = "a test"\n[security]\nbits_today = 0\nnote = "a toy"\n'


def write(folder: Path, keys: str, name: str = "mine.toml") -> Path:
    path = folder / name
    path.write_text(HEAD.replace("[security]", f"{keys}\n[security]"))
    return path


def read(folder: Path, keys: str) -> AteCurve:
    curve = read_curve(write(folder, keys))
    assert isinstance(curve, AteCurve)
    return curve


@pytest.mark.parametrize(
    ("keys", "equation", "tower", "twist"),
    [
        ('family = "BLS12"\nu = "0x8508c00000000001"', "+ 1", ("i^2 = 5", "v^3 = i", "w^2 = v"), "D"),
        ('family = "BLS24"\nu = -5', "+ 1", ("i^2 = -1", "j^2 = 1 + 2 i", "v^3 = 2 j", "w^2 = v"), "M"),
        ('family = "KSS16"\nu = 3455', "+ 3 x", ("i^2 = 3", "j^2 = i", "v^2 = j", "w^2 = v"), "M"),
        ('family = "KSS18"\nu = -1540', "+ 22", ("i^3 = 2", "v^3 = 2 + 3 i", "w^2 = v"), "M"),
        ('family = "BW6"\nu = "0x8508c00000000001"', "+ 8", ("v^3 = 2", "w^2 = v"), "D"),
        ('family = "BLS9"\nu = 163', "+ 1", ("i^3 = 7", "w^3 = i"), "D"),
        ('family = "MNT4"\nu = -120\na = -3\nb = 1662', "- 3 x + 1662", ("i^2 = 13", "w^2 = i"), "D"),
        ('family = "MNT6"\nu = 60\na = -3\nb = 1597', "- 3 x + 1597", ("i^3 = 2", "w^2 = 1 + 3 i"), "D"),
    ],
)
def test_what_a_file_leaves_out_is_found(
    tmp_path: Path, keys: str, equation: str, tower: tuple[str, ...], twist: str
) -> None:
    curve = read(tmp_path, keys)
    assert (curve.equation, curve.equations, curve.twist) == (f"y^2 = x^3 {equation}", tower, twist)


def test_security_is_estimated_where_the_file_has_no_line(tmp_path: Path) -> None:
    path = write(tmp_path, 'family = "BLS12"\nu = "-0xd201000000010000"\nb = 4')
    path.write_text(path.read_text().partition("[security]")[0])
    security = read_curve(path).security
    assert security.bits_today == 123
    assert security.note.startswith("about 123 bits by an estimate: the smaller of half the bits of r")


def test_the_seed_follows_from_p_r_and_the_trace(tmp_path: Path) -> None:
    known = CURVES["ate-bls12-381"]
    assert isinstance(known, AteCurve)
    keys = f'family = "BLS12"\np = "{known.p:#x}"\nr = "{known.r:#x}"\ntrace = "{known.trace:#x}"'
    assert read(tmp_path, keys).u == known.u
    with pytest.raises(UserError, match=r"mine\.toml: p: no seed of the family BLS12 gives this p"):
        read(tmp_path, keys.replace(hex(known.r), "0x11"))


def test_a_curve_with_its_own_discriminant_from_p_r_and_the_trace(tmp_path: Path) -> None:
    known = CURVES["ate-mnt6-298"]
    assert isinstance(known, AteCurve)
    keys = (
        f'family = "MNT6"\np = "{known.p:#x}"\nr = "{known.r:#x}"\ntrace = "{known.trace:#x}"\n'
        f'a = {known.a}\nb = "{known.b:#x}"\n'
    )
    assert read(tmp_path, keys).u == known.u
    with pytest.raises(UserError, match=r"mine\.toml: p: no seed of the family MNT4 gives this p"):
        read(tmp_path, keys.replace("MNT6", "MNT4"))


@pytest.mark.parametrize(
    ("tower", "message"),
    [
        ('["i^2 = -1", "v^3 = 2 + i"]', "ends at the degree 6; a BLS12 curve has the embedding degree 12"),
        ('["v^3 = 2", "w^2 = v", "i^2 = w"]', '"v^3 = 2": 2 is a cube in F_p'),
    ],
)
def test_a_tower_is_checked_before_the_twist_is_found(tmp_path: Path, tower: str, message: str) -> None:
    keys = SMALL.partition("tower")[0]
    with pytest.raises(UserError) as error:
        read(tmp_path, f"{keys}tower = {tower}")
    assert str(error.value).startswith(f"mine.toml: tower: {message}")


SMALL = 'family = "BLS12"\nu = 4\nb = 7\ntower = ["i^2 = -1", "v^3 = 2 + i", "w^2 = v"]\ntwist = "D"'


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("u = 4", "u = 5", "u: must be 1 modulo 3 for a BLS12 curve, not 2"),
        ("u = 4", "u = 7", "u: gives p = "),
        ("u = 4\n", "", "u: missing; give the seed, or p, r and trace"),
        ("b = 7", "b = 1", "b: y^2 = x^3 + 1 has not p + 1 - 5 points over F_p"),
        ("i^2 = -1", "i^2 = -1 + 2", 'tower: "i^2 = -1 + 2": -1 + 2 is a square in F_p'),
        ("i^2 = -1", "i2 = -1", 'tower: "i2 = -1" is no equation such as "i^2 = -1"'),
        ("v^3 = 2 + i", "v^5 = i", 'tower: "v^5 = i": a step has the degree 2 or 3, not 5'),
        ("v^3 = 2 + i", "v^3 = 2 + j", "tower: there is no j; the names so far are i"),
        ("v^3 = 2 + i", "v^3 = 2 +", 'tower: "2 +" is no sum such as "9 + i"'),
        ("v^3 = 2 + i", "i^3 = 2 + i", 'tower: "i^3 = 2 + i": i is taken'),
        (', "w^2 = v"', "", "tower: ends at the degree 6; a BLS12 curve has the embedding degree 12"),
        ('twist = "D"', 'twist = "M"', "twist: r does not divide the order of the twist of type M; type D"),
        ('twist = "D"', 'twist = "D"\nuntwist = "1 + w"', "untwist: the 6th power of it must be in F_p2"),
        ('twist = "D"', 'twist = "D"\nuntwist = "v"', "untwist: w^6 = 3 + 4 i is a square in F_p2"),
        ('twist = "D"', 'twist = "D"\nuntwist = "z"', "untwist: there is no z"),
    ],
)
def test_what_is_wrong_in_a_file(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in SMALL
    with pytest.raises(UserError) as error:
        read(tmp_path, SMALL.replace(old, new))
    assert str(error.value).startswith(f"mine.toml: {message}")


def test_generators_are_checked(tmp_path: Path) -> None:
    curve = read(tmp_path, SMALL)
    ((P, Q),) = find_pairing(str(write(tmp_path, SMALL))).random_points(1, seed=1)
    good = (
        f'[generators]\nsource = "this test"\n[generators.g1]\nx = {P[0]}\ny = {P[1]}\n'
        f"[generators.g2]\nx = [{Q[0]}, {Q[1]}]\ny = [{Q[2]}, {Q[3]}]\n"
    )
    path = tmp_path / "mine.toml"
    text = HEAD.replace("[security]", f"{SMALL}\n[security]")
    path.write_text(text + good)
    assert isinstance(found := read_curve(path), AteCurve)
    assert found.generators is not None
    for old, new, message in (
        (f"x = {P[0]}", f"x = {P[0] + 1}", "generators.g1: is not on y^2 = x^3 + 7"),
        (f"x = [{Q[0]},", f"x = [{curve.p},", "generators.g2: coordinates have 2 numbers below p each"),
        (f"x = [{Q[0]},", f"x = [{(Q[0] + 1) % curve.p},", "generators.g2: is not on y^2 = x^3 + 7/(2 + i)"),
        (f"y = {P[1]}", "", "generators.g1.y: missing"),
    ):
        path.write_text(text + good.replace(old, new))
        with pytest.raises(UserError) as error:
            read_curve(path)
        assert str(error.value).startswith(f"mine.toml: {message}")


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, marks=pytest.mark.slow) if "bls48" in path.stem else path
        for path in CURVE_FILES
        if path.stem.startswith("ate-")
    ],
    ids=lambda p: p.stem,
)
def test_files_of_the_catalogue_are_right(path: Path) -> None:
    assert read_curve(path) == CURVES[path.stem]


def test_a_pairing_is_named_by_the_file_of_its_curve(tmp_path: Path) -> None:
    path = write(tmp_path, SMALL.replace("u = 4", 'u = 4\nvariants = ["check"]'))
    pairing = find_pairing(str(path))
    assert (pairing.name, find_pairing(f"{path}:check").name) == ("mine", "mine-check")
    assert pairing_of_file("mine.toml", tmp_path)[0] is pairing_of_file("mine.toml", tmp_path)[0]
    _, place, before = pairing_of_file("mine.toml", tmp_path)
    assert place == str(path.resolve())
    write(tmp_path, SMALL)
    assert pairing_of_file("mine.toml", tmp_path)[2] != before
    with pytest.raises(UserError, match=r"mine\.toml: has no variant 'check'; variants: none"):
        find_pairing(f"{path}:check")
    with pytest.raises(UserError, match=r"none\.toml: cannot read the curve: No such file"):
        find_pairing(str(tmp_path / "none.toml"))


def test_a_name_of_the_catalogue_is_taken(tmp_path: Path) -> None:
    path = write(tmp_path, SMALL)
    path.write_text(path.read_text().replace('"mine"', '"ate-bn254"'))
    with pytest.raises(UserError, match=r"mine\.toml: name: the catalogue has a curve ate-bn254; give yours"):
        find_pairing(str(path))
    known = next(p for p in CURVE_FILES if p.stem == "ate-bn254")
    assert find_pairing(str(known)) is find_pairing("ate-bn254")
