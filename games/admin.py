"""The admin site: players may be renamed; other rows follow from the log and are only shown."""

from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest

from games.models import ChatMessage, Checkpoint, CustomRulebook, Player, Seat, Table, TableEvent
from games.rules.base.refusal import Refusal
from games.rules.base.spelling import spelled


class ReadOnly:
    """Nothing can be added, changed or deleted."""

    def has_add_permission(self, _request: HttpRequest, _obj: Any = None) -> bool:
        return False

    def has_change_permission(self, _request: HttpRequest, _obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, _request: HttpRequest, _obj: Any = None) -> bool:
        return False


class Searched(ReadOnly):
    """Allow lookups only by shown columns: filtering by a hidden column would reveal its values."""

    list_display: list[Any]

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Refuse every lookup of a column that the list does not show."""
        is_shown = lookup.split("__", maxsplit=1)[0] in self.list_display
        return is_shown and super().lookup_allowed(lookup, value, request)  # type: ignore[misc]  # of ModelAdmin


class SpelledName(forms.ModelForm):
    """Check the name of a player."""

    def clean_name(self) -> str:
        """Return the name in its stored form."""
        try:
            return spelled(self.cleaned_data["name"])
        except Refusal as refusal:
            raise forms.ValidationError(refusal.sentence) from None


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin):
    form = SpelledName
    list_display = ["name", "user"]
    search_fields = ["name"]
    raw_id_fields = ["user"]

    def has_delete_permission(self, _request: HttpRequest, _obj: Any = None) -> bool:
        return False  # the log names players by id


@admin.register(CustomRulebook)
class CustomRulebookAdmin(admin.ModelAdmin):
    """Custom rulebooks can only be deleted here; their own pages create, check and change them."""

    list_display = ["name", "preset", "keeper", "changed_at"]

    def has_add_permission(self, _request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, _request: HttpRequest, _obj: Any = None) -> bool:
        return False


class SeatInline(ReadOnly, admin.TabularInline):
    model = Seat
    extra = 0


@admin.register(Table)
class TableAdmin(Searched, admin.ModelAdmin):
    list_display = ["name", "rulebook", "status", "round_number", "opened_at", "finished_at"]
    list_filter = ["status", "rulebook"]
    search_fields = ["name"]
    inlines = [SeatInline]


@admin.register(TableEvent)
class TableEventAdmin(Searched, admin.ModelAdmin):
    """Events are shown without their payload, which holds the hands of running matches."""

    list_display = ["stream", "version", "step", "name", "by", "at"]
    list_filter = ["name"]
    fields = ["stream", "version", "step", "name", "schema", "by", "at"]
    raw_id_fields = ["stream"]


@admin.register(Checkpoint)
class CheckpointAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["day", "made_at"]
    fields = ["day", "text", "made_at"]


@admin.register(ChatMessage)
class ChatMessageAdmin(admin.ModelAdmin):
    """Messages can be read and deleted, but not changed."""

    list_display = ["table", "player", "text", "said_at", "hidden_by"]
    search_fields = ["text", "player__name"]
    raw_id_fields = ["table", "player"]

    def has_add_permission(self, _request: HttpRequest, _obj: Any = None) -> bool:
        return False

    def has_change_permission(self, _request: HttpRequest, _obj: Any = None) -> bool:
        return False
