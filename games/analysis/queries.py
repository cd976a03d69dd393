"""Read the analysis of a match."""

import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import msgspec

from games.access import analyses
from games.analysis.findings import VERSION, DealFindings, MatchFindings
from games.models import DealAnalysis, MatchAnalysis, Table


@dataclass(frozen=True)
class Analysis:
    """The analysis of a match as far as it is ready; `row` is None if nobody has asked for it."""

    row: MatchAnalysis | None
    deals: Sequence[DealFindings] = ()
    match: MatchFindings | None = field(default=None)

    @property
    def is_running(self) -> bool:
        """Whether it was asked for and is not finished."""
        return self.row is not None and self.row.finished_at is None

    @property
    def is_ready(self) -> bool:
        """Whether it is finished."""
        return self.row is not None and self.row.finished_at is not None

    def deal(self, number: int) -> DealFindings | None:
        """Return the findings about a deal, None if they are not ready."""
        return next((deal for deal in self.deals if deal.number == number), None)


def of(table: Table) -> Analysis:
    """Return the analysis of a table; one of an older log or version does not count. At most three queries.

    Nothing is returned where it is switched off.
    """
    if table.status != Table.Status.FINISHED:
        return Analysis(None)
    row = MatchAnalysis.objects.filter(table=table).first()
    if row is None or not is_current(row, table) or analyses.is_switched_off(table.pk):
        return Analysis(None)
    return findings_of(row)


def findings_of(row: MatchAnalysis) -> Analysis:
    """Return what an analysis has found so far. One query."""
    deals = [_DEAL.decode(zlib.decompress(deal)) for deal in row.deals.values_list("findings", flat=True)]
    match = _MATCH.decode(zlib.decompress(row.findings)) if row.findings else None
    return Analysis(row, deals, match)


def deal_alone(table: Table, number: int) -> Analysis:
    """Return only what was found about a deal. At most two queries."""
    if table.status != Table.Status.FINISHED:
        return Analysis(None)
    rows = DealAnalysis.objects.filter(analysis=table.pk, number=number, analysis__version=VERSION)
    rows = rows.filter(analysis__head=bytes(table.head))
    deals = [_DEAL.decode(zlib.decompress(deal)) for deal in rows.values_list("findings", flat=True)]
    return Analysis(None, deals if deals and not analyses.is_switched_off(table.pk) else ())


def is_current(row: MatchAnalysis, table: Table) -> bool:
    """Whether an analysis is of this log, and of this version of the analysis."""
    return row.version == VERSION and bytes(row.head) == bytes(table.head)


def packed(findings: DealFindings | MatchFindings) -> bytes:
    """Return findings as they are stored."""
    return zlib.compress(msgspec.json.encode(findings))


_DEAL: Final = msgspec.json.Decoder(DealFindings)
_MATCH: Final = msgspec.json.Decoder(MatchFindings)
