"""Towers by equations: textbook products against python-flint, elements as text, what is no field."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairforge.algebra.tower import Tower

TOWERS = [
    Tower(103),
    Tower.of(103, ["i^2 = -1"]),
    Tower.of(103, ["i^2 = -1", "v^3 = 2 + i", "w^2 = v"]),
    Tower.of(103, ["v^3 = 5", "w^2 = v"]),
    Tower.of(4680007, ["i^2 = -1", "v^2 = 3 + i", "z^3 = v", "w^2 = z"]),
]
towers = st.sampled_from(TOWERS)
seeds = st.integers(0, 2**32)


def drawn(tower: Tower, rng: Random) -> tuple[int, ...]:
    return tuple(rng.randrange(tower.p) for _ in range(tower.degree))


@given(towers, seeds)
def test_products_are_those_of_the_field(tower: Tower, seed: int) -> None:
    rng = Random(seed)
    a, b = drawn(tower, rng), drawn(tower, rng)
    flat = tower.flat
    assert flat.to(flat.of(a)) == a
    assert flat.to(flat.of(a) * flat.of(b)) == tower.multiply(a, b)
    n = rng.randrange(100)
    assert flat.to(flat.of(a) ** n) == tower.power(a, n)


@given(towers, seeds)
def test_text_gives_the_element_back(tower: Tower, seed: int) -> None:
    a = tuple(c * (n % 3 > 0) for n, c in enumerate(drawn(tower, Random(seed)), seed))
    if any(a):
        assert tower.element(tower.text(a)) == a


@pytest.mark.parametrize("tower", TOWERS[1:])
def test_generators_are_roots(tower: Tower) -> None:
    for step in tower.steps:
        rest = (0,) * (tower.degree - len(step.residue))
        assert tower.power(tower.generator(step.name), step.degree) == (*step.residue, *rest)


@given(towers, seeds, st.sampled_from([2, 3, 4]))
def test_roots_have_the_power(tower: Tower, seed: int, n: int) -> None:
    flat = tower.flat
    x = flat.of(drawn(tower, Random(seed))) ** n
    roots = flat.roots(x, n)
    assert roots
    assert all(root**n == x for root in roots)


def test_parts_of_a_tower() -> None:
    tower = TOWERS[2]
    assert [part and part.degree for part in map(tower.part, (1, 2, 3, 6, 12))] == [1, 2, None, 6, 12]
    assert tower.name == "F_p12"


def test_elements_as_text() -> None:
    tower = TOWERS[2]
    assert tower.element("9 + 2 i v") == (9, 0, 0, 2, *[0] * 8)
    assert tower.element("-w") == tuple(102 * (n == 6) for n in range(12))
    assert tower.element("i^2") == tower.number(-1)
    assert tower.text(tower.element("-1 - i + 3 v^2 w")) == "-1 - i + 3 v^2 w"


@pytest.mark.parametrize(
    ("equations", "message"),
    [
        (["i^2 = 4"], '"i^2 = 4": 4 is a square in F_p, so that this is no field'),
        (["v^3 = 8"], '"v^3 = 8": 8 is a cube in F_p, so that this is no field'),
        (["i^4 = -1"], '"i^4 = -1": a step has the degree 2 or 3, not 4'),
        (["i^2 = -1", "i^3 = 2"], '"i^3 = 2": i is taken'),
        (["i^2 = -1", "v^3 = 2 + j"], "there is no j; the names so far are i"),
        (["i^2 = j"], "there is no j; the names so far are none"),
        (["i^2 = 1 +"], '"1 +" is no sum such as "9 + i"'),
        (["i^2 = 103"], '"103" is 0'),
        (["I^2 = -1"], '"I^2 = -1" is no equation such as "i^2 = -1"'),
    ],
)
def test_what_is_no_tower(equations: list[str], message: str) -> None:
    with pytest.raises(ValueError) as error:
        Tower.of(103, equations)
    assert str(error.value) == message
