"""Polynomials of pairing-friendly families: the identities that make a pairing, and published curves."""

import pytest
from flint import fmpz, fmpz_poly
from hypothesis import given
from hypothesis import strategies as st

from pairforge.algebra.pairing_families import FAMILIES, PairingFamily

SEEDS = st.integers(-(1 << 120), 1 << 120)


@pytest.mark.parametrize("family", FAMILIES.values(), ids=lambda f: f.name)
@given(data=st.data())
def test_r_divides_the_number_of_points_and_the_cyclotomic_value(
    family: PairingFamily, data: st.DataObject
) -> None:
    modulus, classes = family.residues
    u = modulus * data.draw(SEEDS) + data.draw(st.sampled_from(classes))
    p, r, trace = family.p(u), family.r(u), family.trace(u)
    assert p is not None and r is not None and trace is not None
    assert (p + 1 - trace) % r == 0
    assert int(fmpz_poly.cyclotomic(family.embedding_degree)(p)) % r == 0
    if family.discriminant is not None:
        assert fmpz((4 * p - trace * trace) // family.discriminant).sqrtrem()[1] == 0


@pytest.mark.parametrize("family", FAMILIES.values(), ids=lambda f: f.name)
@given(u=SEEDS)
def test_outside_the_residues_p_and_r_are_no_two_primes(family: PairingFamily, u: int) -> None:
    modulus, classes = family.residues
    values = family.p(u), family.r(u), family.trace(u)
    if u % modulus not in classes and None not in values:
        assert not all(fmpz(n).is_probable_prime() for n in values[:2] if n is not None and n > 1 << 20)


def test_a_published_curve_of_each_family() -> None:
    """p, r of BN254 (EIP-196), BLS12-381, and BW6-761, whose r is the p of BLS12-377."""
    bn, bls12, bw6 = (FAMILIES[name] for name in ("bn", "bls12", "bw6"))
    u = 4965661367192848881
    assert bn.p(u) == 0x30644E72E131A029B85045B68181585D97816A916871CA8D3C208C16D87CFD47
    assert bn.r(u) == 0x30644E72E131A029B85045B68181585D2833E84879B9709143E1F593F0000001
    u = -0xD201000000010000
    assert bls12.r(u) == 0x73EDA753299D7D483339D80809A1D80553BDA402FFFE5BFEFFFFFFFF00000001
    u = 0x8508C00000000001
    assert bw6.r(u) == bls12.p(u)
    assert bw6.p(u) is not None and int(bw6.p(u) or 0).bit_length() == 761


def test_the_published_cycle_of_mnt_curves() -> None:
    """p of each is r of the other (Ben-Sasson, Chiesa, Tromer, Virza, CRYPTO 2014)."""
    p, r = 0x3BCF7BCD473A266249DA7B0548ECAEEC9635D1330EA41A9E35E51200E12C90CD65A71660001, 0
    four, six = FAMILIES["mnt4"], FAMILIES["mnt6"]
    u = 0x1EEF5546609756BEC2A33F0DC9A1B671660000
    r = 0x3BCF7BCD473A266249DA7B0548ECAEEC9635CF44194FB494C07925D6AD3BB4334A400000001
    assert (four.p(u), four.r(u)) == (p, r)
    assert (six.p(-u // 2), six.r(-u // 2)) == (r, p)


def test_values_that_are_no_integers_are_none() -> None:
    assert FAMILIES["bls12"].p(3) is None
    assert FAMILIES["kss18"].r(5) is None
    assert FAMILIES["kss16"].trace(2) is None
