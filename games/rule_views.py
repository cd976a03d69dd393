"""Pages about what is played: the presets, every option, and two rulebooks side by side."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from games import rule_page
from games.rules import rulebooks
from games.rules.option_texts import OPTION_GROUPS
from games.rules.options import NAMES, build, explain
from games.rules.refusal import Refusal


@require_GET
def rules(request: HttpRequest) -> HttpResponse:
    """List the rulebooks and the options."""
    facts = {
        "families": rule_page.families(),
        "groups": OPTION_GROUPS,
        "option_count": len(NAMES),
    }
    return render(request, "games/rules.html", facts)


@require_GET
def rulebook(request: HttpRequest, name: str) -> HttpResponse:
    """Show one preset: what is special about it, its cards, and every option with its value."""
    _require_preset(name)
    options = build(name)
    facts = {
        "name": name,
        "title": rulebooks.title(name),
        "summary": rulebooks.summary(name),
        "seats": rule_page.seats_in_words(name),
        "lineage": rule_page.lineage(name),
        "changes": rule_page.settings(options, build("classic"), only_changed=True),
        "cards": rule_page.cards_of(options),
        "groups": rule_page.settings(options),
        "others": [(other, rulebooks.title(other)) for other in rulebooks.names() if other != name],
    }
    return render(request, "games/rulebook.html", facts)


@require_GET
def option(request: HttpRequest, name: str) -> HttpResponse:
    """Explain one option: its values, examples, who plays it how, and what it does not go with."""
    try:
        about = explain(name)
    except Refusal as unknown:
        raise Http404(unknown.sentence) from None
    return render(request, "games/option.html", {"page": rule_page.option_page(about)})


@require_GET
def compare(request: HttpRequest) -> HttpResponse:
    """Put two rulebooks side by side: what differs, with `all` everything."""
    one, two = request.GET.get("a", "classic"), request.GET.get("b", "elimination-500")
    _require_preset(one)
    _require_preset(two)
    everything = "all" in request.GET
    facts = {
        "one": one,
        "two": two,
        "one_title": rulebooks.title(one),
        "two_title": rulebooks.title(two),
        "names": [(name, rulebooks.title(name)) for name in rulebooks.names()],
        "everything": everything,
        "groups": rule_page.settings(build(one), build(two), only_changed=not everything),
    }
    return render(request, "games/rules_compare.html", facts)


def _require_preset(name: str) -> None:
    if name not in rulebooks.names():
        raise Http404("There is no such rulebook.")
