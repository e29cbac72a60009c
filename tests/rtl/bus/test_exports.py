"""What is made from the register map says what the map says."""

import os
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from pairforge.evidence.cxx import compiler
from pairforge.registers.exports import exports
from pairforge.registers.map import ADDRESS_BITS, REGISTERS, Access, constant
from pairforge.registers.rdl import rdl_text
from rtl.bus.test_map import FACTS

NAME = "toy"
ROOT = Path(__file__).resolve().parents[3]
BROWSER = shutil.which("chromium")


@cache
def made() -> Any:
    return exports(NAME, rdl_text(NAME, FACTS, 'Registers of "toy"', "made by a test"), "Registers of toy")


def test_the_same_map_makes_the_same_files_in_every_process() -> None:
    script = "import hashlib; from rtl.bus.test_exports import made; "
    script += "print(hashlib.sha256(repr(sorted(made().items())).encode()).hexdigest())"
    paths = os.pathsep.join([str(ROOT), str(ROOT / "tests")])
    found = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONPATH": paths, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(found) == 1


def test_the_header_has_every_register_at_its_place(tmp_path: Path) -> None:
    (tmp_path / "toy.h").write_text(made()["toy.h"])
    lines = ['#include "toy.h"', "#include <stddef.h>"]
    for register in REGISTERS:
        lines.append(
            f'_Static_assert(offsetof(toy_t, {register.name}) == {register.offset}, "{register.name}");'
        )
        for field in register.fields:
            macro = f"TOY__{register.name}__{field.name.upper()}"
            lines.append(f'_Static_assert({macro}_bm == {field.mask}u && {macro}_bp == {field.low}, "");')
            if field.fixed:
                lines.append(f'_Static_assert({macro}_reset == {constant(field, FACTS)}u, "{field.name}");')
    (tmp_path / "check.c").write_text("\n".join(lines) + "\n")
    command = [compiler(), "-x", "c", "-std=c11", "-Wall", "-Werror", "-fsyntax-only", "check.c"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_the_component_has_every_field() -> None:
    space = {"x": "http://www.accellera.org/XMLSchema/IPXACT/1685-2014"}
    tree = ElementTree.fromstring(made()["toy.xml"])

    def text(node: Any, name: Any) -> Any:
        return node.findtext(f"x:{name}", namespaces=space)

    found = {
        (
            text(register, "name"),
            int(text(register, "addressOffset").replace("'h", ""), 16),
            text(field, "name"),
            int(text(field, "bitOffset")),
            int(text(field, "bitWidth")),
            text(field, "access"),
        )
        for register in tree.iterfind(".//x:register", space)
        for field in register.iterfind("x:field", space)
    }
    names = {Access.STORED: "read-write", Access.CLEARED: "read-write"}
    expected = {
        (
            r.name,
            r.offset,
            f.name,
            f.low,
            f.width,
            names.get(f.access, "read-only" if f.access.readable and not f.access.writable else "write-only"),
        )
        for r in REGISTERS
        for f in r.fields
    }
    pulse = ("CONTROL", 0x18, "reset", 0, 1)
    assert {row for row in found if row[:5] != pulse} == {row for row in expected if row[:5] != pulse}
    assert any(row[:5] == pulse for row in found)
    assert max(r.offset for r in REGISTERS) < 1 << ADDRESS_BITS


def test_the_page_needs_nothing_else() -> None:
    page = made()["html/index.html"]
    assert not re.search(r"<(script|link)[^>]*(src|href)=\"(?!data:)", page)
    styles = "".join(re.findall(r"<style>(.*?)</style>", page, re.DOTALL))
    assert not re.search(r'url\("?(?!"?data:)', styles)
    assert "cdn" not in page
    for register in REGISTERS:
        assert register.name in page


def test_a_map_that_is_not_valid_is_refused() -> None:
    with pytest.raises(RuntimeError, match="register map of toy is not valid SystemRDL"):
        exports(NAME, "addrmap toy { nonsense };", "")


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None, reason="no Chromium")
def test_the_page_opens_from_a_folder(tmp_path: Path) -> None:
    from playwright.sync_api import sync_playwright

    (tmp_path / "index.html").write_text(made()["html/index.html"])
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        page = browser.new_page()
        page.set_default_timeout(0)  # the test has one
        said: list[str] = []
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.goto((tmp_path / "index.html").as_uri())
        page.wait_for_selector("#_ContentContainer h1")
        page.get_by_text("INTERRUPT_STATUS").first.click()
        page.wait_for_function(
            "document.querySelector('#_ContentContainer').innerText.includes('output_refused')"
        )
        assert said == []
        browser.close()
