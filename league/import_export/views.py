"""The pages of exports, and of imports with a check of every row."""

from collections.abc import Callable
from typing import Any, Final

from django import forms
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext
from django.views.decorators.http import require_GET, require_http_methods

from games.idempotency import request_keys
from games.rules.base.refusal import Refusal
from games.rules.options import rulebooks
from games.wording.http_status import refusal_status
from league.http import daily_counts
from league.import_export import earlier_results, exports, imports, workbook
from league.import_export.csv_sheet import LARGEST, Sheet, csv_text, decoded, json_text
from league.import_export.headings import meanings
from league.import_export.imports import Preview
from league.models import Club, Competition
from league.permissions.policy import may, require

_XLSX: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_FORMATS: Final = {"csv": "text/csv; charset=utf-8", "json": "application/json"}


class SheetForm(forms.Form):
    """A spreadsheet as text or as a file, and the competition to create where it holds results."""

    rows = forms.CharField(
        required=False, strip=False, widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"})
    )
    file = forms.FileField(required=False, label=gettext_lazy("Or a file (CSV)"))

    def text(self, read: Callable[[bytes], str] = decoded) -> str:
        """Return the uploaded text, as `read` decodes it; Refusal `bad_file` or `too_large`."""
        if not self.is_valid():
            raise Refusal("bad_file", _("This cannot be read: paste the rows, or choose a CSV file."))
        file = self.cleaned_data["file"]
        if file is None:
            return read(self.cleaned_data["rows"].encode("utf-8", "replace"))
        if file.size > LARGEST:
            raise Refusal("too_large", _("The file is too large: at most one megabyte can be read at once."))
        return read(file.read())


@require_GET
def competition_exports(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the exports of a competition."""
    competition = get_object_or_404(Competition.objects.select_related("club"), pk=pk)
    require(request, "competition.see", competition)
    may_organize = may(request, "competition.organize", competition)
    facts = {"competition": competition, "sheets": _competition_sheets(), "may_organize": may_organize}
    return render(request, "league/import_export/exports.html", facts | {"meanings": meanings(competition)})


@require_GET
def competition_export(request: HttpRequest, pk: int, what: str, kind: str) -> HttpResponse:
    """Send an export of a competition as CSV or JSON; to organizers all but the log as one workbook."""
    competition = get_object_or_404(Competition, pk=pk)
    if (what, kind) == ("competition", "xlsx"):
        require(request, "competition.organize", competition)
        return _workbook(competition)
    permission = "competition.organize" if what in exports.FOR_ORGANIZERS else "competition.see"
    require(request, permission, competition)
    if what not in exports.OF_A_COMPETITION:
        raise Http404
    return sent(exports.OF_A_COMPETITION[what](competition), f"{competition.name} {what}", kind)


@require_GET
def club_export(request: HttpRequest, slug: str, what: str, kind: str) -> HttpResponse:
    """Send an export of a club as CSV or JSON, to its organizers."""
    club = get_object_or_404(Club, slug=slug)
    require(request, "club.organize", club)
    if what not in exports.OF_A_CLUB:
        raise Http404
    return sent(exports.OF_A_CLUB[what](club), f"{club.name} {what}", kind)


@require_http_methods(["GET", "POST"])
def players_import(request: HttpRequest, slug: str) -> HttpResponse:
    """Import new members."""
    club = get_object_or_404(Club, slug=slug)
    require(request, "club.organize", club)

    def take(preview: Preview) -> Any:
        imports.take_players(club, preview)
        return club

    return _page(
        request,
        _Kind("players", club, _("New members of {club}").format(club=club.name), imports.players),
        take,
    )


@require_http_methods(["GET", "POST"])
def entrants_import(request: HttpRequest, pk: int) -> HttpResponse:
    """Import entrants of a competition."""
    competition = get_object_or_404(Competition.objects.select_related("club"), pk=pk)
    by = require(request, "competition.organize", competition)

    def take(preview: Preview) -> Any:
        imports.take_entrants(competition, preview, by=by, at=timezone.now())
        return competition

    kind = _Kind(
        "entrants",
        competition,
        _("Entrants of {competition}").format(competition=competition.name),
        imports.entrants,
    )
    return _page(request, kind, take)


@require_http_methods(["GET", "POST"])
def results_import(request: HttpRequest, slug: str) -> HttpResponse:
    """Import the results of an earlier season."""
    club = get_object_or_404(Club, slug=slug)
    by = require(request, "club.organize", club)
    fields = {"name": request.POST.get("name", ""), "rulebook": request.POST.get("rulebook", "classic")}

    def take(preview: Preview) -> Any:
        return earlier_results.take(club, preview, **fields, by=by, at=timezone.now())

    kind = _Kind("results", club, _("Earlier results of {club}").format(club=club.name), earlier_results.read)
    choices = [(name, rulebooks.title(name)) for name in rulebooks.names()]
    return _page(request, kind, take, **fields, rulebooks=choices)


class _Kind:
    """A kind of import: its club or competition, its parser, and an example."""

    def __init__(self, name: str, place: Any, title: str, read: Callable[[Any, str], Preview]) -> None:
        self.name, self.place, self.title, self.read = name, place, title, read

    @property
    def example(self) -> str:
        """An example of the spreadsheet."""
        return _EXAMPLES[self.name]


_EXAMPLES: Final = {
    "players": "name\nAna Ferreira\nBo Lindqvist",
    "entrants": "name,team,seed\nAna Ferreira,Riverside,1\nBo Lindqvist,Hillside,2",
    "results": "round,table,player,place,total,deals_won\n1,1,Ana Ferreira,1,512,3\n1,1,Bo Lindqvist,2,340,2",
}


def _page(request: HttpRequest, kind: _Kind, take: Callable[[Preview], Any], **more: Any) -> HttpResponse:
    """Show the form; the rows with their faults; and with `sure`, import them."""
    facts = {"kind": kind, **more}
    if request.method == "GET":
        return render(request, "league/import_export/import.html", facts)
    if isinstance(request.user, User):
        daily_counts.upload(request.user, at=timezone.now())
    facts["text"] = request.POST.get("rows", "")
    try:
        facts["text"] = text = SheetForm(request.POST, request.FILES).text()
        if "sure" in request.POST:
            # Parsed inside: a repeated request is answered, not compared with what the first imported.
            return redirect(
                request_keys.once(request, lambda: take(kind.read(kind.place, text)).get_absolute_url())
            )
        return _shown(request, facts, kind.read(kind.place, text))
    except Refusal as refusal:
        facts["refusal"] = refusal.sentence
        if refusal.code == "bad_rows":
            return _shown(request, facts, kind.read(kind.place, text))
        return render(request, "league/import_export/import.html", facts, status=refusal_status(refusal))


def _shown(request: HttpRequest, facts: dict[str, Any], preview: Preview) -> HttpResponse:
    status = 200 if preview.is_sound else 422
    return render(request, "league/import_export/import.html", {**facts, "preview": preview}, status=status)


def sent(sheet: Sheet, name: str, kind: str) -> HttpResponse:
    """Return a spreadsheet as a file of this kind. Http404."""
    if kind not in _FORMATS:
        raise Http404
    # Without the byte order mark spreadsheets read the names as if they were in an old encoding.
    body = "\ufeff" + csv_text(sheet) if kind == "csv" else json_text(sheet)
    return _file(body, name, kind, _FORMATS[kind])


def _workbook(competition: Competition) -> HttpResponse:
    titles = {
        what: title for what, title, _words in _competition_sheets() if what not in exports.FOR_ORGANIZERS
    }
    sheets = {title: exports.OF_A_COMPETITION[what](competition) for what, title in titles.items()}
    return _file(workbook.xlsx(sheets), competition.name, "xlsx", _XLSX)


def _file(body: str | bytes, name: str, kind: str, content_type: str) -> HttpResponse:
    response = HttpResponse(body, content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="{slugify(name) or "sheet"}.{kind}"'
    response["Cache-Control"] = "private, no-store"
    return response


def _competition_sheets() -> list[tuple[str, str, str]]:
    return [
        ("entrants", _("Entrants"), _("Entrants, with teams and seeds")),
        ("draw", pgettext("who meets whom", "Pairings"), _("Seats of all matches")),
        ("results", _("Results"), _("Rank, total and points of every player in every match")),
        ("standings", _("Standings"), _("Every stage with its tie-breaks")),
        ("awards", _("Awards"), _("Award winners, once the competition is finished")),
        ("log", _("Log"), _("Every event with its hash, for organizers")),
    ]
