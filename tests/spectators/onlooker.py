"""What somebody who watches a match from outside must find: pages that answer, and no hidden card on them.

Nothing here asks `games.rules.match.visibility`: what is public is told from the log alone.
"""

import json
import re
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Iterable
from itertools import groupby
from operator import attrgetter

from games import eventstore
from games.models import TableEvent
from games.rules.cards.card_names import called
from games.rules.cards.cards import WILD, deck
from games.rules.match import events as e
from games.rules.match.evolve import fold
from games.rules.match.state import MATCH_OVER, OVER, State

# Black cards are left out: the words of a rulebook name them, too.
_CARD = re.compile(rf"\b(?:{'|'.join(map(called, range(WILD)))})\b", re.IGNORECASE)
_LAST = re.compile(r'data-last="(\d+)"')
_VERSION = re.compile(r'data-version="(\d+)"')
# What was on the table without ever being on the pile.
_PUBLIC = e.StarterReturned | e.IllegalCardPenalised


class WrongError(Exception):
    """What is wrong with a match or a page, in one sentence."""


def fetch(url: str, body: bytes | None = None, **headers: str) -> str:
    """Return what an address answers; WrongError unless it answers with 200."""
    request = urllib.request.Request(url, body, headers)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            if answer.status != 200:
                raise WrongError(f"{url} answers with {answer.status}")
            text: str = answer.read().decode()
            return text
    except (urllib.error.URLError, OSError) as error:
        raise WrongError(f"{url} answers with {error}") from None


def watch(address: str, pk: int) -> int:
    """Look at a table as a spectator in every way there is; return the number of pages."""
    url = f"{address}/tables/{pk}/"
    pages = [fetch(url), fetch(f"{url}?after=0", **{"HX-Request": "true"}), fetch(f"{url}watch/?after=0")]
    for page in pages:
        require_no_hidden_card(pk, page)
    version = listen(f"{url}stream/?after=0&chat=0")
    if version < int(_VERSION.findall(pages[0])[0]):
        raise WrongError(f"Table {pk}: the stream says {version}, which is older than the page")
    return len(pages) + 1


def listen(url: str) -> int:
    """Return the first version that a stream tells."""
    try:
        with urllib.request.urlopen(url, timeout=30) as answer:
            for line in answer:
                if line.startswith(b"id: "):
                    return int(line[4:])
    except (urllib.error.URLError, OSError) as error:
        raise WrongError(f"{url} breaks off with {error}") from None
    raise WrongError(f"{url} ends without a version")


def require_no_hidden_card(pk: int, page: str) -> None:
    """Fail when a running deal's page names a card that has not been on the table in this deal."""
    version = int(_VERSION.findall(page)[0])
    shown, state = _laid(eventstore.read(TableEvent, pk, until=version))
    if state.phase in {OVER, MATCH_OVER}:
        return
    known = {called(card).lower() for card in shown}
    hidden = {name.lower() for name in _CARD.findall(page)} - known
    if hidden:
        raise WrongError(f"Table {pk} at version {version} shows hidden cards: {', '.join(sorted(hidden))}")


def look_back(address: str, pk: int) -> int:
    """Look at a finished match: result, replay and record; return the number of pages."""
    url = f"{address}/tables/{pk}/"
    if "won the match" not in fetch(url):
        raise WrongError(f"Table {pk}: the page does not say who won")
    last = int(_LAST.findall(fetch(f"{url}replay/"))[0])
    for step in (1, max(1, last // 2), last):
        if f'data-step="{step}"' not in fetch(f"{url}replay/?step={step}"):
            raise WrongError(f"Table {pk}: the replay is not at step {step}")
    record = fetch(f"{url}record.json").encode()
    answer = fetch(f"{address}/api/records/check", record, **{"Content-Type": "application/json"})
    if not json.loads(answer)["ok"]:
        raise WrongError(f"Table {pk}: its record does not pass the check")
    return 7


def require_conserved(pk: int, rows: Iterable[eventstore.Stored]) -> State:
    """Return the state a whole log leads to; fail when a card came or went in any command."""
    state: State | None = None
    for step, group in groupby(rows, key=attrgetter("step")):
        events = [row.event for row in group if isinstance(row.event, e.Event)]
        if not events:
            continue
        state = fold(events, state)
        options = state.options
        if _cards(state) != Counter(deck(options.deck, len(options.customizable_effects))):
            raise WrongError(f"Table {pk}: cards came or went in step {step}")
    if state is None:
        raise WrongError(f"Table {pk}: nothing was dealt")
    return state


def _cards(state: State) -> Counter[int]:
    return Counter([*state.draw_pile, *state.discard_pile, *(card for hand in state.hands for card in hand)])


def _laid(rows: Iterable[eventstore.Stored]) -> tuple[set[int], State]:
    """Return the cards that have been on the table in the last deal, and the state."""
    shown: set[int] = set()
    state = State()
    for event in (row.event for row in rows):
        if isinstance(event, e.RoundStarted):
            shown = set()
        if isinstance(event, e.Event):
            fold([event], state)
            shown.update(state.discard_pile)
        if isinstance(event, _PUBLIC):
            shown.add(event.card)
    return shown, state
