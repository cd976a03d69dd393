"""Verification of the log of a roster and of the merged players."""

from collections.abc import Mapping

from games.integrity import verification
from games.integrity.verification import Fault
from games.models import Player
from league.models import Roster, RosterEvent
from league.roster import merging
from league.rules.roster import Roster as Rules


def check_roster(pk: int, published: Mapping[int, bytes]) -> Fault | None:
    """Return the first fault of a roster, None if there is none; `published` are hashes by version.

    Roster.DoesNotExist.
    """
    roster = Roster.objects.get(pk=pk)
    stream = RosterEvent.stream_name(pk)
    rows = verification.rows_of(RosterEvent, pk)
    if isinstance(rows, Fault):
        return rows
    if fault := verification.chain_fault(stream, rows, roster.version, roster.head, published):
        return fault
    events = verification.decoded(stream, rows)
    if isinstance(events, Fault):
        return events
    rules = Rules()
    for event in events:
        try:
            event.event.change(rules)
        except Exception as error:  # noqa: BLE001 - whatever a made-up event breaks, it is that event
            return verification.impossible(stream, event.version, error)
    shown = dict(Player.objects.filter(merged_into__isnull=False).values_list("pk", "merged_into"))
    if shown != merging.current_merges():
        return Fault(stream, roster.version, "the players are not merged as follows from the log.")
    return None
