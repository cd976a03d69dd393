"""The models, by topic; other packages import them from here."""

from league.models.archives import Archive, ArchivePiece
from league.models.audit import AuditChain, AuditEntry
from league.models.calendar import (
    REMIND_HOURS,
    Availability,
    ClubCalendar,
    FeedAddress,
    Matchday,
    MatchdayChange,
    SubstituteRequest,
)
from league.models.checkpoints import PublishedCheckpoint
from league.models.closing import Closing, Prize
from league.models.clubs import ROLE_FIELDS, Club, Grant, Membership, Role, RoleFlags, Team, role_words
from league.models.competitions import (
    CachedStandings,
    Competition,
    CompetitionEvent,
    DrawRequest,
    Entrant,
    Match,
    Placement,
)
from league.models.event_night import RefereeCall, TableScorekeeper
from league.models.feats import Feat, ReadTable
from league.models.joining import Invitation, JoinRequest, Logo
from league.models.moderation import Report, ReportStep
from league.models.notices import (
    Muted,
    Notice,
    PushMessage,
    PushSubscription,
    QuietHours,
    Told,
    WaitingLetter,
)
from league.models.people import CacheEntry, Claim, Roster, RosterEvent
from league.models.ratings import Ladder, Rating
from league.models.tokens import ApiToken, AskedCount
from league.models.webhooks import Webhook, WebhookBookmark, WebhookDelivery

__all__ = [
    "REMIND_HOURS",
    "ROLE_FIELDS",
    "ApiToken",
    "Archive",
    "ArchivePiece",
    "AskedCount",
    "AuditChain",
    "AuditEntry",
    "Availability",
    "CacheEntry",
    "CachedStandings",
    "Claim",
    "Closing",
    "Club",
    "ClubCalendar",
    "Competition",
    "CompetitionEvent",
    "DrawRequest",
    "Entrant",
    "Feat",
    "FeedAddress",
    "Grant",
    "Invitation",
    "JoinRequest",
    "Ladder",
    "Logo",
    "Match",
    "Matchday",
    "MatchdayChange",
    "Membership",
    "Muted",
    "Notice",
    "Placement",
    "Prize",
    "PublishedCheckpoint",
    "PushMessage",
    "PushSubscription",
    "QuietHours",
    "Rating",
    "ReadTable",
    "RefereeCall",
    "Report",
    "ReportStep",
    "Role",
    "RoleFlags",
    "Roster",
    "RosterEvent",
    "SubstituteRequest",
    "TableScorekeeper",
    "Team",
    "Told",
    "WaitingLetter",
    "Webhook",
    "WebhookBookmark",
    "WebhookDelivery",
    "role_words",
]
