"""For the reference of Python: sessions (`>>> …`) in docstrings become blocks of code."""

from __future__ import annotations

import re
from typing import Any

import griffe

_SESSION = re.compile(r"(?:^>>> .*\n?(?:^(?!$).*\n?)*)", re.MULTILINE)


class Sessions(griffe.Extension):
    """Puts a fence around each session, in every docstring."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Called for each module, class, function and attribute."""
        if obj.docstring is not None:
            text = obj.docstring.value
            obj.docstring.value = _SESSION.sub(lambda found: f"```pycon\n{found[0].rstrip()}\n```\n", text)
