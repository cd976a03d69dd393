"""Situation: programs were written against the OpenAPI document of version 1. It is kept, and stays."""

import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.league.api.openapi.document import document

KEPT = Path(__file__).with_name("version_1.json.gz")
DIFFERENCES: dict[str, str] = {
    r".*/(description|summary): ['\"]": "the descriptions were rewritten in plain English",
    "/components/schemas/Example/properties/after/description": "it called a position a version",
    "/components/schemas/.*/properties/(format|what|note|joining)/description": "pages say it so",
    "/paths/.*/examples": "recorded calls no longer ship: a body has one example",
    ".*/tables/.*/replay/analysis/: is new": "finished matches are analysed",
    "/components/schemas/(Analysis|AnalysedDeal|Alternative|Curve|JudgedChoice|Parts|Told): is new": (
        "what the analysis of a match has found"
    ),
    "/components/schemas/(Doubt|Exposure): is new": "challenges and missed calls as their seat saw them",
    "/components/schemas/NewTable/properties/bot_strength: is new": "the bots of a table have a strength",
    "/components/schemas/Announcement/properties/bot_strength: is new": "the bots of a competition, too",
    "/components/schemas/PartyOf/properties/party/maxLength": "an entrant can have several parties",
    "/components/schemas/(Ruling|PenaltySent)/properties/reason: is new": "penalties bear their reason",
    "/components/schemas/Announcement/properties/points/.*max": "the schema tells how many may be sent",
    ".*(/status|query status/schema|schema)/enum": "organizers decide matches: status `decided`",
    "/components/schemas/(Result|Correction)/properties/is_sure": "odd results are asked about",
    "/components/schemas/.*/properties/lots_by_hand/default": "no lot is drawn unasked",
    "/components/schemas/Kinds?(Chosen|Seen)/properties/kinds?/(enum|maxItems)": "notices call referees",
    "/components/schemas/Kind(Chosen|Seen)/.*push": "notices are sent to devices",
    "/components/schemas/Announcement/properties/(bots|entry): is new": "bots are asked for; who may enter",
    "/components/schemas/Announcement/properties/format/enum": "knock-outs at tables and arenas are formats",
    "/paths/.*/competitions/.*query fields/schema/items/enum": "arenas: `seating_ends_at`, `is_away`",
    "/components/schemas/DeskSeen/properties/step/enum": "arenas",
    "/components/schemas/(SeatingEnd|Break|BreakOf): is new": "arenas",
    "/paths/.*/(seating|seating/close|break|breaks)/: is new": "arenas",
    "/components/schemas/.*/properties/(seating_ends_at|is_away|evening_minutes|streak): is new": "arenas",
    r"/components/schemas/(Competition|Entrant)\w*/required": "arenas: `seating_ends_at`, `is_away`",
    "/components/schemas/Decision/properties/reason: is new": "a decision has its reason in the log",
    "/components/schemas/Club(Row|Change)/(properties/colour: is new|required)": "a club has a colour",
    "/paths/.*/clubs//get/.*query fields/schema/items/enum": "a club has a colour",
    "/components/schemas/(AnnouncementChange|AnnouncementCopy|Changed): is new": "announcements change",
    "/components/schemas/(Figure|Insight|Losses|Luck|Stretch)Seen: is new": "insight over many matches",
    "/components/schemas/(LossesOfKind|ShowingInsight): is new": "insight over many matches",
    "/components/schemas/Me/properties/shows_insight: is new": "insight over many matches",
    "/components/schemas/Me/required": "insight over many matches",
    ".*/(players/{id}|me)/insight/: is new": "insight over many matches",
    "/components/schemas/AuditSeen/properties/what/enum": "messages are reported and reports are decided",
    "/components/schemas/.*/properties/analyses_matches: is new": "a club may have its matches not analysed",
    "/paths/.*/clubs/.*query fields/schema/items/enum": "a club may have its matches not analysed",
    "/components/schemas/(Changed|New)Hook/properties/kinds/maxItems": "as many as there are events",
    "/components/schemas/.*/maxItems: is new": "the schema tells how long a list may be",
    "/paths/.*query .*/schema/(maxItems|maxLength): is new": "the schema tells how long a query may be",
    "/paths/.*/competitions/{id}//post: is new": "an announcement is changed",
    "/components/schemas/(SeatAndKey|SeatToKeep|SeatToFree): is new": "seats are kept for people",
    "/paths/.*/tables/{id}/(keep|free)/: is new": "seats are kept for people",
    "/components/schemas/\\w+/properties/(kept_for|kept_until|seat_keys|key): is new": "seats are kept",
    "/components/schemas/CandidatesSeen/(properties/pages?: is new|required)": "candidates have pages",
    "/paths/.*/substitutes/{number}//get/.*query (page|name): is new": "candidates have pages",
    "/components/schemas/(SeatRow|Table\\w+)/required": "seats are kept; private tables have a key",
    "/paths/.*/tables/{id}/sit//post/requestBody": "private tables have a key",
    "/paths/.*/tables/{id}//get/.*query key": "private tables have a key",
    "/paths/.*/tables/{id}/events//get/.*query key": "private tables have a key",
    "/components/schemas/Deal(Corrected|Undone|Sent|Number): is": "a final result is undone with a reason",
    r"/paths/.*/sheet/(undo|deals/{deal})//post/requestBody/.*ref": "a final result is undone with a reason",
    "/paths/.*/matches/{stage}/{key}/undo/: is new": "a result is undone, as on pages",
    "/paths/.*/competitions/{id}/codes/void/: is new": "printed codes are made void, as on pages",
    "/paths/.*/matches/{stage}/{key}/lot/take-back/: is new": "a lot is taken back, as on pages",
    "/components/schemas/StandingsLine/properties/values/.*/type": "a tie-break may be unknown",
    "/components/schemas/Entries/properties/division: is new": "late entrants join a division, as on pages",
    "/paths/.*/competitions/{id}/(copy|delete|unpublish)/: is new": "what pages do with an announcement",
}
"""What may differ from the kept document, as a pattern of its path there, and why."""
_UNORDERED = {"required", "enum", "security", "type", "tags"}


def test_it_is_the_kept_document_but_for_what_is_listed() -> None:
    kept = json.loads(gzip.decompress(KEPT.read_bytes()))
    differing = list(differences(kept, document(), ""))
    patterns = {re.compile(pattern) for pattern in DIFFERENCES}
    unlisted = [line for line in differing if not any(pattern.match(line) for pattern in patterns)]
    assert unlisted == []
    outdated = [pattern.pattern for pattern in patterns if not any(map(pattern.match, differing))]
    assert outdated == []


def differences(kept: Any, now: Any, path: str) -> Iterator[str]:
    """Yield where two documents differ, with both values. The order of parameters means nothing."""
    if isinstance(kept, dict) and isinstance(now, dict):
        for name in sorted(kept.keys() | now.keys()):
            below = f"{path}/{name}"
            if name not in now or name not in kept:
                yield f"{below}: {'is gone' if name in kept else 'is new'}"
            else:
                yield from differences(_comparable(name, kept[name]), _comparable(name, now[name]), below)
    elif isinstance(kept, list) and isinstance(now, list) and len(kept) == len(now):
        for number, (before, after) in enumerate(zip(kept, now, strict=True)):
            yield from differences(before, after, f"{path}/{number}")
    elif kept != now:
        yield f"{path}: {kept!r} -> {now!r}"


def _comparable(name: str, value: Any) -> Any:
    if name == "parameters" and isinstance(value, list):
        return {f"{each['in']} {each['name']}": each for each in value}
    if name in _UNORDERED and isinstance(value, list):
        return sorted(value, key=json.dumps)
    return value
