"""The app of clubs and competitions."""

from importlib import import_module

from django.apps import AppConfig

_EVENTS = ("league.rules.competition.events", "league.rules.roster")
"""The modules that register the event types of competitions and rosters."""

_SLOTS = {
    "table_path": "league/competitions/_table_path.html",
    "rematch_told": "league/notifications/_told.html",
    "table_invite": "league/sharing/_invite.html",
    "table_kept_seat": "league/sharing/_kept_seat.html",
    "table_after": "league/competitions/_table_after.html",
    "table_next": "league/event_night/_next_tables.html",
    "table_share": "league/sharing/_snippet.html",
    "table_notices": "league/devices/_offer.html",
    "chat_line": "league/moderation/_chat_line.html",
    "chat_muted": "league/moderation/_chat_muted.html",
    "comment_line": "league/moderation/_comment_line.html",
    "table_seat": "league/moderation/_seat.html",
    "referee_call": "league/event_night/_call_and_time.html",
    "table_scorekeepers": "league/event_night/_who_enters.html",
    "lesson_end": "league/_play_now.html",
}
"""The slots of the templates of tables, and the templates of the league that fill them."""


class LeagueConfig(AppConfig):
    name = "league"
    verbose_name = "Clubs and competitions"

    def ready(self) -> None:
        """Register what the league adds to tables: quotas, slots, referees, rulebooks, live streams."""
        from games import quotas
        from games.access import analyses, companions, referees, scorekeepers, spectators
        from games.naming import table_titles
        from games.pages import template_slots
        from games.realtime import server_sent_events, watched_versions
        from games.rulebooks import owners
        from games.wording import http_status, script_catalog
        from league import receivers
        from league.accounts import sessions
        from league.audit import log, many_to_many
        from league.awards import closings
        from league.competitions import live_totals, opening
        from league.competitions.event_night import calls, table_codes, who_enters
        from league.configuration import quotas as own_quotas
        from league.devices import push_keys
        from league.http import languages, rate_limit, refusal_status
        from league.monitoring import task_signals, tracing
        from league.notifications import notices
        from league.permissions import policy
        from league.project import club_middleware

        for module in _EVENTS:
            import_module(module)
        quotas.register(own_quotas.QUOTAS, own_quotas.SENTENCES)
        quotas.require_readable()
        quotas.register_counter(rate_limit.count_later)
        push_keys.require_readable()
        http_status.register(refusal_status.CODES)
        script_catalog.register(self.label)
        for slot, template in _SLOTS.items():
            template_slots.register(slot, template)
        receivers.connect()
        log.connect()
        many_to_many.connect()
        task_signals.connect()
        tracing.begin()
        sessions.connect()
        languages.connect()
        spectators.register(club_middleware.is_public)
        analyses.register(club_middleware.is_analysis_off)
        companions.register(policy.people_of_own_clubs)
        referees.register(policy.referee_of_table)
        referees.register_calls(calls.call_at)
        scorekeepers.register(policy.scorekeeper_of_table, table_codes.opens_pad, who_enters.players_keep)
        owners.register(policy.clubs_as_keepers, policy.shows_rulebooks)
        table_titles.register(opening.translated_name)
        competition = self.get_model("Competition")
        watched_versions.register("competition", watched_versions.versions_in(competition))
        watched_versions.register("desk", watched_versions.versions_in(competition, "desk_version"))
        watched_versions.register("closing", closings.versions)
        watched_versions.register("totals", live_totals.versions)
        server_sent_events.register_personal(notices.STREAM, notices.versions)
