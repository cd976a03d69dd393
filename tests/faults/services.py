"""Each service of an installation is killed once under load: what was seen, and when all was well again."""

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final, NamedTuple

from tests.faults import installation
from tests.faults.installation import METRICS, POOL, POSTGRES, PROXY, Installation
from tests.faults.pulse import Pulse
from tests.faults.show import Show, open_table_of_bots
from tests.faults.site_metrics import ANSWERING, POSTS, Looking, Metrics, Sign
from tests.faults.stage import REDIS, patiently
from tests.faults.watcher import Watcher

# What is printed here is the command's answer.

EVERY: Final = "every"
_NOTIFIED: Final = 'wildleague_stream_delay_seconds_count{source="notification"}'
_WATCHED_TABLES: Final = 2
_WATCHERS: Final = 4
_NEVER: Final = 10_000
"""Points to win a match that outlives the command."""
_WELL_BY: Final = 120.0
_SHOWN_BY: Final = 20.0
"""A lag grows by the second: what is away for a moment only stays away until the metrics show it."""
_SWEEP_SECONDS: Final = 2.0
_OLD_BACKUP: Final = 36 * 3600.0
"""The age of a backup at which an alarm of the installation begins."""
_SLACK_SECONDS: Final = 8.0
"""The time that a sweep and the first moves may take on a busy machine."""


def _waiting(queue: str) -> list[Sign]:
    return [
        Sign(f'wildleague_queue_tasks{{queue="{queue}"}}', by=1),
        Sign(f'wildleague_queue_oldest_seconds{{queue="{queue}"}}', by=2),
    ]


_SWEEP: Final = Sign('wildleague_lag_seconds{what="last_sweep"}', by=2)
_DATABASE: Final = Sign('wildleague_ready{part="database"}', to=0)
_WEB: Final = Sign(ANSWERING, to=1)
SIGNS: Final[Mapping[str, Sequence[Sign]]] = {
    POSTGRES: [_DATABASE],
    POOL: [_DATABASE],
    REDIS: [Sign('wildleague_ready{part="broker"}', to=0), _SWEEP],
    "beat": [_SWEEP],
    "worker-clock": [*_waiting("clock"), _SWEEP],
    "worker-bots": _waiting("bots"),
    "worker-mail": _waiting("mail"),
    "worker-webhooks": [
        *_waiting("webhooks"),
        Sign('wildleague_backlog{what="webhooks"}', by=3),
        Sign('wildleague_lag_seconds{what="oldest_webhook"}', by=2),
    ],
    "worker-analysis": _waiting("analysis"),
    **{key: [_WEB] for key in installation.WEB},
}
"""What the metrics have to show while a service is away, and no more afterwards."""
_OTHERWISE: Final = {PROXY: "no request of people arrives", METRICS: "they are read again"}


class Seen(NamedTuple):
    """A row of the table: a service, and seconds."""

    service: str
    away: float
    answers: float
    well: float
    stood_still: float
    signs: str = "–"

    def __str__(self) -> str:
        """Return the row as Markdown."""
        seconds = " | ".join(f"{number:.1f}" for number in self[1:-1])
        return f"| `{self.service}` | {seconds} | {self.signs} |"


HEAD: Final = (
    "| service | away for | answers after | all well after | a table stood still for | metrics |\n"
    "|---|---|---|---|---|---|"
)


class Evening(Show):
    """Matches on an installation: bots, people, spectators, and somebody who looks at the metrics."""

    def __init__(self, stage: Installation, matches: int, deals: int, down: float) -> None:
        super().__init__(stage, matches, deals, down)
        self.site = stage
        self.watched: list[int] = []
        self.watchers: list[Watcher] = []
        web = [f"http://127.0.0.1:{stage.ports[name]}" for name in installation.WEB if name in stage.names]
        self.looking = Looking(web, stage.site["METRICS_TOKEN"])
        self.pulse = Pulse(lambda: {*self.watched, *self.bots})

    @contextmanager
    def people(self) -> Iterator[None]:
        """Let people play and watch for a while."""
        self.watched = [open_table_of_bots(_NEVER, pause_ms=500) for _table in range(_WATCHED_TABLES)]
        self.watchers = [
            Watcher(self.stage, self.watched[number % _WATCHED_TABLES], number) for number in range(_WATCHERS)
        ]
        for thread in (self.looking, self.pulse, *self.watchers):
            thread.start()
        with super().people():
            yield
            for thread in (self.looking, self.pulse, *self.watchers):
                thread.end()

    def kill(self, name: str) -> Seen:
        """Kill a service, start it again, and see what the metrics say until all is well."""
        self.looking.wait(2)
        self.looking.afresh()
        self.pulse.longest = 0.0
        signs, before, began = SIGNS.get(name, []), self.looking.seen[0], time.monotonic()
        self.site.kill(name)
        self._meanwhile(name)
        time.sleep(self.down)
        self.looking.wait()
        for sign in signs:
            self.require_shown(name, sign)
        if name == PROXY:
            self._require_no_requests()
        again = time.monotonic()
        self.site.start(name)
        if name in installation.OURS:
            healthy = lambda: self.site.is_healthy(name)  # noqa: E731
            patiently(healthy, _WELL_BY, lambda: f"The health check of {name} fails")
        answers = time.monotonic()
        self._fresh()
        self.require_all_go_on()
        self._require_told()
        if name == METRICS:
            self.site.require_scraped()
        worst = [sign.worst(self.looking.seen) for sign in signs]
        for sign, farthest in zip(signs, worst, strict=True):
            self.require_passed(name, sign, before, farthest)
        seen = Seen(
            name,
            away=again - began,
            answers=answers - again,
            well=time.monotonic() - again,
            stood_still=self.pulse.longest,
            signs=", ".join(map(_word, signs, [before] * len(signs), worst)) or _OTHERWISE.get(name, "–"),
        )
        limit = seen.away + seen.answers + _SWEEP_SECONDS + _SLACK_SECONDS
        assert seen.stood_still < limit, f"{name}: a table has stood still for {seen.stood_still:.1f} s"
        return seen

    def tell_a_webhook(self, url: str, deliveries: int = 3) -> list[str]:
        """Send something to a receiver; return the ids of what it has to get."""
        from django.utils import timezone

        from league.models import Club
        from league.webhooks import hooks

        club, _is_new = Club.objects.get_or_create(name="Hooks", slug="hooks")
        hook, _secret = hooks.make(club, None, url=url, by=None, at=timezone.now())
        return [hooks.test(hook, at=timezone.now()).event for _delivery in range(deliveries)]

    def require_shown(self, name: str, sign: Sign) -> None:
        patiently(
            lambda: sign.is_in(self.looking.seen),
            _SHOWN_BY,
            lambda: f"{name} is away, and {sign.metric} does not show it",
        )

    def require_passed(self, name: str, sign: Sign, before: Metrics, farthest: float) -> None:
        patiently(
            lambda: sign.has_passed(before, farthest, self.looking.seen[-1]),
            _WELL_BY,
            lambda: f"{name} is back, and {sign.metric} stays {self.looking.seen[-1].get(sign.metric)}",
        )

    def require_notified(self, *, by_postgresql: bool) -> None:
        """Streams are told of moves by a notification, and do not only look every few seconds."""
        from django.db import connection

        told = [look.get(_NOTIFIED, 0) for look in self.looking.seen]
        assert told[-1] > 0, "No stream was ever notified of a move"
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'LISTEN %'")
            listening = cursor.fetchone()[0]
        assert bool(listening) == by_postgresql, f"{listening} sessions listen to PostgreSQL"

    def _meanwhile(self, name: str) -> None:
        """Give the worker that is away something to do."""
        if name == "worker-webhooks":
            self.tell_a_webhook("https://webhooks.example.org/")

    def _require_told(self) -> None:
        """Every spectator hears of a move that was made after the service came back."""
        from games.models import Table

        now = dict(Table.objects.filter(pk__in=self.watched).values_list("pk", "version"))
        patiently(
            lambda: all(watcher.version > now[watcher.table] for watcher in self.watchers),
            _WELL_BY,
            lambda: f"These versions are not told: {now}, {[(w.table, w.version) for w in self.watchers]}",
        )

    def _require_no_requests(self) -> None:
        """Without its proxy nobody reaches the site."""
        self.looking.wait(2)
        first = self.looking.seen[-1][POSTS]
        self.looking.wait(2)
        assert self.looking.seen[-1][POSTS] == first, "People reach the site past its proxy"


def _word(sign: Sign, before: Metrics, worst: float) -> str:
    return f"{_name(sign)} {before.get(sign.metric, 0):.0f} → {worst:.0f}"


def _name(sign: Sign) -> str:
    name = sign.metric.removeprefix("wildleague_").replace('"', "")
    return name if sign.metric == ANSWERING else f"`{name}`"


def kill_service(name: str) -> Callable[[Evening], Seen]:
    """Return what kills a service that runs as long as the site does."""
    return lambda evening: evening.kill(name)


def kill_migration(evening: Evening) -> Seen:
    """A migration that is killed is started again, as for an upgrade, while people play."""
    site, began = evening.site, time.monotonic()
    evening.pulse.longest = 0.0
    assert site.run("migrate", kill_after=3) < 0
    again = time.monotonic()
    assert site.run("migrate") == 0
    took = time.monotonic() - again
    return Seen("migrate", again - began, took, took, evening.pulse.longest)


def kill_backup(evening: Evening) -> Seen:
    """The last backup is old. One that is killed leaves no file with its name; the next is a new one."""
    site, folder = evening.site, evening.site.folder / "backups"
    age = Sign('wildleague_last_done_seconds{what="backup"}', by=_OLD_BACKUP)
    evening.pulse.longest = 0.0
    done = site.folder / "operation/done/backup"
    done.parent.mkdir(parents=True, exist_ok=True)
    done.touch()
    evening.looking.wait(2)
    evening.looking.afresh()
    before = evening.looking.seen[0]
    os.utime(done, (time.time() - _OLD_BACKUP - 60,) * 2)
    evening.looking.wait(2)
    assert age.is_in(evening.looking.seen), "An old backup is not seen"
    site.set_to_work("backup")
    site.start("backup")
    patiently(lambda: any(folder.iterdir()), 60, lambda: "No backup is begun")
    began = time.monotonic()
    site.kill("backup")
    assert not list(folder.glob("*.backup")), "A backup that was not finished has its name"
    site.set_to_work("backup")
    again = time.monotonic()
    site.start("backup")
    patiently(lambda: bool(list(folder.glob("*.backup"))), 200, lambda: "No backup is made")
    worst = age.worst(evening.looking.seen)
    evening.require_passed("backup", age, before, worst)
    took = time.monotonic() - again
    site.kill("backup")
    return Seen("backup", again - began, took, took, evening.pulse.longest, _word(age, before, worst))


def receiver_away(evening: Evening) -> Seen:
    """A receiver of webhooks that refuses everything puts its deliveries off; they arrive when it is back."""
    from tests.league.webhooks.receiver import receiving

    put_off = Sign('wildleague_backlog{what="webhooks_put_off"}', by=1)
    evening.pulse.longest = 0.0
    evening.looking.afresh()
    before = evening.looking.seen[0]
    with receiving() as receiver:
        receiver.status, began = 503, time.monotonic()
        events = evening.tell_a_webhook(receiver.url)
        patiently(lambda: put_off.is_in(evening.looking.seen), 60, lambda: "No delivery is put off")
        receiver.status, again = 204, time.monotonic()
        evening.require_passed("The receiver", put_off, before, put_off.worst(evening.looking.seen))
        well = time.monotonic() - again
        told = {request.headers["webhook-id"] for request in receiver.got}
        assert set(events) <= told, f"{events} were to be told, and {told} were"
    signs = _word(put_off, before, put_off.worst(evening.looking.seen))
    return Seen("receiver", again - began, 0, well, evening.pulse.longest, signs)


SERVICES: Final[Mapping[str, Callable[[Evening], Seen]]] = {
    **{name: kill_service(name) for name in (*installation.LASTING, REDIS, POSTGRES, POOL, PROXY, METRICS)},
    "migrate": kill_migration,
    "backup": kill_backup,
}
FAULTS: Final[Mapping[str, Callable[[Evening], Seen]]] = {**SERVICES, "receiver": receiver_away}
"""The last needs the worker of the webhooks."""
