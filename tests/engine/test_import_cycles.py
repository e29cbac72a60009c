"""No module of a crate of the engine needs, over whatever detour, a module that needs it.

The modules are read as text: `use` declarations and paths that begin with `crate`, `self` or `super`. A name
that a module only hands on (`pub use`, and not a word of it in the module itself) counts where it is defined.
"""

import graphlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from .conftest import ENGINE

CRATES = sorted(path.parent.parent for path in ENGINE.glob("*/src/lib.rs"))
PATH = re.compile(r"\b(?:crate|self|super)(?:::\w+)+")
USE = re.compile(r"^\s*(pub(?:\([^)]*\))? )?use ([^;]+);", re.M)

Name = tuple[str, ...]
"""A module or an item, as the words of its path from the crate's root."""


INLINE = re.compile(r"(#\[cfg\(test\)\]\s*)?(?:pub(?:\([^)]*\))? )?mod \$?(\w+) \{")


def of_one_module(text: str) -> str:
    """The text without comments and unit tests; what stands in modules within it, as if it stood outside."""
    text = re.sub(r"//[^\n]*", "", text)
    while found := INLINE.search(text):
        depth, end = 1, found.end()
        while depth:
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        body = "" if found.group(1) else re.sub(r"\bsuper::", "self::", text[found.end() : end - 1])
        text = text[: found.start()] + body + text[end:]
    return text


def leaves(tree: str) -> Iterator[str]:
    """The paths of a `use` tree: `a::{b, c::d}` is `a::b` and `a::c::d`."""
    tree = tree.strip()
    if "{" not in tree:
        yield re.sub(r"\s+as\s+\w+$", "", tree)
        return
    prefix, rest = tree.split("{", 1)
    depth, part = 0, ""
    for letter in rest.rsplit("}", 1)[0] + ",":
        depth += (letter == "{") - (letter == "}")
        if letter == "," and depth == 0:
            for leaf in leaves(part) if part.strip() else ():
                yield prefix.strip() + leaf
            part = ""
        else:
            part += letter


class Crate:
    """The modules of one crate, and which of them name which."""

    def __init__(self, root: Path) -> None:
        self.texts: dict[Name, str] = {}
        for path in sorted((root / "src").rglob("*.rs")):
            name = path.relative_to(root / "src").with_suffix("").parts
            name = () if name == ("lib",) else name[:-1] if name[-1] == "mod" else name
            if name != ("main",):
                self.texts[name] = of_one_module(path.read_text())
        self.handed_on = {name: dict(self.exports(name)) for name in self.texts}

    def absolute(self, module: Name, path: str) -> Name | None:
        """The path from the root; none if it leads out of the crate."""
        words = path.split("::")
        if words[0] == "crate":
            return tuple(words[1:])
        if words[0] not in ("self", "super"):
            return (*module, *words) if (*module, words[0]) in self.texts else None
        for word in words:
            if word not in ("self", "super"):
                break
            module = module[:-1] if word == "super" else module
        return (*module, *(word for word in words if word not in ("self", "super")))

    def exports(self, module: Name) -> Iterator[tuple[str, Name]]:
        """The names that a module hands on, with where it has them from."""
        for public, tree in USE.findall(self.texts[module]):
            for leaf in leaves(tree) if public else ():
                target = self.absolute(module, leaf)
                if target:
                    yield target[-1], target

    def home(self, name: Name) -> Name:
        """The module that defines a name."""
        module: Name = ()
        for i, word in enumerate(name):
            if (*module, word) in self.texts:
                module = (*module, word)
            elif word in self.handed_on[module] and self.handed_on[module][word] != name[: i + 1]:
                return self.home((*self.handed_on[module][word], *name[i + 1 :]))
            else:
                for source in [path for key, path in self.handed_on[module].items() if key == "*"]:
                    found = self.home((*source[:-1], word))
                    if re.search(rf"\b{word}\b", self.texts[found]):
                        return found
                return module
        return module

    def needs(self, module: Name) -> set[Name]:
        """The other modules that this one names."""
        text = self.texts[module]
        body = USE.sub("", text)
        paths = PATH.findall(body)
        for public, tree in USE.findall(text):
            for leaf in leaves(tree):
                if not public or re.search(rf"\b{leaf.split('::')[-1].replace('*', ' ')}\b", body):
                    paths.append(leaf)
        found = {self.absolute(module, path) for path in paths}
        return {self.home(name) for name in found if name} - {module}


def cycle(root: Path) -> list[str]:
    """A circle of modules, if there is one."""
    crate = Crate(root)
    graph = {
        "::".join(name) or "crate": {"::".join(n) or "crate" for n in crate.needs(name)}
        for name in crate.texts
    }
    try:
        graphlib.TopologicalSorter(graph).prepare()
    except graphlib.CycleError as error:
        found: list[str] = error.args[1]
        return found
    return []


@pytest.mark.parametrize("root", CRATES, ids=lambda root: root.name)
def test_no_module_needs_itself(root: Path) -> None:
    assert cycle(root) == []


def test_a_cycle_is_found(tmp_path: Path) -> None:
    (tmp_path / "src" / "low").mkdir(parents=True)
    for name, text in {
        "lib.rs": "mod low;\nmod high;\npub use low::Low;",
        "low/mod.rs": "mod inner;\npub use inner::Low;",
        "low/inner.rs": "use crate::high::{High, more::Other};\npub struct Low;",
        "high.rs": "mod part {\n    use super::Low;\n}\nuse super::{\n    Low,\n};\npub struct High(Low);",
    }.items():
        (tmp_path / "src" / name).write_text(text)
    assert set(cycle(tmp_path)) == {"low::inner", "high"}
