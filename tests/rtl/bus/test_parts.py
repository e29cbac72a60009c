"""Additions to a build: each is written once, and its folder stands in the README."""

import json
from typing import Any

import pytest

from pairforge.bundle import additions as product_
from pairforge.bundle.addition import Addition, Product
from pairforge.bundle.bus_addition import bus_addition, register_addition
from pairforge.compiler.compile import Compiled, compile_design
from pairforge.hdl import is_free_name
from pairforge.machine.designs import find_design
from pairforge.targets.registry import find_target

RESULT = {"cycles": {"latency": 262, "interval": 253}}


def made() -> Compiled:
    return compile_design(find_design("small-f2-5", {}))


def test_wrappers_and_registers_of_a_build() -> None:
    files: dict[str, Any] = {}
    for writer in (bus_addition, register_addition):
        part = writer(Product(made(), find_target("xc4v"), RESULT, files))
        assert all(isinstance(line, str) and line.endswith(".") for line in part.readme)
        files |= part.files
    assert {"bus/small_f2_5_axi.v", "bus/small_f2_5_wishbone.v", "registers/small_f2_5.rdl"} <= set(files)
    assert "bus/small_f2_5.v" not in files, "the core stands in rtl/"
    for path, text in files.items():
        if path.endswith(".v"):
            name = path.removeprefix("bus/").removesuffix(".v")
            assert is_free_name(name) and f"\nmodule {name} (" in text


def test_two_writers_of_one_file_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        product_, "WRITERS", (lambda product: Addition({"a": json.dumps(product.result)}, ["`a`."]),) * 2
    )
    with pytest.raises(ValueError, match="a is written twice"):
        product_.product(made(), find_target("xc4v"), RESULT, {})
