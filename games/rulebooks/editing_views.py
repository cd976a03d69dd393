"""Views to create, change and delete custom rulebooks."""

from collections.abc import Callable
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render, resolve_url
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.access.players import viewer
from games.idempotency import request_keys
from games.models import CustomRulebook
from games.rulebooks import catalogue, commands, owners
from games.rulebooks.forms import RulebookForm
from games.rules.base.refusal import Refusal
from games.rules.options import rulebooks


@require_http_methods(["GET", "POST"])
def rulebook_new(request: HttpRequest) -> HttpResponse:
    """Create a rulebook from the one in `?from=`; a visitor who is not logged in logs in first."""
    base = owners.find(request, request.GET.get("from", "classic"))
    if base is None:
        raise Http404(_("There is no such rulebook."))
    if viewer(request) is None:
        return redirect(f"{resolve_url(settings.LOGIN_URL)}?{urlencode({'next': request.get_full_path()})}")
    keepers = [keeper for keeper in owners.keepers(request) if keeper.may_change]
    form = RulebookForm(catalogue.preset(base.preset).options, base, keepers, request.POST or None)

    def keep() -> CustomRulebook:
        return commands.keep(
            keeper=form.chosen_keeper.row,
            name=form.cleaned_data["name"],
            preset=base.preset,
            options=form.changes(),
            at=timezone.now(),
        )

    return _answer(request, form, base, keep)


@require_http_methods(["GET", "POST"])
def rulebook_edit(request: HttpRequest, pk: int) -> HttpResponse:
    """Change a custom rulebook; tables opened with it keep their rules."""
    row = get_object_or_404(CustomRulebook, pk=pk)
    owners.require_change(request, row)
    base = catalogue.custom_rulebook(row)
    form = RulebookForm(catalogue.preset(row.preset).options, base, [], request.POST or None)

    def change() -> CustomRulebook:
        return commands.change(row, name=form.cleaned_data["name"], options=form.changes(), at=timezone.now())

    return _answer(request, form, base, change)


@require_POST
def rulebook_delete(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete a custom rulebook; `sure` confirms it."""
    try:
        name = request_keys.once(request, lambda: _delete(request, pk))
    except CustomRulebook.DoesNotExist:
        raise Http404(_("There is no such rulebook.")) from None
    messages.info(
        request, _("“{name}” has been deleted. Matches played with it continue as before.").format(name=name)
    )
    return redirect("rules")


def _delete(request: HttpRequest, pk: int) -> str:
    """Delete a rulebook and return its name."""
    row = CustomRulebook.objects.get(pk=pk)
    owners.require_change(request, row)
    if "sure" not in request.POST:
        raise Refusal(
            "not_sure", _("Confirm that you want to delete it: a deleted rulebook cannot be restored.")
        )
    commands.discard(row)
    return row.name


def _answer(
    request: HttpRequest, form: RulebookForm, start: catalogue.Rulebook, write: Callable[[], CustomRulebook]
) -> HttpResponse:
    """Save a valid form and redirect to the rulebook; show an invalid form again."""
    if request.method == "POST" and form.is_valid():
        try:
            return redirect("rulebook", request_keys.once(request, lambda: write().key))
        except Refusal as refusal:
            form.refuse(refusal)
    facts = {
        "form": form,
        "start": start,
        "preset_title": rulebooks.title(start.preset),
        "is_new": "keeper" in form.fields,
        "names": [(name, rulebooks.title(name)) for name in rulebooks.names()],
    }
    return render(request, "games/rulebooks/rulebook_form.html", facts, status=422 if form.errors else 200)
