"""C header, IP-XACT and HTML page of a register map, by the exporters of PeakRDL, called in this process.

PeakRDL's page loads its parts one by one, which browsers refuse from a folder, brings 8 MB of fonts, asks a
server for MathJax and carries the time. Here it becomes one file that needs nothing else and is the same for
the same map.
"""

from __future__ import annotations

import base64
import json
import re
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any


def exports(name: str, rdl: str, title: str) -> Mapping[str, str]:
    """File name to text: `NAME.h`, `NAME.xml`, `html/index.html`, for a map in SystemRDL called `name`.

    Raises
    ------
    RuntimeError
        The map is not valid SystemRDL.
    """
    # Imported here: they take longer than a small build may.
    from peakrdl_cheader.exporter import CHeaderExporter
    from peakrdl_html import HTMLExporter
    from peakrdl_ipxact import IPXACTExporter
    from systemrdl.compiler import RDLCompiler
    from systemrdl.messages import RDLCompileError

    with tempfile.TemporaryDirectory(prefix="pairforge-") as scratch:
        folder = Path(scratch)
        source, header, component = (folder / f"{name}.{end}" for end in ("rdl", "h", "xml"))
        source.write_text(rdl)
        compiler: Any = RDLCompiler()
        try:
            compiler.compile_file(str(source))
            top = compiler.elaborate().top
        except RDLCompileError as error:
            raise RuntimeError(f"the register map of {name} is not valid SystemRDL: {error}") from None
        CHeaderExporter().export(top, str(header))
        IPXACTExporter(vendor="pairforge", library="coprocessors", version="1.0").export(top, str(component))
        # A fixed number in place of the time.
        page: Any = HTMLExporter(generate_source_links=False, user_context={"build_ts": 0})
        page.export(top, str(folder / "html"), title=title)
        return {
            f"{name}.h": header.read_text(),
            f"{name}.xml": component.read_text(),
            "html/index.html": _single(folder / "html"),
        }


def _single(folder: Path) -> str:
    """The pages in a folder as one page."""
    text = (folder / "index.html").read_text()
    data = [path for kind in ("content", "data", "search") for path in sorted((folder / kind).iterdir())]
    parts = {path.relative_to(folder).as_posix(): path.read_text() for path in data if path.suffix != ".js"}
    shim = (
        "var MathJax = {Hub: {Queue: function () {}}};\n"
        f"var PARTS = {json.dumps(parts, sort_keys=True)};\n"
        'window.fetch = async (path) => { var part = PARTS[path.split("?")[0]];\n'
        '  return part === undefined ? new Response("", {status: 404}) : new Response(part); };'
    )
    text = re.sub(r'<script async src="https://cdn[^>]*></script>', lambda _: _script(shim), text)
    text = re.sub(r'<script type="text/x-mathjax-config">.*?</script>', "", text, flags=re.DOTALL)
    text = re.sub(
        r'<script src="([^?"]*)[^>]*></script>', lambda found: _script((folder / found[1]).read_text()), text
    )
    text = re.sub(
        r'<link rel="stylesheet" href="([^?"]*)[^>]*>',
        lambda found: f"<style>{_style(folder / found[1])}</style>",
        text,
    )
    icon = base64.b64encode((folder / "favicon.png").read_bytes()).decode()
    return text.replace('href="favicon.png"', f'href="data:image/png;base64,{icon}"')


def _script(text: str) -> str:
    return f"<script>{text.replace('</', '<' + chr(92) + '/')}</script>"


def _style(path: Path) -> str:
    """A style sheet with the font of its symbols inside; text is set in what the reader's machine has."""

    def face(found: re.Match[str]) -> str:
        file = re.search(r'url\("([^"]*FontAwesome[^"]*\.woff2)"\)', found[0])
        if file is None:
            return ""
        font = base64.b64encode((path.parent / file[1]).read_bytes()).decode()
        kept = re.sub(r"src:.*?;\s*", "", found[0], flags=re.DOTALL)
        return kept.replace("}", f'src:url("data:font/woff2;base64,{font}") format("woff2");}}')

    return re.sub(r"@font-face\s*\{.*?\}", face, path.read_text(), flags=re.DOTALL)
