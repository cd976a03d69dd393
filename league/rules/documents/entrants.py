"""The entrants of a draw: a number of seeds, a list of entrants, or those of the results by seed."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.rules.base.language import _, ngettext
from games.rules.base.refusal import Refusal, quoted
from league.rules.brackets.seeding import by_rating
from league.rules.documents.draw_request import DrawRequest
from league.rules.documents.entry_list import Entry
from league.rules.documents.results import by_seed
from league.rules.played_rounds import Entrant, History


def draw_request(
    entries: Sequence[Entry] | None, results: History | None, options: Mapping[str, Any]
) -> DrawRequest:
    """Return the request for a draw, with all entrants by seed.

    `options` hold `entrants` (a number, or None) and `by`, and the fields of `DrawRequest` by name. With a
    list the results name its entrants; with a number, or neither, the results list them in seed order, unless
    they are the numbers of the seeds themselves. Entrants without a result yet are new (late entries).

    Raises Refusal: `no_entrants`, `no_ratings`, `unknown_entrant`, `too_few_entrants`.
    """
    fields = {name: options[name] for name in DrawRequest.__struct_fields__ if name in options}
    if entries is None:
        if options["by"]:
            raise Refusal("no_ratings", _("Seeding by rating needs a list of entrants."))
        count = options["entrants"]
        if count is None:
            if results is None:
                raise Refusal("no_entrants", _("Entrants are missing: give their number or a list."))
            count = len(results.entrants)
        return DrawRequest(
            **fields, count=count, results=results and by_seed(results, _numbered(results, count), count)
        )
    seeded = _seeded(entries, options["by"])
    seeds: dict[Entrant, int] = {entry.name: seed for seed, entry in enumerate(seeded, start=1)}
    for name in results.entrants if results else ():
        if name not in seeds:
            raise Refusal(
                "unknown_entrant",
                _("The results name {name}, who is not in the file.").format(name=quoted(str(name))),
            )
    return DrawRequest(
        **fields,
        count=len(seeded),
        names=[entry.name for entry in seeded],
        clubs={seed: entry.club for seed, entry in enumerate(seeded, start=1) if entry.club},
        parties={seed: entry.party for seed, entry in enumerate(seeded, start=1) if entry.party},
        results=results and by_seed(results, seeds, len(seeded)),
    )


def _seeded(entries: Sequence[Entry], by: str | None) -> list[Entry]:
    if by is None:
        return list(entries)
    if all(entry.rating is None for entry in entries):
        raise Refusal("no_ratings", _("Seeding by rating needs entrants with ratings."))
    return [entries[number] for number in by_rating({n: entry.rating for n, entry in enumerate(entries)})]


def _numbered(results: History, count: int) -> dict[Entrant, int]:
    """Return the seeds of the entrants in the results."""
    if len(results.entrants) > count:
        raise Refusal(
            "too_few_entrants",
            ngettext(
                "The results name {named} entrant; the number given is {count}.",
                "The results name {named} entrants; the number given is {count}.",
                len(results.entrants),
            ).format(named=len(results.entrants), count=count),
        )
    if set(results.entrants) <= set(range(1, count + 1)):
        return {seed: seed for seed in range(1, count + 1)}
    return {name: seed for seed, name in enumerate(results.entrants, start=1)}
