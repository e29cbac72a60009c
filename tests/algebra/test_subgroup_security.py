"""Cofactors of the groups against orders, and what their small factors say."""

from math import isqrt

import pytest
from flint import fmpz

from pairforge.algebra.pairing_families import SEARCHED, PairingFamily
from pairforge.algebra.subgroup_security import Answer, cofactors, subgroup_security

BN254 = 4965661367192848881


@pytest.mark.parametrize("family", SEARCHED.values(), ids=lambda f: f.name)
def test_cofactors_times_r_are_orders(family: PairingFamily) -> None:
    """Of the curve, of a curve over F_q that has the same discriminant, of a subgroup of F_p^k."""
    modulus, classes = family.residues
    u = modulus * 1000003 + classes[0]
    p, r, trace = family.p(u), family.r(u), family.trace(u)
    assert p is not None and r is not None and trace is not None
    g1, g2, gt = (int(cofactor(u) * r) for cofactor in cofactors(family))
    assert g1 == p + 1 - trace
    degree = family.embedding_degree // (6 if family.discriminant == 3 else 4)
    q = p**degree
    assert g2 % r == 0 and abs(q + 1 - g2) <= 2 * isqrt(q) + 1
    assert fmpz((4 * q - (q + 1 - g2) ** 2) // family.discriminant).sqrtrem()[1] == 0
    assert gt % r == 0 and (p**family.embedding_degree - 1) % gt == 0


def test_published_curves() -> None:
    """BN254: 2 p - r is the cofactor of G2; its least factor is 10069. BLS12-381: 13 divides that of G2."""
    bn, bls12 = SEARCHED["bn"], SEARCHED["bls12"]
    p, r = bn.p(BN254), bn.r(BN254)
    assert p is not None and r is not None
    assert int(cofactors(bn)[1](BN254)) == 2 * p - r
    assert (2 * p - r) % 10069 == 0
    found = subgroup_security(bn, BN254)
    assert (found.g1, found.g2, found.whole) == (Answer.YES, Answer.NO, Answer.NO)
    u = -0xD201000000010000
    assert int(cofactors(bls12)[1](u)) % 13 == 0
    assert subgroup_security(bls12, u).g2 is Answer.NO
