"""A club night for programs, call by call: what the schema shows as examples is what happens in it."""

from typing import Any

from django.contrib.auth.models import User

from games import scoresheets
from games.models import Player
from games.rules.scoresheet.decide import RecordDeal
from league import competitions
from league.competitions import rating_updates
from league.models import Club, Competition, Match, Membership
from league.rules.settings.stages import ARENA, SEASON, SINGLE_ELIMINATION, StageSettings
from tests.games.playing import START, play_out
from tests.league.api.asking import Program
from tests.league.api.openapi import (
    agreement,
    example_calls_of_a_club,
    example_calls_of_people,
    example_calls_of_the_desk,
)
from tests.league.api.openapi.repeatable import Dice
from tests.league.club_nights import BY, fresh

LONGEST = 3
"""The number of things of a list that an example shows."""
RESULTS = {
    "entrants": ["Ana", "Bo", "Cy"],
    "rounds": [
        {
            "matches": [{"entrants": ["Ana", "Bo"], "points": [1, 0], "kind": "played"}],
            "byes": [{"entrant": "Cy", "points": 1, "kind": "pairing_bye"}],
        }
    ],
}


class Story:
    """Plays the night and keeps its calls."""

    def __init__(self, dice: Dice) -> None:
        self.calls: list[dict[str, Any]] = []
        self._dice = dice
        self.club = Club.objects.create(name="Riverside", slug="riverside", description="Tuesdays at eight")
        self.ana, self.bo, self.olga = (self._somebody(name) for name in ("Ana", "Bo", "Olga"))
        self.stranger = Program()
        Membership.objects.filter(player=self.olga.player).update(is_organizer=True)
        self.others = [Player.objects.create(name=name) for name in ("Cy", "Di")]
        Membership.objects.bulk_create(Membership(club=self.club, player=other) for other in self.others)

    def play(self) -> list[dict[str, Any]]:
        """Play it all; return the calls."""
        self._look_around()
        self._at_a_table()
        self._run_a_cup()
        self._look_at_people()
        self._have_a_program_told("clubs/riverside/")
        cup = Competition.objects.get(name="Friday cup")
        self._have_a_program_told(f"competitions/{cup.pk}/")
        self._work_out()
        example_calls_of_a_club.tell(self)
        example_calls_of_people.tell(self)
        example_calls_of_the_desk.tell(self)
        self._arena()
        self._change_an_announcement()
        self._ask_wrongly()
        return self.calls

    def _somebody(self, name: str) -> Program:
        user = User.objects.create(username=name.lower(), first_name=name)
        player = Player.objects.create(user=user, name=name)
        Membership.objects.create(club=self.club, player=player)
        return Program(user)

    def get(self, path: str, summary: str = "", who: Program | None = None, **headers: str) -> Any:
        """Ask and keep the call."""
        self._dice.shake(f"GET {path}")
        answer = (who or self.ana).get(path, **headers)
        return self._keep("GET", path, None, answer, summary)

    def post(self, path: str, body: Any, summary: str = "", who: Program | None = None, **more: Any) -> Any:
        """Send and keep the call."""
        self._dice.shake(f"POST {path}")
        answer = (who or self.ana).post(path, body, **more)
        return self._keep("POST", path, body, answer, summary)

    def form(self, path: str, fields: dict[str, Any], shown: dict[str, Any], who: Program) -> Any:
        """Send a form with a file and keep the call, as it is `shown`."""
        self._dice.shake(f"POST {path}")
        told = self._keep("POST", path, None, who.form(path, fields), "A form with the picture as a file")
        self.calls[-1]["form"] = shown
        return told

    def _keep(self, method: str, path: str, body: Any, answer: Any, summary: str) -> Any:
        operation = agreement.operation(method, f"/api/v1/{path}")
        kind = answer["Content-Type"].partition(";")[0] if answer.content else ""
        is_json = kind.endswith("json")
        told = answer.json() if is_json else "\n".join(answer.content.decode().splitlines()[:LONGEST])
        if isinstance(told, dict) and "secret" in told:
            told["secret"] = "whsec_QSBzZWNyZXQgdGhhdCBldmVyeWJvZHkga25vd3M="
        name = (
            f"{operation['operationId']}_{answer.status_code}"
            if is_json
            else f"{operation['operationId']}_text"
        )
        call = {
            "operation": operation["operationId"],
            "name": name,
            "method": method,
            "path": f"/api/v1/{path}",
        }
        call |= {"summary": summary, "status": answer.status_code, "media": kind, "answer": short(told)}
        if body is not None and answer.status_code < 300:
            call["sent"] = body
        if all(call["name"] != name for call in self.calls):
            self.calls.append(call)
        return told

    def _look_around(self) -> None:
        self.get("", who=self.stranger)
        self.get("rulebooks/", who=self.stranger)
        self.get("rulebooks/classic/", who=self.stranger)
        self.get("options/", who=self.stranger)
        body = {"rulebook": "classic", "options": {"target_score": 300}, "seats": 4}
        self.post("rulebooks/check/", body, who=self.stranger)
        self.get("clubs/?ordering=name&limit=20", who=self.stranger)
        self.get("clubs/riverside/", who=self.stranger)

    def _at_a_table(self) -> None:
        body = {"seats": 3, "rulebook": "classic", "options": {"target_score": 50}}
        table = self.post("tables/", body, "Open a table for three and sit down")
        path = f"tables/{table['id']}/"

        def act(what: str, who: Program | None = None, **body: Any) -> Any:
            nonlocal table
            sent = {"after": table["version"], **body}
            table = self.post(f"{path}{what}/", sent, who=who)
            return table

        act("sit", self.bo, seat=2)
        act("keep", seat=1), act("free", seat=1)
        act("bots")
        act("words", self.bo, words="a rainy night")
        act("start")
        act("pause"), act("resume")
        self._move()
        self.get(f"{path}events/?after=6&limit=3", who=self.bo)
        self.get(f"{path}embed/", "For scripts of any site", self.stranger)
        self.get("tables/?status=running&fields=id,name,status&limit=20", "Some fields of what runs")
        self.get("tables/?status=running&fields=id,name,status&format=csv", "The same as a sheet")
        table = self.ana.get(path).json()
        act("leave", self.bo), act("come-back", self.bo)
        play_out(table["id"])
        self.get(f"{path}replay/")
        self.get(f"{path}replay/5/?seat=all")
        record = self.ana.get(f"{path}record/").json()
        self.get(f"{path}record/")
        self.post("records/check/", record, "Somebody checks what was played", self.stranger)

    def _move(self) -> None:
        opened = self.ana.post("tables/", {"seats": 2}).json()
        path = f"tables/{opened['id']}/"
        for who, what in ((self.bo, "sit"), (self.ana, "start")):
            opened = who.post(f"{path}{what}/", {"after": opened["version"]}).json()
        mover = next(person for person in (self.ana, self.bo) if person.get(path).json()["legal"])
        seen = self.get(path, who=mover)
        move = "draw" if "draw" in seen["legal"] else seen["legal"][0]
        self.post(f"{path}moves/", {"after": seen["version"], "move": move}, who=mover)

    def _cup(self, **more: Any) -> Competition:
        stages = [StageSettings(format=SINGLE_ELIMINATION, table_size=2)]
        facts = {
            "name": "Friday cup",
            "rulebook": "classic",
            "options": {"target_score": 40},
            "with_bots": True,
        }
        return competitions.create(club=self.club, stages=stages, by=BY, at=START, **facts, **more)

    def _run_a_cup(self) -> None:
        cup = self._cup(by_hand=True)
        path = f"competitions/{cup.pk}/"

        def act(what: str, who: Program | None = None, summary: str = "", **body: Any) -> Any:
            sent = {"after": fresh(cup).version, **body}
            return self.post(f"{path}{what}/", sent, summary, who or self.olga)

        act("registration/open")
        act("enter", self.ana, team="North"), act("enter", self.bo)
        act("entries", players=[other.pk for other in self.others])
        act("leave", self.bo), act("enter", self.bo)
        act("teams", teams=[{"entrant": 1, "team": "South"}])
        act("parties", parties=[{"entrant": 1, "party": "Smith"}, {"entrant": 2, "party": "Smith"}])
        act("registration/close"), act("check-in/open", code="RIVER")
        act("check-in", self.ana, code="RIVER")
        act("here", entrants=[2, 3, 4])
        act("check-in/close"), act("seed", order=[2, 1, 3, 4])
        act("withdraw", entrant=4, kind="withdrawn"), act("reinstate", entrant=4)
        act("substitute", entrant=4, name="Eli")
        act("start"), act("timer/start", minutes=30), act("timer/extend", minutes=5), act("timer/pause")
        act("timer/resume"), act("timer/stop"), act("draft")
        draft = {"one": "R1.1", "one_seat": 0, "other": "R1.2", "other_seat": 0}
        act("draft/swap", **draft)
        act("draft/discard"), act("draft"), act("publish"), act("unpublish"), act("publish")
        act("pause"), act("resume")
        self._results(cup, act)
        self.get(path), self.get(f"{path}bracket/"), self.get(f"{path}standings/")
        self.get(f"{path}entrants/"), self.get(f"{path}matches/?is_finished=true")
        for part in ("bracket", "standings"):
            self.get(f"{path}embed/{part}/", "For scripts of any site", self.stranger)
        self.get("competitions/?club=riverside&status=running&limit=20", who=self.stranger)
        act("cancel", reason="The hall is closed"), act("archive"), act("restore")

    def _results(self, cup: Competition, act: Any) -> None:
        body = self.olga.get(f"competitions/{cup.pk}/bracket/").json()
        first, second = body["rounds"][0]["matches"]

        def places(match: Any, *of: int) -> list[dict[str, int]]:
            pairs = zip(match["entrants"], of, strict=True)
            return [{"entrant": entrant["entrant"], "place": place} for entrant, place in pairs]

        act(f"matches/1/{first['key']}/report", entrants=places(first, 1, 2))
        act(f"matches/1/{first['key']}/undo")
        self.olga.post(
            f"competitions/{cup.pk}/matches/1/{first['key']}/report/",
            {"after": fresh(cup).version, "entrants": places(first, 1, 2)},
        )
        turned = places(first, 2, 1)
        act(f"matches/1/{first['key']}/correct", summary="What it would do", entrants=turned)
        facts: dict[str, Any] = {"reason": "Read wrongly", "sure": True, "entrants": turned}
        act(f"matches/1/{first['key']}/correct", **facts)
        act(f"matches/1/{second['key']}/report", entrants=places(second, 1, 2))
        facts["entrants"] = places(second, 2, 1)
        act(f"matches/1/{second['key']}/correct", **facts)
        act("go-on")
        self._league(act)

    def _arena(self) -> None:
        stages = [StageSettings(format=ARENA, table_size=4, evening_minutes=120, streak=2)]
        facts = {"name": "Arena", "rulebook": "classic", "venue": "elsewhere"}
        evening = competitions.create(club=self.club, stages=stages, by=BY, at=START, **facts)
        path = f"competitions/{evening.pk}/"

        def act(what: str, who: Program = self.olga, **body: Any) -> Any:
            return self.post(f"{path}{what}/", {"after": fresh(evening).version, **body}, who=who)

        act("entries", players=[self.ana.player.pk, *(other.pk for other in self.others)])
        act("start")
        act("seating", ends_at="2030-01-01T20:00:00Z")
        act("break", who=self.ana, is_away=True)
        act("breaks", entrant=1, is_away=False)
        act("seating/close")

    def _change_an_announcement(self) -> None:
        stages = [StageSettings(format=SEASON, table_size=4)]
        facts = {"name": "Autumn", "rulebook": "classic", "venue": "elsewhere"}
        season = competitions.create(club=self.club, stages=stages, by=BY, at=START, **facts)
        path = f"competitions/{season.pk}/"
        body = {"after": fresh(season).version, "rounds": 6, "target": 300}
        self.post(path, body, "What it would do", self.olga)
        self.olga.post(path, {**body, "sure": True})
        self.post(f"{path}copy/", {"name": "Winter"}, who=self.olga)
        self.post(f"{path}delete/", {"after": fresh(season).version}, who=self.olga)

    def _league(self, _act: Any) -> None:
        stages = [StageSettings(format=SEASON, table_size=4)]
        facts = {"name": "League", "rulebook": "classic", "options": {"target_score": 40}, "with_bots": True}
        cup = competitions.create(club=self.club, stages=stages, by=BY, at=START, **facts)
        path = f"competitions/{cup.pk}/"

        def act(what: str, **body: Any) -> Any:
            return self.post(f"{path}{what}/", {"after": fresh(cup).version, **body}, who=self.olga)

        act("entries", players=[other.pk for other in self.others], names=[{"name": "Flo", "team": "East"}])
        act("start")
        act("lines", stage=1, entrant=1, points=-2, reason="Came late")
        self.get(f"{path}lines/", who=self.olga)
        act("lines/withdraw", stage=1, number=1)
        act("tiebreaks", stage=1, codes=["wins", "lot"])
        act("matches/1/R1.1/move", venue="physical")
        table = Match.objects.get(competition=cup).table_id
        scoresheets.act(table, RecordDeal(1, out=0, left={1: 25, 2: 5}), by=BY, at=START)
        example_calls_of_a_club.of_helpers(self, cup.pk, table)
        act("matches/1/R1.1/end")
        self._lots()

    def _lots(self) -> None:
        first = StageSettings(format=SEASON, table_size=4, rounds=1, qualify=2)
        stages = [first, StageSettings(format=SINGLE_ELIMINATION, table_size=2)]
        facts = {"name": "Level", "rulebook": "classic", "options": {"target_score": 40}, "with_bots": True}
        cup = competitions.create(
            club=self.club, stages=stages, lots_by_hand=True, venue="physical", by=BY, at=START, **facts
        )
        path = f"competitions/{cup.pk}/"

        def act(what: str, **body: Any) -> Any:
            return self.olga.post(f"{path}{what}/", {"after": fresh(cup).version, **body}).json()

        players = [person.player.pk for person in (self.ana, self.bo)] + [other.pk for other in self.others]
        act("entries", players=players), act("start")
        level = [{"entrant": number, "place": 1} for number in (1, 2, 3, 4)]
        act("matches/1/R1.1/report", entrants=level)
        self.post(f"{path}stages/1/lot/", {"after": fresh(cup).version}, who=self.olga)
        seats = self.olga.get(f"{path}bracket/").json()["rounds"][-1]["matches"][0]
        level = [{"entrant": seat["entrant"], "place": 1} for seat in seats["entrants"]]
        act(f"matches/2/{seats['key']}/report", entrants=level)
        body = {"after": fresh(cup).version}
        self.post(f"{path}matches/2/{seats['key']}/lot/", body, who=self.olga)
        body = {"after": fresh(cup).version}
        self.post(f"{path}matches/2/{seats['key']}/lot/take-back/", body, who=self.olga)

    def _look_at_people(self) -> None:
        rating_updates.recompute(self.club.pk)
        self.get("clubs/riverside/members/", who=self.olga)
        self.get("clubs/riverside/ratings/?pool=rated", who=self.stranger)
        self.get(f"players/{self.bo.player.pk}/", who=self.ana)

    def _have_a_program_told(self, place: str) -> None:
        body = {"url": "https://bot.example.org/hook", "note": "Our bot", "kinds": ["match.finished"]}
        made = self.post(f"{place}webhooks/", body, who=self.olga)
        self.get(f"{place}webhooks/", who=self.olga)
        path = f"{place}webhooks/{made['id']}/"
        self.get(path, who=self.olga)
        body = {"after": made["version"], "is_on": True, "kinds": []}
        changed = self.post(path, body, who=self.olga)
        test = self.post(f"{path}test/", {}, who=self.olga)
        renewed = self.post(f"{path}secret/", {"after": changed["version"]}, who=self.olga)
        self.get(f"{path}deliveries/?status=waiting", who=self.olga)
        self.get(f"{path}deliveries/{test['id']}/", who=self.olga)
        self.post(f"{path}deliveries/{test['id']}/replay/", {}, who=self.olga)
        self.post(f"{path}remove/", {"after": renewed["version"]}, who=self.olga)
        self.get(f"{place}audit/?what=webhook&limit=1", who=self.olga)

    def _work_out(self) -> None:
        self.post("draw/", {"format": "double_elimination", "entrants": 4}, who=self.stranger)
        body = {"results": RESULTS, "tiebreaks": ["points", "bh_cut1", "direct"]}
        self.post("standings/", body, who=self.stranger)

    def _ask_wrongly(self) -> None:
        table = self.ana.post("tables/", {"seats": 3}).json()
        path = f"tables/{table['id']}/"
        self.post(f"{path}sit/", {"after": 0}, "Someone was faster", self.bo)
        self.post(f"{path}sit/", {}, "What is missing in the body", self.bo)
        self.post(f"{path}start/", {"after": table["version"]}, "Not the host", self.bo)
        self.post("tables/", {"seats": 3}, "Without a token", self.stranger)
        self.post("tables/", {"seats": 3}, "Without an id", key=None)
        self.post("tables/", {"options": {"hand_size": 99}}, "No such rules")
        self.get("tables/999999/", "Not there")
        user = User.objects.get(username="bo")
        reader = Program(user, scopes=["read"])
        self.post("tables/", {"seats": 3}, "A token that is good for reading only", reader)


def short(value: Any) -> Any:
    """What is told, with long lists cut."""
    if isinstance(value, dict):
        return {name: short(part) for name, part in value.items()}
    return [short(part) for part in value[:LONGEST]] if isinstance(value, list) else value
