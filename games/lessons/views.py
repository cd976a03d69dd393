"""The page "How to play", and the answer to what is tried on it."""

from typing import Final, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from games.htmx import is_htmx
from games.lessons.lessons import LESSONS, lesson
from games.lessons.trials import BETWEEN, Trial, read_moves
from games.pages import newcomers
from games.rulebooks import explanations, owners
from games.rules.cards.card_names import symbol_called
from games.rules.cards.cards import WILD, WILD_DRAW_FOUR, Card, card
from games.rules.options import rulebooks
from games.rules.options.card_meanings import claims, effects_of
from games.rules.options.options import build


@require_GET
def how_to_play(request: HttpRequest) -> HttpResponse:
    """Teach the game. `try` is a lesson with the `moves` so far and the next `move`.

    `rulebook` adds what is different in that rulebook.
    """
    trial = _trial(request)
    if trial and is_htmx(request):
        response = render(request, "games/lessons/_trial.html", {"trial": trial})
    else:
        response = render(request, "games/lessons/how_to_play.html", _facts(request, trial))
        newcomers.remember_seen(request, response)
    patch_vary_headers(response, ["HX-Request"])
    return response


def _trial(request: HttpRequest) -> Trial | None:
    if "try" not in request.GET:
        return None
    chosen = lesson(request.GET["try"])
    if chosen is None:
        raise Http404(_("There is no such lesson."))
    moves = f"{request.GET.get('moves', '')}{BETWEEN}{request.GET.get('move', '')}"
    return Trial(chosen, read_moves(moves))


def _facts(request: HttpRequest, trial: Trial | None) -> dict[str, object]:
    rulebook = owners.find(request, request.GET.get("rulebook", "classic"))
    if rulebook is None:
        raise Http404(_("There is no such rulebook."))
    tried = {trial.lesson: trial} if trial else {}
    return {
        "trials": {lesson.key.replace("-", "_"): tried.get(lesson) or Trial(lesson) for lesson in LESSONS},
        **_cards(),
        "page": explanations.RulebookPage(rulebook),
        "is_chosen": "rulebook" in request.GET,
        "rulebooks": [(name, rulebooks.title(name)) for name in rulebooks.names()],
    }


class CardText(NamedTuple):
    """A card and what it does in Classic."""

    card: Card
    what: str
    does: str


def _cards() -> dict[str, object]:
    """Return the cards that the page explains; what an action card is played on stands above them."""
    options = build("classic")
    return {
        "actions": [CardText(card, symbol_called(card), _(claims(card, options)[0])) for card in _ACTIONS],
        "black": [
            CardText(WILD, symbol_called(WILD), effects_of(WILD, options)),
            CardText(WILD_DRAW_FOUR, symbol_called(WILD_DRAW_FOUR), _in_short()),
        ],
    }


def _in_short() -> str:
    """Say what the Wild Draw Four does in fewer words than the list of all cards below."""
    return _(
        "Play it on any card and choose the colour. The next player draws four cards and misses a turn, or "
        "challenges: if you hold the colour that was in play, it was a bluff, and you draw the four; "
        "otherwise the challenger draws six."
    )


_ACTIONS: Final = (card("bS"), card("gR"), card("y+"))
