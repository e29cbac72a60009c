"""The WebAssembly module, by its npm package: known answers in Node and in a browser."""

import json
import re
import shutil
import subprocess
import threading
import tomllib
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from pairforge import engine
from pairforge.engine.ethereum import PRECOMPILES
from pairforge.engine.pairings import Pairing

from .conftest import ENGINE, KNOWN, ROOT, VECTORS, cases, command, flat

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("cargo"), pytest.mark.timeout(3600)]

HERE = Path(__file__).with_name("wasm")
PACKAGE = ENGINE / "wasm" / "npm"
NAMES = [name for name in KNOWN if name.startswith(("ate-", "tate-ss"))]
"""Those of large primes. The study curves of characteristic two and three are left out of the module."""


def _known(pairing: Pairing) -> list[dict[str, Any]]:
    """The known answers of a pairing; for the long ones one will do."""
    bits, note = pairing.security
    facts = {"name": pairing.name, "security": bits, "note": note}
    width = pairing.Gt.width
    return [
        {
            **facts,
            "P": pairing.G1.point(P).encode(compressed=False).hex(),
            "Q": pairing.G2.point(Q).encode(compressed=False).hex(),
            "e": b"".join(n.to_bytes(width, "little") for n in flat(e)).hex(),
        }
        for P, Q, e in cases(pairing.name)[:2]
    ]


def _hash(pairing: Pairing) -> dict[str, str]:
    message, tag = "message", "TESTS-V01"
    groups = {"G1": pairing.G1, "G2": pairing.G2}
    points = {name: group.hash(message.encode(), tag.encode()) for name, group in groups.items()}
    encoded = {name: point.encode(compressed=False).hex() for name, point in points.items()}
    return {"name": pairing.name, "message": message, "tag": tag, **encoded}


def _read(path: str) -> Any:
    return json.loads((VECTORS / path).read_text())


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package, the vectors, and what runs them."""
    folder = tmp_path_factory.mktemp("wasm")
    done = subprocess.run(
        [ROOT / "tools" / "wasm.sh", folder / "package"], capture_output=True, text=True, timeout=3000
    )
    if done.returncode == 77:
        pytest.skip(done.stderr.strip().splitlines()[-1])
    assert done.returncode == 0, done.stdout + done.stderr
    pairings = [engine.pairing(name) for name in NAMES]
    calls = [
        {"address": PRECOMPILES[name].address, "data": case["in"], "out": case.get("out")}
        for name, cases in _read("precompiles/ethereum.json")["precompiles"].items()
        for case in cases
    ]
    vectors = {
        "pairings": [case for pairing in pairings for case in _known(pairing)],
        "hashes": [_hash(pairing) for pairing in pairings],
        "precompiles": calls,
        "ethereum": _read("bls/ethereum.json"),
        "cardano": _read("bls/cardano.json"),
        "consensus": _read("bls/consensus.json"),
    }
    (folder / "vectors.json").write_text(json.dumps(vectors))
    (folder / "index.html").write_text("<!doctype html><title>vectors</title>")
    for source in HERE.iterdir():
        shutil.copy(source, folder)
    return folder


def _counts(said: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", said.splitlines()[-1])]


@pytest.mark.skipif(shutil.which("node") is None, reason="no Node")
def test_in_node(site: Path) -> None:
    said = command("node", site / "node.js", site / "package", site / "vectors.json")
    assert said.startswith("wiped\n")
    assert min(_counts(said)) > 0


@pytest.mark.skipif(shutil.which("chromium") is None, reason="no Chromium")
def test_in_a_browser(site: Path) -> None:
    from playwright.sync_api import sync_playwright

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=site))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--no-sandbox"]
            )
            page = browser.new_page()
            page.set_default_timeout(0)  # the test has one
            page.goto(f"http://127.0.0.1:{server.server_port}/")
            said = page.evaluate(
                """async () => {
                    const [{ check }, pairforge, vectors] = await Promise.all([
                        import("/check.js"), import("/package/pairforge.js"),
                        fetch("/vectors.json").then((answer) => answer.json()),
                    ]);
                    return check(pairforge, vectors);
                }"""
            )
            browser.close()
    finally:
        server.shutdown()
        server.server_close()
    assert min(_counts(said)) > 0


def test_the_module_asks_for_nothing(site: Path) -> None:
    """No imports: there is nothing that a page could pass to it but bytes."""
    script = """
        const module = await WebAssembly.compile(require("fs").readFileSync(process.argv[1]));
        console.log(WebAssembly.Module.imports(module).length);
    """
    path = site / "package" / "pairforge.wasm"
    if shutil.which("node"):
        assert command("node", "-e", f"(async () => {{{script}}})()", path).strip() == "0"


def test_the_package_is_complete(site: Path) -> None:
    """Its version is the project's; each operation is there and is called; each method has a type."""
    package = json.loads((PACKAGE / "package.json").read_text())
    workspace = tomllib.loads((ENGINE / "Cargo.toml").read_text())["workspace"]
    assert package["version"] == workspace["package"]["version"]
    folder = site / "package"
    assert {path.name for path in folder.iterdir()} == {*package["files"], "package.json", "README.md"}
    loader = (PACKAGE / "pairforge.js").read_text()
    declared = set(re.findall(r"^    ([a-z_0-9]+)\((?:mut )?\w+\) \{", "\n".join(_sources()), re.MULTILINE))
    called = set(re.findall(r'(?:run|text)\(\s*"([a-z_0-9]+)"', loader))
    assert called == declared
    methods = re.findall(r"^  (?!constructor)([a-zA-Z0-9]+)\([^)]*\) \{$", loader, re.MULTILINE)
    types = (PACKAGE / "pairforge.d.ts").read_text()
    for method in set(methods) - {"run", "text"}:
        assert re.search(rf"^  {method}\(", types, re.MULTILINE), method


def _sources() -> list[str]:
    return [path.read_text() for path in (ENGINE / "wasm" / "src").glob("*.rs")]


@pytest.mark.skipif(shutil.which("node") is None, reason="no Node")
def test_the_example_of_the_page(site: Path, tmp_path: Path) -> None:
    """docs/reference/engine/wasm.md and the package's README have one example."""
    pages = (ROOT / "docs" / "reference" / "engine" / "wasm.md", PACKAGE / "README.md")
    (example,) = {re.findall(r"```js\n(.*?)```", page.read_text(), re.DOTALL)[0] for page in pages}
    modules = tmp_path / "node_modules"
    modules.mkdir()
    (modules / "pairforge").symlink_to(site / "package", target_is_directory=True)
    (tmp_path / "example.mjs").write_text(example)
    command("node", tmp_path / "example.mjs")
