"""The engine's parameter files are those that the generator writes (docs: reference/engine/constants.md)."""

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from pairforge.catalog.security import SECURITIES
from pairforge.engine_source import __main__ as command
from pairforge.engine_source import ate, binary, differing, places, powers, sources, ternary, tree, write
from pairforge.engine_source.curves import (
    BINARY_LABELS,
    ENGINE_ATE,
    ENGINE_BINARY,
    ENGINE_TERNARY,
    ENGINE_TYPE_A,
    AteEngine,
)
from pairforge.engine_source.isogeny import suite_file
from pairforge.engine_source.prime_fields import prime_fields_file
from pairforge.engine_source.security import security_expression
from pairforge.engine_source.type_a import type_a_file
from pairforge.pairings.curves import curves_of
from pairforge.pairings.families.base import Listing
from pairforge.pairings.families.bn import BN
from pairforge.pairings.families.optimal_ate import AteCurve, FirstPoint, Generators
from pairforge.pairings.families.supersingular_binary import BinarySupersingular
from pairforge.pairings.sswu_suites import SSWU_SUITES, SswuSuite

pytestmark = pytest.mark.xdist_group("generated")  # one build of all, so on one worker

ATE_CURVES = curves_of(AteCurve)
TATE_BINARY_CURVES = curves_of(BinarySupersingular, "tate")

ROOT = Path(__file__).resolve().parents[2]
ATE = {engine.curve.name: engine for engine in ENGINE_ATE}


@pytest.fixture(scope="module")
def files() -> dict[str, str]:
    return sources()


def test_the_tree_has_what_the_generator_writes(files: dict[str, str]) -> None:
    assert differing(ROOT, files) == []


def test_every_file_with_the_generator_s_header_is_generated(files: Mapping[str, str]) -> None:
    marked = {
        str(path.relative_to(ROOT))
        for folder in ("src", "tests")
        for path in (ROOT / "engine").glob(f"*/{folder}/**/*.rs")
        if "python -m pairforge.engine_source" in path.read_text().split("\n", 1)[0]
    }
    assert marked == {place for place in files if place.endswith(".rs")}


@pytest.fixture
def copy(tmp_path: Path, files: Mapping[str, str]) -> Path:
    """A tree that has the generated files alone."""
    for place in files:
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).write_text((ROOT / place).read_text())
    return tmp_path


@pytest.mark.parametrize("place", [places.PRIME_FIELDS, places.SECURITY_PAGE, f"{places.GROUPS}/bn254.rs"])
def test_check_names_the_file_in_which_one_digit_differs(
    place: str, copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = copy / place
    good = path.read_text()
    written = good.partition("<!-- What precedes")[0]  # the page of security goes on behind it
    digit = list(re.finditer(r"\d", written))[-1].start()
    path.write_text(good[:digit] + str((int(good[digit]) + 1) % 10) + good[digit + 1 :])
    assert command.main(["--check", "--tree", str(copy)]) == 1
    assert capsys.readouterr().err == f"{place} is not what `python -m pairforge.engine_source` writes\n"
    assert command.main(["--tree", str(copy)]) == 0
    assert capsys.readouterr().out == f"wrote {place}\n"
    assert path.read_text() == good
    assert command.main(["--check", "--tree", str(copy)]) == 0


def test_a_missing_file_is_written(copy: Path) -> None:
    (copy / places.SECURITY).unlink()
    assert write(copy, sources()) == [places.SECURITY]


def test_a_folder_without_an_engine_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["--check", "--tree", str(tmp_path)]) == 2
    assert capsys.readouterr().err == f"{tmp_path}: no sources of the engine here\n"


def with_g1(engine: AteEngine, point: tuple[int, int]) -> AteEngine:
    """The engine's row of a curve with another generator of G1."""
    assert engine.curve.generators is not None
    generators = replace(engine.curve.generators, g1=point)
    return replace(engine, curve=replace(engine.curve, generators=generators))


def a_digit_off(engine: AteEngine) -> AteEngine:
    """The engine's row of a curve with one bit of its first generator changed."""
    assert engine.curve.generators is not None
    x, y = engine.curve.generators.g1
    return with_g1(engine, (x ^ 4, y))


def test_another_seed_is_refused_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bn254 = ATE["ate-bn254"]
    wrong = replace(bn254, curve=replace(bn254.curve, u=bn254.curve.u + 2))
    monkeypatch.setattr(tree, "ENGINE_ATE", (*(e for e in ENGINE_ATE if e is not bn254), wrong))
    assert command.main(["--check"]) == 2
    assert capsys.readouterr().err == "the catalogue: bn254: p is no prime\n"


def test_what_no_field_or_group_has_is_refused(files: Mapping[str, str]) -> None:
    (ss512, about), other = ENGINE_TYPE_A
    assert (
        type_a_file([(replace(ss512, listing=replace(ss512.listing, field="fp-ss513")), about), other])
        != files[places.TYPE_A]
    )
    with pytest.raises(ValueError, match="tate-ss512: p is no prime"):
        type_a_file([(replace(ss512, p=ss512.p + 4), about)])
    with pytest.raises(ValueError, match=r"r must divide p \+ 1"):
        type_a_file([(replace(ss512, r=ss512.r + 2), about)])
    shu = TATE_BINARY_CURVES["tate-f2-283"]
    with pytest.raises(ValueError, match="7 does not divide the number of points"):
        binary.pairings_file([replace(shu, cofactors=(7,))], BINARY_LABELS)
    with pytest.raises(ValueError, match="the cofactors do not divide the number of points"):
        ternary.ternary_file([replace(ENGINE_TERNARY[0], cofactors=(11,))], [])
    with pytest.raises(ValueError, match="the polynomial of degree 239 over F_2 is reducible"):
        binary.fields_file([replace(ENGINE_BINARY[0], polynomial=(239, 83, 0))], [], BINARY_LABELS)
    with pytest.raises(ValueError, match="the polynomial of degree 97 over F_3 is reducible"):
        terms = ((97, 1), (17, 1), (0, -1))
        ternary.ternary_file([replace(ENGINE_TERNARY[0], polynomial=terms)], [])


@pytest.mark.parametrize("name", ATE)
def test_a_generator_off_the_curve_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="G1: the generator is not on its curve"):
        ate.pairing_file(ate.AteConstants(a_digit_off(ATE[name])))


def test_a_generator_of_another_order_is_refused() -> None:
    bls = ATE["ate-bls12-381"]
    # (0, 2) has order 3 on y^2 = x^3 + 4.
    with pytest.raises(ValueError, match="bls12-381, G1: the generator's order is not r"):
        ate.pairing_file(ate.AteConstants(with_g1(bls, (0, 2))))


def test_a_chain_to_another_exponent_is_refused() -> None:
    bn254 = ATE["ate-bn254"]
    chain = bn254.seed_chain
    assert chain is not None
    wrong = replace(chain, digits=((1, 56), *chain.digits[1:]))
    with pytest.raises(ValueError, match="ate-bn254: its chain raises to 0x"):
        ate.pairing_file(ate.AteConstants(replace(bn254, seed_chain=wrong)))


@pytest.mark.parametrize("suite", SSWU_SUITES, ids=lambda suite: suite.group)
def test_another_kernel_is_no_isogeny(suite: SswuSuite) -> None:
    first = suite.kernel[0]
    wrong = replace(suite, kernel=((first[0] + 1, *first[1:]), *suite.kernel[1:]))
    with pytest.raises(ValueError, match="give no isogeny to the curve"):
        suite_file(wrong)


def test_the_isogenies_have_the_leading_coefficients_of_the_rfc() -> None:
    text = suite_file(SSWU_SUITES[0]).replace("\\\n", "").replace(" ", "")
    # RFC 9380, appendix E.2: k_(1,11) and k_(3,15).
    for coefficient in (
        "06e08c248e260e70bd1e962381edee3d31d79d7e22c837bc23c0bf1bc24c6b68c24b1b80b64d391fa9c8ba2e8ba2d229",
        "15e6be4e990f03ce4ea50b3b42df2eb5cb181d8f84965a3957add4fa95af01b2b665027efec01c7704b456be69c8b604",
    ):
        assert coefficient in text


def test_the_endomorphism_and_its_lattice_belong_together() -> None:
    for engine in ENGINE_ATE:
        c = ate.AteConstants(engine)
        assert pow(c.beta, 3, c.p) == 1 != c.beta
        for lattice, value in ((c.g1_lattice, c.eigenvalue), (c.g2_lattice, c.p)):
            for row in lattice.basis:
                assert sum(a * pow(value, j, c.r) for j, a in enumerate(row)) % c.r == 0


BN446 = AteEngine(
    AteCurve(
        "ate-bn446",
        BN,
        2**110 + 2**36 + 1,
        0,
        257,
        ("i^2 = -1", "v^3 = 5 + i", "w^2 = v"),
        "M",
        "for this test",
        ATE_CURVES["ate-bn462"].security,
        Listing(map="ate", field="fp-bn446"),
        Generators((-1, 16), FirstPoint((0, 1)), "for this test"),
    ),
    "A curve of a user's own",
)


def test_a_curve_that_the_catalogue_lacks_is_written_as_well() -> None:
    constants = ate.AteConstants(BN446)
    text = ate.pairing_file(constants)
    assert 'const NAME: &\'static str = "ate-bn446"' in text
    assert "SparseExponent { low: &[0], compressed: [36, 110], high: &[] }.power(a)" in text
    assert "impl PairingGroups for Bn446" in ate.groups_file(constants)
    assert "pub type Bn446Fp = Fp<Bn446Base, 7>;" in prime_fields_file([BN446.curve], [])
    assert "impl InLanes<9, 7> for Bn446" in ate.vector_file([constants])


def test_security_is_an_entry_of_the_table_or_stands_in_the_file() -> None:
    for name, security in SECURITIES.items():
        assert security_expression(security) == f"security::{name}"
    own = replace(SECURITIES["BN_254"], bits_today=99, note="by ourselves")
    constants = ate.AteConstants(replace(BN446, curve=replace(BN446.curve, security=own)))
    assert 'const SECURITY: (u32, &\'static str) = (99, "by ourselves");' in ate.pairing_file(constants)


@pytest.mark.parametrize(
    "u", [-0xD201000000010000, 4965661367192848881, 2**63 + 857, 2**114 + 2**101 - 2**14 - 1, 1]
)
def test_seeds_are_written_as_powers(u: int) -> None:
    text = powers.seed_text(u)
    assert eval(text.replace("^", "**")) == u
    places_of = powers.signed_places(abs(u))
    assert sum(2 ** powers.place(d) * (1 if d >= 0 else -1) for d in places_of) == abs(u)
    assert powers.exponent_of(powers.windows(abs(u))) == abs(u)
    powers.check(powers.windows(abs(u)), abs(u), "windows")
