"""Pages of the rules: the rulebooks, every option, and two rulebooks side by side."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from games.localization.collation import by_name
from games.models import Table
from games.rulebooks import catalogue, explanations, figures, owners
from games.rules.base.refusal import Refusal
from games.rules.options import rulebooks
from games.rules.options.option_texts import OPTION_GROUPS
from games.rules.options.options import NAMES, explain


@require_GET
def rules(request: HttpRequest) -> HttpResponse:
    """List the rulebooks and the options."""
    customs = owners.usable(request).prefetch_related("keeper")
    facts = {
        "customs": [explanations.custom_row(row) for row in by_name(customs, name=lambda row: row.name)],
        "families": explanations.families(),
        "groups": OPTION_GROUPS,
        "option_count": len(NAMES),
    }
    return render(request, "games/rulebooks/rules.html", facts)


@require_GET
def rulebook(request: HttpRequest, key: str) -> HttpResponse:
    """Show a rulebook: what is special about it, its cards, and every option with its value."""
    chosen = _rulebook(request, key)
    may_change = chosen.custom is not None and owners.may_change(request, chosen.custom)
    return render_rulebook(request, chosen, may_change=may_change)


@require_GET
def table_rules(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the rules of a table, as they were when it was opened."""
    table = get_object_or_404(Table, pk=pk)
    return render_rulebook(request, catalogue.of_table(table), place=table)


@require_GET
def option(request: HttpRequest, name: str) -> HttpResponse:
    """Explain an option: its values, examples, the presets with each value, and impossible combinations."""
    try:
        about = explain(name)
    except Refusal as refusal:
        raise Http404(refusal.sentence) from None
    return render(request, "games/rulebooks/option.html", {"page": explanations.option_page(about)})


@require_GET
def compare(request: HttpRequest) -> HttpResponse:
    """Show two rulebooks side by side: the options that differ, with `all` every option."""
    first = _rulebook(request, request.GET.get("a", "classic"))
    second = _rulebook(request, request.GET.get("b", "elimination-500"))
    everything = "all" in request.GET
    facts = {
        "first": first,
        "second": second,
        "names": _choices(request, first, second),
        "everything": everything,
        "figures": figures.side_by_side(first, second),
        "groups": explanations.compared(first.options, second.options, everything=everything),
    }
    return render(request, "games/rulebooks/rules_compare.html", facts)


def render_rulebook(
    request: HttpRequest, rulebook: catalogue.Rulebook, *, place: object = None, may_change: bool = False
) -> HttpResponse:
    """Render the page of a rulebook; `place` is the table or competition that plays it."""
    facts = {
        "page": explanations.RulebookPage(rulebook),
        "figures": figures.of_rulebook(rulebook),
        "place": place,
        "may_change": may_change,
        "others": [(key, title) for key, title in _choices(request) if key != rulebook.key],
    }
    return render(request, "games/rulebooks/rulebook.html", facts)


def _choices(request: HttpRequest, *shown: catalogue.Rulebook) -> list[tuple[str, str]]:
    """Return the rulebooks to compare with, as (key, title): the visitor's, the shown ones, the presets."""
    customs = {row.key: row.name for row in owners.usable_by_name(request)}
    customs |= {rulebook.key: rulebook.title for rulebook in shown if rulebook.custom}
    return [*customs.items(), *((name, rulebooks.title(name)) for name in rulebooks.names())]


def _rulebook(request: HttpRequest, key: str) -> catalogue.Rulebook:
    rulebook = owners.find(request, key)
    if rulebook is None:
        raise Http404(_("There is no such rulebook."))
    return rulebook
