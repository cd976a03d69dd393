"""Something that is done at one address: to what, by whom, with what, and how that is answered."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.contract import answers
from league.api.base.endpoint import Endpoint
from league.api.base.serializers import Done, Nothing
from league.api.base.versions import require_seen
from league.api.base.views import found_or_404
from league.models import Club, Competition
from league.permissions.rules import require

__all__ = ["Deed", "Done", "Nothing", "OfClub", "OfCompetition"]


class Deed(Endpoint):
    """A deed. What is missing is 404, who may not is refused, and only then what was sent is read."""

    form: type[serializers.Serializer] = Nothing
    shape: Any = Done
    status = 200

    def __init_subclass__(cls, **more: Any) -> None:
        """Say of each deed what it answers."""
        super().__init_subclass__(**more)

        def post(self: "Deed", _request: Request, **where: Any) -> Response:
            return self.act(**where)

        post.__doc__ = cls.do.__doc__
        cls.post = answers(cls.shape, cls.status)(post)

    def act(self, **where: Any) -> Response:
        """Do it, once, and answer."""
        found = self.find(**where)
        by = self.permit(found)
        given = self.sent(self.form)
        done = self.once(lambda: self._do(found, given, by))
        return Response(self.tell(found, done), status=self.status)

    def find(self, *_where: Any, **_named: Any) -> Any:
        """Return what it is done to, by what the address names."""
        raise NotImplementedError

    def permit(self, found: Any) -> str:
        """Return as whom the visitor acts, as the write side knows it; Refusal for who may not."""
        return f"player:{self.player.pk}"

    def version_now(self, found: Any) -> int | None:
        """Return the version of what it is done to, held until it is done; None where others judge."""
        return None

    def do(self, found: Any, given: dict[str, Any], by: str) -> Any:
        """Carry it out; return something that JSON can say, such as the id of what was made."""
        raise NotImplementedError

    def tell(self, found: Any, done: Any) -> Any:
        """Return the answer."""
        return {"ok": True}

    def _do(self, found: Any, given: dict[str, Any], by: str) -> Any:
        now = self.version_now(found)
        if now is not None:
            require_seen(given.pop("after"), now)
        return self.do(found, given, by)


class OfClub(Deed):
    """Something that is done to a club, by whoever has the permission there."""

    scope = "organize"
    permission = "club.organize"

    def find(self, slug: str, **where: Any) -> Any:
        """Return the club, and in it what else the address names."""
        self.where = where
        return found_or_404(Club.objects, slug=slug)

    def permit(self, found: Any) -> str:
        """Return the organizer."""
        return require(self.asker, self.permission, found)


class OfCompetition(Deed):
    """Something about a competition that has no version of its own, by whoever has the permission there."""

    scope = "organize"
    permission = "competition.organize"

    def find(self, pk: int, **where: Any) -> Any:
        """Return the competition; what else the address names is looked for only by who may."""
        self.where = where
        return found_or_404(Competition.objects.select_related("club"), pk=pk)

    def permit(self, found: Any) -> str:
        """Return who may."""
        return require(self.asker, self.permission, found)
