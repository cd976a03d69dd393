"""What programs of organizers read and do besides: the desk, tables and calls, drafts, sheets, dates."""

from typing import Any

from league import competitions
from league.models import Competition, Match
from league.rules.settings.stages import SEASON, StageSettings
from tests.games.playing import START
from tests.league.club_nights import BY, fresh


def tell(story: Any) -> None:
    """Tell it."""
    _of_the_desk(story)
    _of_sheets(story)
    _of_substitutes(story)
    _of_the_next_season(story)
    _of_a_draft(story)
    _of_what_is_over(story)


def _of_the_desk(story: Any) -> None:
    cup = _of_two(story)
    path = f"competitions/{cup.pk}/"
    _act(story, cup, "start")
    _act(story, cup, "timer/start", minutes=30)
    table = Match.objects.filter(competition=cup).order_by("number").first().table_id
    story.ana.post(f"tables/{table}/referee/", {})
    story.get(f"{path}desk/", who=story.olga)
    story.get(f"{path}places/", who=story.stranger)
    story.get("me/places/", who=story.ana)
    call = story.get(f"{path}tables/?show=called", who=story.olga)["tables"][0]["call"]
    for what in ("take", "done"):
        body = {"after": call["version"]}
        call = story.post(f"{path}calls/{call['number']}/{what}/", body, who=story.olga)
    story.post(f"{path}codes/void/", {"after": fresh(cup).version}, who=story.olga)


def _of_sheets(story: Any) -> None:
    cup = _announced(story, "Spring")
    path, body = f"competitions/{cup.pk}/import/", {"after": fresh(cup).version}
    body["rows"] = "name,team,seed\nAna,North,2\nGus,South,1"
    story.post(path, body, "What it would do", story.olga)
    story.post(path, {**body, "sure": True}, "Taken", story.olga)
    body = {"rows": "name\nIda\nJan"}
    story.post("clubs/riverside/import/players/", body, "What it would do", story.olga)
    story.post("clubs/riverside/import/players/", {**body, "sure": True}, "Taken", story.olga)
    rows = "round,table,player,place,total\n1,1,Ana,1,512\n1,1,Bo,2,340"
    body = {"rows": rows, "name": "Last year"}
    story.post("clubs/riverside/import/results/", body, "What it would do", story.olga)
    story.post("clubs/riverside/import/results/", {**body, "sure": True}, "Taken", story.olga)


def _of_substitutes(story: Any) -> None:
    cup = _of_two(story)
    version = story.get("clubs/riverside/calendar/", who=story.olga)["version"]
    story.post("clubs/riverside/calendar/", {"after": version, "remind_hours": 48}, who=story.olga)
    body = {"name": "Second", "starts_at": "2999-11-01T18:00:00Z", "ends_at": "2999-11-01T22:00:00Z"}
    day = story.olga.post("clubs/riverside/matchdays/", {**body, "competition": cup.pk}).json()
    path = f"matchdays/{day['id']}/"
    story.bo.post(f"{path}answer/", {"after": day["version"], "answer": "out"})
    story.get("me/matchdays/?limit=20", who=story.bo)
    story.get(f"{path}substitutes/2/", who=story.olga)
    body = {"after": day["version"], "player": story.olga.player.pk}
    asked = story.post(f"{path}substitutes/2/", body, who=story.olga)
    story.get(f"substitutes/{asked['id']}/", who=story.olga)
    body = {"after": asked["version"], "is_yes": True}
    story.post(f"substitutes/{asked['id']}/", body, who=story.olga)


def _of_the_next_season(story: Any) -> None:
    over = Competition.objects.get(name="Last year")
    path = f"competitions/{over.pk}/next-season/"
    story.get(f"{path}?movers=1", who=story.olga)
    body = {"after": over.version, "name": "This year", "newcomers": [story.olga.player.pk]}
    story.post(path, body, who=story.olga)


def _of_a_draft(story: Any) -> None:
    cup = _announced(story, "Autumn cup", by_hand=True)
    _act(
        story,
        cup,
        "entries",
        players=[player.pk for player in (story.ana.player, story.bo.player, *story.others)],
    )
    _act(story, cup, "start"), _act(story, cup, "draft")
    _act(story, cup, "draft/swap", one="R1.1", one_seat=0, other="R1.2", other_seat=0)
    path = f"competitions/{cup.pk}/draft/"
    story.get(path, who=story.olga)
    story.get(f"{path}seating/", who=story.olga)
    rows = [{"table": 1, "entrant": 1}, {"table": 1, "name": "Bo"}, {"table": 2, "entrant": 3}]
    body = {"after": fresh(cup).version, "rows": [*rows, {"table": 2, "entrant": 4}]}
    story.post(f"{path}seating/", body, who=story.olga)


def _of_what_is_over(story: Any) -> None:
    path = f"competitions/{Competition.objects.get(name='Last year').pk}/"
    for what in ("matches/1/R1.1/", "stages/1/", "history/?page=1", "closing/", "standings/1/1/"):
        story.get(f"{path}{what}", who=story.stranger)
    story.get(f"{path}sheets/results/", who=story.stranger)
    story.get(f"{path}sheets/results/?format=csv", "The same as CSV", story.stranger)
    story.get("clubs/riverside/sheets/competitions/", who=story.olga)
    story.get(f"{path}bracket/?step=1", "As it was", story.stranger)


def _of_two(story: Any) -> Competition:
    """A season that Ana and Bo will play with real cards."""
    cup = _announced(story, "Winter", venue="physical")
    _act(story, cup, "entries", players=[person.player.pk for person in (story.ana, story.bo)])
    return cup


def _announced(story: Any, name: str, **facts: Any) -> Competition:
    stages = [StageSettings(format=SEASON, table_size=2)]
    facts |= {"rulebook": "classic", "options": {"target_score": 40}, "by": BY, "at": START}
    return competitions.create(with_bots=True, club=story.club, name=name, stages=stages, **facts)


def _act(story: Any, cup: Competition, what: str, **body: Any) -> Any:
    """Do something that is told elsewhere."""
    answer = story.olga.post(f"competitions/{cup.pk}/{what}/", {"after": fresh(cup).version, **body})
    assert answer.status_code == 200, answer.content
    return answer.json()
