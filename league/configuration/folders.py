"""The folders of the program and of its data, in a clone of the repository and in an installed package."""

from pathlib import Path
from typing import Final

from platformdirs import user_data_path

_PACKAGE: Final = Path(__file__).resolve().parents[1]
_CLONE: Final = _PACKAGE.parent
_IS_CLONE: Final = (_CLONE / "pyproject.toml").exists() and (_CLONE / "templates" / "base.html").exists()

# The build puts the templates into the package (pyproject.toml).
TEMPLATES: Final = _CLONE / "templates" if _IS_CLONE else _PACKAGE / "templates"
LOCALES: Final = _PACKAGE / "locale"
DATA: Final = _CLONE / "var" if _IS_CLONE else user_data_path("wildleague", appauthor=False)
"""The default of `DATA_DIR`."""
