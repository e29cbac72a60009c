"""Placed netlists to test with."""

from collections.abc import Sequence
from typing import Any


def netlist_of(nets: Sequence[Sequence[tuple[int, int]]]) -> dict[str, Any]:
    """A placed netlist: of each net a cell at each of its places."""
    cells = {
        f"cell{i}_{j}": {
            "type": "COMB",
            "attributes": {"NEXTPNR_BEL": f"X{x}/Y{y}/A"},
            "connections": {"I": [i, "0"]},
        }
        for i, places in enumerate(nets)
        for j, (x, y) in enumerate(places)
    }
    return {"modules": {"core": {"attributes": {"top": "1"}, "cells": cells}}}
