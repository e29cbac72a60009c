"""F_p against integers modulo p: all of F_43, and random elements of a large one."""

import itertools
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairforge.algebra.prime_field import PrimeField
from pairforge.errors import UserError
from pairforge.pairings.curves import curves_of
from pairforge.pairings.families.embedding_two import TypeACurve

TYPE_A_CURVES = curves_of(TypeACurve)

P = TYPE_A_CURVES["tate-ss512"].p
residues = st.integers(0, P - 1) | st.sampled_from((0, 1, P - 1, (P - 1) // 2, 2**511))


def check(k: PrimeField, x: int, y: int) -> None:
    p, a, b = k.characteristic, k.constant(x), k.constant(y)
    assert int(a + b) == (x + y) % p
    assert int(a - b) == (x - y) % p
    assert int(-a) == -x % p
    assert int(a * b) == x * y % p
    assert (a == b) == (x == y) and bool(a) == (x != 0) and a.frobenius(1) is a


def test_all_of_f43() -> None:
    k = PrimeField(43)
    for x, y in itertools.product(range(43), repeat=2):
        check(k, x, y)
    assert [int(x) for x in k] == list(range(43))
    assert all(int(x * k.inverse(x)) == 1 for x in k if x) and not k.inverse(k.constant(0))
    assert k == PrimeField(43) != PrimeField(47) and len({PrimeField(43), k}) == 1
    assert k.constant(1) != PrimeField(47).constant(1)


@given(residues, residues)
def test_512_bits(x: int, y: int) -> None:
    k = PrimeField(P)
    check(k, x, y)
    assert not x or int(k.inverse(k.constant(x))) * x % P == 1


def test_loops_and_ladders() -> None:
    k = PrimeField(P)
    rng = Random(1)
    x, y = k.random(rng), k.random(rng)
    assert k.loop("l", 3, (x,), lambda state: (state[0] * y,)) == (x * y * y * y,)
    low, high = k.ladder("l", (1, 0, 1), (x, x * x), lambda state: (state[0] * state[0], state[0] * state[1]))
    assert int(low) == pow(int(x), 0b1101, P) and high == low * x


@pytest.mark.parametrize("p", [-7, 0, 1, 2, 4, 561, P + 2])
def test_what_is_no_odd_prime_is_refused(p: int) -> None:
    with pytest.raises(UserError, match=f"field: {p} is no odd prime"):
        PrimeField(p)


@pytest.mark.parametrize("c", [-1, 43])
def test_what_is_no_residue_is_refused(c: int) -> None:
    with pytest.raises(ValueError, match="is no residue modulo 0x2b"):
        PrimeField(43).constant(c)
