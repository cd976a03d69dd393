"""Share a moment of a match on other sites."""

from dataclasses import replace
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from games.access import invitations, spectators
from games.localization.lists import sentences
from games.pictures.share import Share
from games.replay.context import ReplayPage


def of_page(request: HttpRequest, page: ReplayPage) -> Share | None:
    """Return the links and words to share a moment, None during its match. Two queries at most."""
    if not page.is_over or page.sight is None:
        return None
    table = page.table
    is_public = spectators.is_for_everybody(table.pk)
    key = "" if is_public else invitations.key_of(table)
    chosen = {"seat": page.choice.seat, "key": key}
    query = urlencode({name: value for name, value in chosen.items() if value})
    pictures = [
        reverse(f"replay_{kind}", args=[table.pk, page.step]) + (f"?{query}" if query else "")
        for kind in ("png", "svg")
    ]
    # The filter of the moves is not part of the moment.
    address = replace(page.choice, moves="").address + (f"&key={key}" if key else "")
    return Share(
        address=request.build_absolute_uri(address),
        png=request.build_absolute_uri(pictures[0]),
        svg=request.build_absolute_uri(pictures[1]),
        title=_("{table}, deal {deal}, step {step} of {steps}").format(
            table=table.title, deal=page.sight.round, step=page.step, steps=page.steps
        ),
        words=sentences(page.words),
        is_public=is_public,
        is_by_link=bool(key),
    )
