"""The admin site: clubs and roles may be edited; competitions follow from the log and are only shown."""

import allauth.account.admin
import allauth.mfa.admin
import allauth.usersessions.admin  # noqa: F401 - these three register what is taken away again below
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy

from games.admin import ReadOnly, Searched, SpelledName
from games.models import Player
from league.accounts import deletion
from league.audit import log
from league.models import (
    AuditEntry,
    Club,
    Competition,
    CompetitionEvent,
    Entrant,
    Match,
    Membership,
    Placement,
    Rating,
    WebhookDelivery,
)


class MembershipInline(admin.TabularInline):
    model = Membership
    raw_id_fields = ["player"]
    extra = 0


@admin.register(Club)
class ClubAdmin(admin.ModelAdmin):
    form = SpelledName
    list_display = ["name", "slug"]
    prepopulated_fields = {"slug": ["name"]}
    inlines = [MembershipInline]


class EntrantInline(ReadOnly, admin.TabularInline):
    model = Entrant
    extra = 0


class PlacementInline(ReadOnly, admin.TabularInline):
    model = Placement
    extra = 0


@admin.register(Competition)
class CompetitionAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["name", "club", "format", "status", "round_number", "created_at", "finished_at"]
    list_filter = ["format", "status"]
    search_fields = ["name"]
    inlines = [EntrantInline]


@admin.register(Match)
class MatchAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["competition", "stage", "key", "name", "table", "kind", "decided_by", "finished_at"]
    list_select_related = ["competition", "table"]
    inlines = [PlacementInline]


@admin.register(Rating)
class RatingAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["player", "ladder", "pool", "mu", "sigma", "games", "played_on"]
    list_filter = ["pool"]
    list_select_related = ["player", "ladder"]


@admin.register(CompetitionEvent)
class CompetitionEventAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["stream", "version", "step", "name", "by", "at"]
    list_filter = ["name"]
    raw_id_fields = ["stream"]


@admin.register(WebhookDelivery)
class WebhookDeliveryAdmin(Searched, admin.ModelAdmin):
    """The outcome of deliveries, without their content and secret."""

    list_display = ["event", "kind", "hook", "status", "attempts", "made_at", "due_at"]
    list_filter = ["status", "kind"]
    list_select_related = ["hook"]
    fields = ["event", "kind", "hook", "status", "attempts", "tries", "made_at", "due_at"]


@admin.register(AuditEntry)
class AuditEntryAdmin(Searched, admin.ModelAdmin):
    """Also what concerns no club: hidden names, rights of accounts, deletions by staff."""

    list_display = ["at", "by", "what", "deed", "subject", "club"]
    list_filter = ["what", "deed"]
    list_select_related = ["club"]


# Addresses, second factors and sessions are their owner's: no page shows them to anybody else.
for _personal in (EmailAddress, Authenticator, UserSession, User):
    admin.site.unregister(_personal)


@admin.register(User)
class AccountAdmin(UserAdmin):
    """Deleting a user deletes the account: everything personal, and no event."""

    actions = ["without_second_factor"]

    @admin.action(description=gettext_lazy("Switch the second factor off"), permissions=["change"])
    def without_second_factor(self, request: HttpRequest, queryset: "QuerySet[User]") -> None:
        """Let people in again who have lost phone and recovery codes."""
        for user in queryset:
            gone, _of_each = Authenticator.objects.filter(user=user).delete()
            if gone:
                before, after = {"second_factor": True}, {"second_factor": False}
                log.note(
                    *(AuditEntry.What.ACCOUNT, user.pk, AuditEntry.Deed.CHANGED), before=before, after=after
                )
            self.log_change(request, user, "The second factor was switched off.")

    def delete_model(self, _request: HttpRequest, obj: User) -> None:
        player = Player.objects.filter(user=obj).first()
        if player is None:
            obj.delete()
        else:
            deletion.delete(player, at=timezone.now())

    def delete_queryset(self, request: HttpRequest, queryset: "QuerySet[User]") -> None:
        for user in queryset:
            self.delete_model(request, user)
