"""Everything that somebody can ask for at a table while it is played."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from games.models import TableEvent
from tests.games.sending import new_id
from tests.leaks.match import SITE, Play
from tests.leaks.organizing import deed
from tests.leaks.streams import Line, Listening

_JSON = "application/json"


class Answer(NamedTuple):
    """What somebody was told."""

    status: int
    text: str


class Look:
    """A match, looked at by one after the other, with streams that are open meanwhile.

    Each time so large a `share` of what there is, by the dice of the match.
    """

    def __init__(self, play: Play, share: float = 1.0) -> None:
        self.play, self._share = play, share
        self._listening = Listening()
        self._deeds = self._heard = 0

    def close(self) -> None:
        """Let go of everything."""
        self._listening.close()

    def answers(self, name: str) -> Iterator[tuple[str, Answer]]:
        """Yield what somebody is told by every address, and by what refuses."""
        client = self.play.clients[name]
        for path in self._some(self._paths(name)):
            headers = {"HX-Request": "true"} if path.endswith("#htmx") else {}
            if path.startswith("/api/") and self.play.dice.random() < 0.5:
                headers |= self.play.tokens[name]
            yield path, _answer(client.get(path.partition("#")[0], headers=headers))
        for method, path, body, facts in self._some(self._refused()):
            headers = {"Idempotency-Key": new_id(), **facts.pop("headers", {})}
            sent = client.generic(method, path, body, **{"content_type": _JSON, **facts}, headers=headers)
            yield f"{method} {path}", _answer(sent)

    def messages(self, name: str) -> Iterator[tuple[str, str]]:
        """Yield what lines tell somebody: at first, and when somebody has moved meanwhile."""
        lines = [Line(path, self._shown(name, path)) for path in self._some(self._filled(_LINES, 0))]
        try:
            for line, message in zip(lines, self._listening.begin(lines, messages=2), strict=True):
                yield from ((line.path, answer) for answer in message)
            self.play.turn()
            for line, message in zip(lines, self._listening.more(lines), strict=True):
                yield from ((line.path, answer) for answer in message)
        finally:
            self._listening.hang_up(lines)

    def bodies(self) -> Iterator[str]:
        """Let something happen in the competition, and yield what its webhook is told since the last time."""
        deed(self.play.competition, self._deeds)
        told = self.play.hook.deliveries.order_by("pk").values_list("body", flat=True)
        self._deeds += 1
        yield from list(told)[self._heard :]
        self._heard = len(told)

    def _some(self, whole: list[Any]) -> list[Any]:
        return self.play.dice.sample(whole, max(1, round(len(whole) * self._share)))

    def _shown(self, name: str, path: str) -> dict[str, str]:
        """Return who somebody is: for programs by a token, else by the session."""
        cookie = self.play.clients[name].cookies.get("sessionid")
        session = {"cookie": f"sessionid={cookie.value}"} if cookie else {}
        return self.play.tokens[name] if path.startswith("/api/") else session

    def _paths(self, name: str) -> list[str]:
        play = self.play
        paths = self._filled(_LOOKED_AT, play.table.round_version)
        if name == SITE:
            paths += [*self._filled(_OF_THE_SITE, play.table.round_version), *self._event_pages()]
        if name in ("Olga", SITE):
            paths += self._filled(_OF_ORGANIZERS, play.table.round_version)
        if play.table.round_number > 1:
            paths = [path for path in paths if not _PAST.search(path)]  # earlier deals are open to everybody
        return paths

    def _filled(self, paths: tuple[str, ...], soonest: int) -> list[str]:
        table, competition = self.play.table, self.play.competition
        facts = {
            "pk": table.pk,
            "before": max(soonest, table.version - 7),
            "version": table.version,
            "step": table.step,
            "of": competition.pk,
            "club": competition.club.slug,
            "hook": self.play.hook.pk,
            "delivery": self.play.hook.deliveries.values_list("pk", flat=True).first() or 0,
            "here": "http%3A%2F%2Ftestserver",
        }
        return [path.format(**facts) for path in paths]

    def _refused(self) -> list[tuple[str, str, Any, dict[str, Any]]]:
        """Requests that change nothing: too late, of nobody, nonsense, too much."""
        table = self.play.table
        path, old = f"/api/v1/tables/{table.pk}/moves/", table.version - 1
        moves = ("draw", "play zz", "challenge", "pass", "catch A", "", "\x00")
        requests = [("POST", path, f'{{"move": "{move}", "after": {old}}}', {}) for move in moves]
        page = f"/tables/{table.pk}/"
        form = {"content_type": "application/x-www-form-urlencoded"}
        return [
            *requests,
            ("POST", path, f'{{"move": "draw", "after": "{"y" * 99}"}}', {}),
            ("POST", path, "{", {}),
            ("POST", path, b'{"move": "\xff"}', {}),
            ("POST", path, "move=draw", form),
            ("POST", path, '{"move": "draw"}', {"headers": {"Authorization": "Bearer of nobody"}}),
            ("POST", path, b'"' + b"x" * 3_000_000 + b'"', {}),
            ("PUT", path, "{}", {}),
            ("GET", f"/api/v1/tables/{table.pk}/", "", {"headers": {"Accept": "image/png"}}),
            ("GET", f"/api/v1/tables/{table.pk}/events/?after=x&before=y", "", {}),
            ("GET", f"/api/v1/tables/{10**9}/", "", {}),
            ("POST", f"{page}moves/", f"move=draw&after={old}", form),
            ("POST", f"{page}moves/", "move=%00&after=x", form),
            ("POST", f"{page}sit/", "seat=0", form),
            ("POST", f"{page}ruling/", "ruling=penalise&seat=A", form),
            ("POST", f"{page}score/deal/", "A=1", form),
            ("DELETE", page, "", {}),
            ("GET", f"/tables/{10**9}/replay/", "", {}),
        ]

    def _event_pages(self) -> list[str]:
        rows = TableEvent.objects.filter(stream=self.play.table).order_by("-version")
        some = list(rows.values_list("pk", flat=True)[:40])
        return [f"/admin/games/tableevent/{pk}/change/" for pk in self.play.dice.sample(some, 3)]


def _answer(response: Any) -> Answer:
    head = "\n".join(f"{name}: {value}" for name, value in response.headers.items())
    assert not response.streaming  # those are read as lines
    return Answer(response.status_code, f"{head}\n{response.content.decode(errors='replace')}")


_LINES = (
    "/tables/{pk}/stream/?after=0&chat=0",
    "/tables/{pk}/stream/?after=0&chat=0&fragments=version,chat",
    "/tables/{pk}/watch/?after={before}",
    "/tables/{pk}/watch/?language=cy",
    "/tables/{pk}/chat/watch/",
    "/competitions/{of}/stream/?after=0",
    "/api/v1/tables/{pk}/stream/?after=0&chat=0",
    "/api/v1/tables/{pk}/events/wait/?after={before}",
    "/api/v1/stream/",
    "/api/v1/stream/?watch={pk}",
    "/api/v1/me/tables/wait/?seconds=1",
    "/api/v1/me/tables/wait/?seconds=1&watch={pk}",
)
_LOOKED_AT = (
    "/",
    "/tables/{pk}/",
    "/tables/{pk}/?after={before}#htmx",
    "/tables/{pk}/?after={before}",
    "/tables/{pk}/since/?after={before}",
    "/tables/{pk}/shuffles/",
    "/tables/{pk}/shuffles.json",
    "/tables/{pk}/chat/",
    "/tables/{pk}/embed/",
    "/tables/{pk}/embed/?after={before}&theme=dark#htmx",
    "/tables/{pk}/replay/",
    "/tables/{pk}/replay/?step={step}&all=1",
    "/tables/{pk}/replay/?step={step}&seat=B",
    "/tables/{pk}/replay/{step}.svg?seat=B",
    "/tables/{pk}/record.json",
    "/tables/{pk}/score/",
    "/tables/{pk}/nothing/",
    "/me/",
    "/oembed?url={here}%2Ftables%2F{pk}%2F",
    "/oembed?url={here}%2Ftables%2F{pk}%2Freplay%2F%3Fstep%3D{step}",
    "/oembed?url={here}%2Fcompetitions%2F{of}%2F",
    "/competitions/{of}/",
    "/competitions/{of}/bracket/",
    "/competitions/{of}/embed/bracket/",
    "/competitions/{of}/embed/standings/",
    "/competitions/{of}/results.atom",
    "/competitions/{of}/results.rss",
    "/competitions/{of}/standings.txt",
    "/competitions/{of}/tables/",
    "/competitions/{of}/desk/",
    "/competitions/{of}/webhooks/",
    "/screen/competitions/{of}/",
    "/clubs/{club}/results.atom",
    "/clubs/{club}/webhooks/",
    "/api/v1/tables/",
    "/api/v1/tables/{pk}/",
    "/api/v1/tables/{pk}/embed/",
    "/api/v1/tables/{pk}/events/?after=0",
    "/api/v1/tables/{pk}/events/?after={before}",
    "/api/v1/tables/{pk}/moves/",
    "/api/v1/tables/{pk}/chat/",
    "/api/v1/tables/{pk}/replay/",
    "/api/v1/tables/{pk}/replay/{step}/",
    "/api/v1/tables/{pk}/replay/{step}/?seat=B&all=1",
    "/api/v1/tables/{pk}/record/",
    "/api/v1/tables/{pk}/nothing/",
    "/api/v1/competitions/{of}/",
    "/api/v1/competitions/{of}/bracket/",
    "/api/v1/competitions/{of}/embed/bracket/",
    "/api/v1/competitions/{of}/embed/standings/",
)
_OF_ORGANIZERS = (
    "/clubs/{club}/webhooks/{hook}/",
    "/clubs/{club}/webhooks/{hook}/deliveries/{delivery}/",
    "/competitions/{of}/history/",
)
_OF_THE_SITE = (
    "/admin/",
    "/admin/games/table/",
    "/admin/games/table/{pk}/change/",
    "/admin/games/table/{pk}/history/",
    "/admin/games/tableevent/",
    "/admin/games/tableevent/?q={pk}",
    "/admin/games/shuffleseed/",
    "/admin/league/competition/{of}/change/",
)
_PAST = re.compile(r"replay|record|after=0|rules|tableevent|proofs|shuffles")
