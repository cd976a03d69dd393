"""Analyse the finished match of the demo again, which is needed when the version of the analysis changes.

`python manage.py shell -c "from tests.league.demo.analysed_again import main; main()"`
"""

import datetime as dt
import sys

import msgspec

from games.analysis import calibration, highlights
from games.analysis.deal import COMPILED, first_picture, second_picture
from games.analysis.findings import VERSION
from games.analysis.match import MatchToJudge
from games.bots.playouts import compiling
from games.eventstore import Stored
from games.rules.records.checking import replay
from games.rules.records.record import read
from league.demo.lost_match import FILE, LostMatch

_SENDERS = {"p": "player:1", "b": "bot", "c": "clock"}
_ANA = 0
_NO_TIME = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)


class _Played(msgspec.Struct):
    senders: str
    record: msgspec.Raw


def analysed(senders: str, record: bytes) -> LostMatch:
    """Return a match with its analysis, as a worker with compiled play-outs makes it."""
    steps = replay(read(record)).steps
    rows = [
        Stored(0, number, event, _SENDERS[sender], _NO_TIME, b"")
        for number, (step, sender) in enumerate(zip(steps, senders, strict=True), start=1)
        for event in step.events
    ]
    match = MatchToJudge(rows, COMPILED.equity, {_ANA})
    is_proved = calibration.has_proof(match.rulebook, match.options, match.seats)
    deals = []
    for number in range(1, len(match.deals) + 1):
        deal = match.deal(number)
        deals.append(first_picture(deal, COMPILED))
        second_picture(deal, COMPILED, deals[-1], is_proved=is_proved)
    match_findings = highlights.about(match, deals)
    compact = msgspec.json.encode(msgspec.json.decode(record))
    return LostMatch(senders, VERSION, deals, match_findings, msgspec.Raw(compact))


def main() -> None:
    """Write the file of the match again; an analysis of an older shape is not read."""
    compiling.compile_now()
    lost = msgspec.json.decode(FILE.read_bytes(), type=_Played)
    FILE.write_bytes(msgspec.json.encode(analysed(lost.senders, bytes(lost.record))) + b"\n")
    sys.stdout.write(f"{FILE.name}: version {VERSION}\n")
