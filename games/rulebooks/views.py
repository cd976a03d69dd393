"""Pages about what is played: the rulebooks, every option, and two rulebooks side by side."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from games.models import Table
from games.rulebooks import catalogue, owners, page
from games.rules.base.refusal import Refusal
from games.rules.options import rulebooks
from games.rules.options.option_texts import OPTION_GROUPS
from games.rules.options.options import NAMES, explain


@require_GET
def rules(request: HttpRequest) -> HttpResponse:
    """List the rulebooks and the options."""
    facts = {
        "customs": [page.custom_row(row) for row in owners.usable(request).prefetch_related("keeper")],
        "families": page.families(),
        "groups": OPTION_GROUPS,
        "option_count": len(NAMES),
    }
    return render(request, "games/rulebooks/rules.html", facts)


@require_GET
def rulebook(request: HttpRequest, key: str) -> HttpResponse:
    """Show a rulebook: what is special about it, its cards, and every option with its value."""
    found = _found(request, key)
    may_change = found.custom is not None and owners.may_change(request, found.custom)
    return rulebook_shown(request, found, may_change=may_change)


@require_GET
def table_rules(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what is played at a table, as it was when the table was opened."""
    table = get_object_or_404(Table, pk=pk)
    return rulebook_shown(request, catalogue.of_table(table), place=table)


@require_GET
def option(request: HttpRequest, name: str) -> HttpResponse:
    """Explain one option: its values, examples, who plays it how, and what it does not go with."""
    try:
        about = explain(name)
    except Refusal as unknown:
        raise Http404(unknown.sentence) from None
    return render(request, "games/rulebooks/option.html", {"page": page.option_page(about)})


@require_GET
def compare(request: HttpRequest) -> HttpResponse:
    """Put two rulebooks side by side: what differs, with `all` everything."""
    one = _found(request, request.GET.get("a", "classic"))
    two = _found(request, request.GET.get("b", "elimination-500"))
    everything = "all" in request.GET
    facts = {
        "one": one,
        "two": two,
        "names": _choices(request, one, two),
        "everything": everything,
        "groups": page.settings(one.options, two.options, only_changed=not everything),
    }
    return render(request, "games/rulebooks/rules_compare.html", facts)


def rulebook_shown(
    request: HttpRequest, found: catalogue.Rulebook, *, place: object = None, may_change: bool = False
) -> HttpResponse:
    """Render the page of a rulebook; `place` is the table or competition that plays it."""
    facts = {
        "page": page.RulebookPage(found),
        "place": place,
        "may_change": may_change,
        "others": [(key, title) for key, title in _choices(request) if key != found.key],
    }
    return render(request, "games/rulebooks/rulebook.html", facts)


def _choices(request: HttpRequest, *shown: catalogue.Rulebook) -> list[tuple[str, str]]:
    """Return the rulebooks to compare with, as (key, title): the visitor's, those shown, the presets."""
    customs = {row.key: row.name for row in owners.usable(request)}
    customs |= {one.key: one.title for one in shown if one.custom}
    return [*customs.items(), *((name, rulebooks.title(name)) for name in rulebooks.names())]


def _found(request: HttpRequest, key: str) -> catalogue.Rulebook:
    found = owners.find(request, key)
    if found is None:
        raise Http404(_("There is no such rulebook."))
    return found
