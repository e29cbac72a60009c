"""Pages of many designs: builds and explorations read from their folders, published figures beside them.

Stands at the right end of the line: imports `catalog`, `pairings`, `explore`, `papers`, `report`
and errors.
"""

from __future__ import annotations

from pairforge.pages.collect import exploration_page, folders_page

__all__ = ["exploration_page", "folders_page"]
