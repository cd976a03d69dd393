"""Names in a row are joined as the language of the reader joins them, not with commas by hand."""

import re
from collections.abc import Iterator
from typing import Final

import pytest

from tests.languages.gathering import ROOT

pytestmark = pytest.mark.one_database

_BY_HAND: Final = re.compile(r"""(?:", "|', ')\s*\.join\(|\.join\((?:", "|', ')\)|\|join:(?:", "|', ')""")
_CODES: Final = "codes, columns or SQL for programs, not names"
_FACTS: Final = "facts side by side: a comma stands between them in every language, and no “and”"
_ORDER: Final = "an order, in which no “and” may hide"
EXEMPT: Final = {
    "games/bots/simulate.py": _CODES,
    "games/eventstore/": _CODES,
    "games/management/": _CODES,
    "games/replay/match_analysis/chance_curves.py": _FACTS,
    "games/replay/score_graph.py": _FACTS,
    "games/replay/match_analysis/sentences.py": "a card and what its player adds: its colour, a hand",
    "games/rules/base/event_types.py": _CODES,
    "games/rules/base/language.py": "the English of the rules alone",
    "games/rules/match/events/ending.py": _FACTS,
    "games/rules/match/state.py": _CODES,
    "games/rules/notation/": _CODES,
    "games/rules/options/options.py": _CODES,
    "games/rules/scoresheet/events.py": _FACTS,
    "games/scoresheets/deal_text.py": _ORDER,
    "games/static/games/scoresheets/score.js": _ORDER,
    "league/api/": _CODES,
    "league/calendar/agenda.py": _FACTS,
    "league/calendar/matchday_notices.py": _FACTS,
    "league/competitions/bracket.py": _FACTS,
    "league/competitions/forms/entries.py": _CODES,
    "league/competitions/read_models/event_sentences.py": _FACTS,
    "league/competitions/read_models/rounds.py": _FACTS,
    "league/competitions/read_models/shown_standings.py": _ORDER,
    "league/competitions/read_models/standings_text.py": _FACTS,
    "league/competitions/sharing/feeds.py": _FACTS,
    "league/competitions/stage_text.py": _FACTS,
    "league/import_export/": _CODES,
    "league/management/": _CODES,
    "league/rules/competition/events/results.py": _ORDER,
    "league/rules/decisions/prescribed_draw_faults.py": "a list that is cut off ends with an ellipsis",
    "league/rules/documents/": _CODES,
    "league/rules/settings/translated_names.py": _FACTS,
    "league/rules/tiebreaks/__init__.py": _CODES,
    "league/worker.py": _CODES,
    "templates/api/_codes.html": _CODES,
    "templates/league/desk/_dispute.html": _FACTS,
    "templates/league/monitoring/operation.html": "the arguments of a task, for operators",
}
"""Where commas are right, and why."""


def _joined_by_hand() -> Iterator[str]:
    for folder in ("games", "league", "templates"):
        for path in sorted((ROOT / folder).rglob("*.*")):
            if path.suffix in {".py", ".html", ".txt", ".js"} and _BY_HAND.search(path.read_text()):
                yield str(path.relative_to(ROOT))


def test_lists_of_names_are_joined_by_the_language() -> None:
    assert [path for path in _joined_by_hand() if not path.startswith(tuple(EXEMPT))] == []


def test_an_exemption_is_needed() -> None:
    joined = [*_joined_by_hand()]
    assert [path for path in EXEMPT if not any(page.startswith(path) for page in joined)] == []


@pytest.mark.parametrize(
    ("code", "is_by_hand"),
    [
        ('", ".join(names)', True),
        ("', '.join(names)", True),
        ('names.join(", ")', True),
        ('{{ names|join:", " }}', True),
        ("listed(names)", False),
        ('" – ".join(names)', False),
    ],
)
def test_a_list_by_hand_is_found(code: str, is_by_hand: bool) -> None:
    assert bool(_BY_HAND.search(code)) is is_by_hand
