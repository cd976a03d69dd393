"""The admin site: clubs and roles may be edited; competitions follow from the log and are only shown."""

from django.contrib import admin

from games.admin import ReadOnly
from league.models import Club, Competition, CompetitionEvent, Entrant, Match, Membership, Placement


class MembershipInline(admin.TabularInline):  # type: ignore[type-arg]  # Django does not take any
    model = Membership
    raw_id_fields = ["player"]
    extra = 0


@admin.register(Club)
class ClubAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # Django does not take any
    list_display = ["name", "slug"]
    prepopulated_fields = {"slug": ["name"]}
    inlines = [MembershipInline]


class EntrantInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]  # Django does not take any
    model = Entrant
    extra = 0


class PlacementInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]  # Django does not take any
    model = Placement
    extra = 0


@admin.register(Competition)
class CompetitionAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]  # Django does not take any
    list_display = ["name", "club", "format", "status", "round_number", "created_at", "finished_at"]
    list_filter = ["format", "status"]
    search_fields = ["name"]
    inlines = [EntrantInline]


@admin.register(Match)
class MatchAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]  # Django does not take any
    list_display = ["competition", "round_number", "number", "name", "table", "decided_by", "finished_at"]
    list_select_related = ["competition", "table"]
    inlines = [PlacementInline]


@admin.register(CompetitionEvent)
class CompetitionEventAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]  # Django does not take any
    list_display = ["stream", "version", "step", "name", "by", "at"]
    list_filter = ["name"]
    raw_id_fields = ["stream"]
