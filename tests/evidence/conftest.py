import random

import pytest


@pytest.fixture(scope="session")
def vectors() -> list[list[int]]:
    """Inputs of a hundred pairings of the toy core."""
    rng = random.Random(1)
    return [[rng.getrandbits(32) for _ in range(4)] for _ in range(100)]
