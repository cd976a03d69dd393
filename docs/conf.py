"""Sphinx builds these pages: `make docs`. Nothing in them is fetched from elsewhere."""

import os
import sys
from pathlib import Path

_DOCS = Path(__file__).resolve().parent
sys.path[:0] = [str(_DOCS.parent), str(_DOCS)]
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
os.environ.setdefault("DEBUG", "1")

import registries  # noqa: E402 - found by the path above

project = "Wildleague"
html_title = "Wildleague"
extensions = ["myst_parser"]
exclude_patterns = ["_build"]
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3
html_theme = "furo"
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
highlight_language = "none"

registries.write(_DOCS)
