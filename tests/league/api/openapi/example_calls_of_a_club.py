"""What programs do about a club, at score sheets and in talk, call by call."""

from typing import Any

from games import tables
from games.models import Player
from league.models import Membership
from tests.games.playing import START, open_table, play_out
from tests.league.api.asking import Program
from tests.league.club_nights import BY


def tell(story: Any) -> None:
    """Tell it all."""
    _of_a_table_at_home(story)
    _of_the_club(story)
    _of_coming(story)
    _of_real_cards(story)
    _of_talk(story)
    _of_rulebooks(story)
    _of_dates(story)


def _of_the_club(story: Any) -> None:
    made = story.post("clubs/", {"name": "Lakeside"}, who=story.ana)
    path = f"clubs/{made['slug']}/"
    change = {"after": made["version"], "description": "Fridays", "is_public": False, "joining": "open"}
    story.post(path, change, who=story.ana)
    child = story.post(f"{path}members/", {"name": "Kim"}, who=story.ana)
    path_ = f"{path}members/{child['player']}/"
    roles = {"after": child["version"], "roles": ["member", "referee"]}
    child = story.post(path_, roles, who=story.ana)
    team = story.post(f"{path}teams/", {"name": "Referees"}, who=story.ana)
    of_team = {"name": "Whistles", "people": [child["player"]], "roles": ["referee"]}
    of_team["after"] = team["version"]
    team = story.post(f"{path}teams/{team['id']}/", of_team, who=story.ana)
    story.get(f"{path}teams/", who=story.ana)
    story.post(f"{path}teams/{team['id']}/end/", {"after": team["version"]}, who=story.ana)
    story.post(f"{path_}remove/", {"after": child["version"]}, who=story.ana)


def _of_coming(story: Any) -> None:
    path = "clubs/lakeside/"
    story.post(f"{path}join/", {"message": "I played here"}, who=story.bo)
    story.post(f"{path}leave/", {"after": _mine(story, path)}, who=story.bo)
    now = story.ana.get(path).json()["version"]
    story.ana.post(path, {"after": now, "joining": "request"})
    for what in ("decline", "let-in"):
        story.bo.post(f"{path}join/", {})
        asked = story.get(f"{path}requests/", who=story.ana)["results"][0]
        after = {"after": asked["version"]}
        story.post(f"{path}requests/{asked['id']}/{what}/", after, who=story.ana)
    story.bo.post(f"{path}leave/", {"after": _mine(story, path)})
    story.bo.post(f"{path}join/", {})
    story.post(f"{path}join/take-back/", {}, who=story.bo)
    invitation = story.post(f"{path}invitations/", {"roles": ["member"]}, who=story.ana)
    story.get(f"{path}invitations/", who=story.ana)
    story.get(f"invitations/{invitation['token']}/", who=story.bo)
    story.post(f"invitations/{invitation['token']}/accept/", {}, who=story.bo)
    story.post(
        f"{path}invitations/{invitation['id']}/revoke/", {"after": invitation["version"]}, who=story.ana
    )


def _mine(story: Any, path: str) -> Any:
    """The version of Bo's own row among the members."""
    rows = story.bo.get(f"{path}members/").json()["results"]
    return next(row["version"] for row in rows if row["player"] == story.bo.player.pk)


def _of_a_table_at_home(story: Any) -> None:
    body = {"players": ["Ana", "Dot", "Eve"], "rulebook": "classic", "options": {"target_score": 200}}
    story.post("tables/real-cards/", body, "Open a table with real cards: Dot and Eve are guests", story.ana)


def _of_real_cards(story: Any) -> None:
    facts = {"name": "Paper", "rulebook": "classic", "options": {"target_score": 100}, "confirm": "others"}
    host = story.ana.player
    table = tables.open_table(is_physical=True, seats=2, host=host, by=BY, at=START, **facts)
    seated = [story.ana.player, story.bo.player]
    tables.take_seats(table.pk, players=seated, by=BY, at=START)
    tables.start(table.pk, by=BY, at=START)
    path = f"tables/{table.pk}/"

    def act(what: str, who: Program | None = None, **body: Any) -> Any:
        after = story.ana.get(f"{path}sheet/").json()["version"]
        return story.post(f"{path}{what}/", {"after": after, **body}, who=who)

    act("sheet/note", kind="dealer", seat=1)
    held = [{"seat": 1, "cards": "r5 w"}]
    act("sheet/deals", deal=1, out=0, held=held)
    act("sheet/undo", deal=1), act("sheet/deals", deal=1, out=0, held=held)
    act("sheet/deals/1", out=0, held=[{"seat": 1, "points": 60}])
    act("sheet/penalty", seat=0, kind="uno")
    act("sheet/end")
    story.get(f"{path}sheet/", who=story.stranger)
    act("result/object", story.bo, reason="It were 70")
    story.get(f"{path}sheet/log/", who=story.ana)
    act("result/settle", stands=False, undo=1, reason="C had one card fewer")
    act("sheet/deals", deal=1, out=0, held=[{"seat": 1, "points": 100}])
    act("result/confirm", story.bo)


def _of_talk(story: Any) -> None:
    table = open_table("Cat Dan", host=story.ana.player)
    path = f"tables/{table.pk}/"
    remark_ = story.post(f"{path}chat/", {"text": "Good evening"}, who=story.ana)
    story.get(f"{path}chat/", who=story.stranger)
    story.post(f"{path}chat/{remark_['results'][0]['id']}/hide/", {}, who=story.ana)
    tables.start(table.pk, fill_with_bots=True, by=f"player:{story.ana.player.pk}", at=START)
    after = story.ana.get(path).json()["version"]
    penalty = {"after": after, "ruling": "penalty", "seat": 0, "cards": 2, "reason": "Looked at the pile"}
    story.post(f"{path}ruling/", penalty, who=story.ana)
    play_out(table.pk)
    remark = story.post(f"{path}replay/comments/", {"step": 3, "text": "Bold"}, who=story.bo)
    story.get(f"{path}replay/comments/", who=story.stranger)
    story.post(f"{path}replay/analysis/", {}, who=story.bo)
    story.get(f"{path}replay/analysis/", who=story.stranger)
    comment = remark["results"][0]["id"]
    story.post(f"{path}replay/comments/{comment}/remove/", {}, who=story.bo)


def _of_rulebooks(story: Any) -> None:
    body = {"name": "House", "rulebook": "classic", "options": {"hand_size": 5}}
    kept = story.post("rulebooks/", body, "Keep a rulebook of one's own", story.ana)
    of_the_club = {"name": "Ours", "rulebook": "russian", "keeper": "lakeside"}
    story.post("rulebooks/", of_the_club, "Keep one for a club", story.ana)
    path = f"rulebooks/{kept['name']}/"
    changed = {"after": kept["version"], "name": "Home", "options": {"hand_size": 6}}
    kept = story.post(path, changed, who=story.ana)
    cup = {"name": "Autumn", "format": "season", "rulebook": kept["name"], "rounds": 2}
    cup |= {"points": {"4": [5, 3, 2, 1]}}
    story.post("clubs/lakeside/competitions/", cup, who=story.ana)
    story.post(f"{path}discard/", {"after": kept["version"]}, who=story.ana)


def _of_dates(story: Any) -> None:
    body = {"name": "First", "starts_at": "2999-10-01T18:00:00Z", "ends_at": "2999-10-01T22:00:00Z"}
    body |= {"place": "Town hall", "capacity": 8}
    day = story.post("clubs/lakeside/matchdays/", body, who=story.ana)
    story.get("clubs/lakeside/matchdays/?ordering=starts_at&limit=20", who=story.ana)
    path = f"matchdays/{day['id']}/"
    story.post(path, {**body, "after": 0, "capacity": 12}, who=story.ana)
    body = {"after": story.ana.get(path).json()["version"], "answer": "in"}
    story.post(f"{path}answer/", body, who=story.ana)
    for version, what in enumerate(("call-off", "restore", "undo"), start=1):
        story.post(f"{path}{what}/", {"after": version}, who=story.ana)
    story.get(path, who=story.ana)
    story.get("players/?name=b&limit=20", who=story.ana)
    version = story.get("notices/?limit=20", who=story.ana)["version"]
    story.post("notices/read/", {"after": version}, who=story.ana)


def of_helpers(story: Any, competition: int, table: int) -> None:
    """Tell who helps in one competition, and of calls for the referee at one of its tables."""
    version = story.get(f"competitions/{competition}/roles/", who=story.olga)["version"]
    helper = Player.objects.create(name="Gil")
    Membership.objects.create(club=story.club, player=helper)
    body = {"after": version, "player": helper.pk, "roles": ["referee"]}
    story.post(f"competitions/{competition}/roles/", body, who=story.olga)
    path = f"competitions/{competition}/scorekeepers/"
    keeper = {"table": 1, "player": story.bo.player.pk}
    keeper["after"] = story.get(path, who=story.olga)["version"]
    story.post(path, keeper, "Bo keeps the score at table 1", story.olga)
    story.post(f"tables/{table}/referee/", {}, who=story.olga)
    story.get(f"tables/{table}/referee/", who=story.olga)
    story.post(f"tables/{table}/referee/take-back/", {}, who=story.olga)
