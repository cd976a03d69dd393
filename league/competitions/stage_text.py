"""The description of a stage, in words: “Swiss, 7 rounds, tables of 4”."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from games.localization.durations import duration
from league.competitions import promotion_text
from league.rules.brackets.series import FROM_FINAL, FROM_SEMI_FINALS
from league.rules.settings.points import points
from league.rules.settings.stages import (
    ARENA,
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
    ELIMINATION_500: gettext_lazy("knock-out at tables"),
    SINGLE_ELIMINATION: gettext_lazy("knock-out"),
    DOUBLE_ELIMINATION: gettext_lazy("double elimination: out after two losses"),
    ARENA: gettext_lazy("arena"),
}


def described(settings: StageSettings) -> str:
    """Return the description of a stage: “Swiss, 7 rounds at tables of 4”."""
    parts = [_FORMATS[settings.format], *_details(settings)]
    if settings.groups > 1:
        between = promotion_text.in_short(settings.borders)
        parts.append(_groups(settings) + (f" ({between})" if between else ""))
    if settings.minutes:
        parts.append(_("{time} per match").format(time=duration(60 * settings.minutes)))
    return ", ".join(map(str, parts))


def _details(settings: StageSettings) -> list[str]:
    if settings.format == DOUBLE_ELIMINATION:
        return _series(settings)
    if settings.format == SINGLE_ELIMINATION and settings.seats == 2:
        consolation = [_("with a consolation")] if settings.consolation else []
        return [*_reseeding(settings), *_series(settings), *consolation]
    if settings.format == ROUND_ROBIN:
        return [_("everyone meets everyone twice") if settings.legs == 2 else _("everyone meets everyone")]
    tables = _("two at a table")
    if settings.seats != 2:
        tables = _("tables of {n}").format(n=settings.table_size)
    if settings.format == ARENA:
        return [duration(60 * settings.evening_minutes), tables, *_streaks(settings), *_worths(settings)]
    if settings.format in (SEASON, SWISS):
        return [ngettext("{n} round", "{n} rounds", settings.rounds).format(n=settings.rounds), tables]
    on = ngettext("{n} of each table advances", "{n} of each table advance", settings.advance).format(
        n=settings.advance
    )
    if settings.advance == 1:
        on = _("the best of each table advances")
    return [tables, on, *(_reseeding(settings) if settings.format == SINGLE_ELIMINATION else [])]


def _streaks(settings: StageSettings) -> list[str]:
    if not settings.streak:
        return []
    sentence = ngettext(
        "each win after {n} win in a row counts double",
        "each win after {n} wins in a row counts double",
        settings.streak,
    )
    return [sentence.format(n=settings.streak)]


def _worths(settings: StageSettings) -> list[str]:
    """Return what a win is worth at tables of two sizes, where they are mixed and the usual points count."""
    size = settings.table_size
    if size < 4 or size in settings.points.by_size:
        return []
    sentence = _("a win is worth {most} points at a table of {size}, {fewer} at a table of {smaller}")
    most, fewer = points(1, size), points(1, size - 1)
    return [sentence.format(most=most, size=size, fewer=fewer, smaller=size - 1)]


def _reseeding(settings: StageSettings) -> list[str]:
    """Return the reseeding of a single elimination whose rounds are drawn one by one."""
    parts = {BY_SEED: _("each round reseeded"), BY_TOTAL: _("each round reseeded by points")}
    return [parts[settings.reseed]] if settings.reseed else []


def _series(settings: StageSettings) -> list[str]:
    if settings.best_of_matches == 1:
        return []
    parts = {
        "": _("best of {n}"),
        FROM_SEMI_FINALS: _("best of {n} from the semi-finals"),
        FROM_FINAL: _("best of {n} in the final"),
    }
    return [parts[settings.best_of_from].format(n=settings.best_of_matches)]


def _groups(settings: StageSettings) -> str:
    if settings.format == SEASON:
        return ngettext("{n} division", "{n} divisions", settings.groups).format(n=settings.groups)
    return ngettext("{n} group", "{n} groups", settings.groups).format(n=settings.groups)
