"""What is played in a stage, in words: “Swiss, 7 rounds, tables of 4”."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from games.pages.time import lasting
from league.competitions import fate_text
from league.rules.brackets.series import FROM_FINAL, FROM_SEMI_FINALS
from league.rules.settings.stages import (
    BY_SEED,
    BY_TOTAL,
    DOUBLE_ELIMINATION,
    ELIMINATION_500,
    ROUND_ROBIN,
    SEASON,
    SINGLE_ELIMINATION,
    SWISS,
    StageSettings,
)

_FORMATS = {
    SEASON: gettext_lazy("season"),
    SWISS: pgettext_lazy("a format, within a sentence", "Swiss"),
    ROUND_ROBIN: gettext_lazy("round robin"),
    ELIMINATION_500: gettext_lazy("knock-out by tables"),
    SINGLE_ELIMINATION: gettext_lazy("knock-out"),
    DOUBLE_ELIMINATION: gettext_lazy("double elimination: two losses are out"),
}


def described(one: StageSettings) -> str:
    """Return what is played in a stage: “Swiss, 7 rounds at tables of 4”."""
    said = [_FORMATS[one.format], *_details(one)]
    if one.groups > 1:
        between = fate_text.in_short(one.borders)
        said.append(_groups(one) + (f" ({between})" if between else ""))
    if one.minutes:
        said.append(_("{time} a match").format(time=lasting(60 * one.minutes)))
    return ", ".join(map(str, said))


def _details(one: StageSettings) -> list[str]:
    if one.format == DOUBLE_ELIMINATION:
        return _series(one)
    if one.format == SINGLE_ELIMINATION and one.seats == 2:
        consolation = [_("with a consolation")] if one.consolation else []
        return [*_seeded_anew(one), *_series(one), *consolation]
    if one.format == ROUND_ROBIN:
        return [_("everybody meets everybody twice") if one.legs == 2 else _("everybody meets everybody")]
    tables = _("two at a table")
    if one.seats != 2:
        tables = ngettext("tables of {n}", "tables of {n}", one.table_size).format(n=one.table_size)
    if one.format in (SEASON, SWISS):
        return [ngettext("{n} round", "{n} rounds", one.rounds).format(n=one.rounds), tables]
    on = ngettext("{n} of each table goes on", "{n} of each table go on", one.advance).format(n=one.advance)
    if one.advance == 1:
        on = _("the best of each table goes on")
    return [tables, on, *(_seeded_anew(one) if one.format == SINGLE_ELIMINATION else [])]


def _seeded_anew(one: StageSettings) -> list[str]:
    """Return what is said of a single elimination of which each round is drawn by itself."""
    said = {BY_SEED: _("each round seeded anew"), BY_TOTAL: _("each round seeded anew by points")}
    return [said[one.reseed]] if one.reseed else []


def _series(one: StageSettings) -> list[str]:
    if one.best_of_matches == 1:
        return []
    said = {
        "": _("best of {n}"),
        FROM_SEMI_FINALS: _("best of {n} from the semi-finals on"),
        FROM_FINAL: _("best of {n} in the final"),
    }
    return [said[one.best_of_from].format(n=one.best_of_matches)]


def _groups(one: StageSettings) -> str:
    if one.format == SEASON:
        return ngettext("{n} division", "{n} divisions", one.groups).format(n=one.groups)
    return ngettext("{n} group", "{n} groups", one.groups).format(n=one.groups)
