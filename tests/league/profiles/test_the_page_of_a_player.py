"""Situation: somebody has played for some time, and looks what came of it."""

import datetime as dt
import re

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

from games import tables
from games.eventstore import triggers
from games.models import Player, Seat, Table, TableEvent
from league import competitions, tasks
from league.awards.logs import logs_of
from league.competitions import results
from league.models import Competition, Feat, Match, Placement, ReadTable
from league.profiles import achievements
from league.rules.brackets.advance import Finish
from league.rules.competition.commands import CorrectResult
from league.rules.settings.stages import DOUBLE_ELIMINATION, ROUND_ROBIN, SEASON, SWISS, StageSettings
from tests.games import playing
from tests.games.playing import START, dealt, open_table, play_deal, play_out
from tests.games.scoresheets.writing_down import deal, real_cards, record
from tests.games.visiting import give_accounts
from tests.league.by_hand import play, played_elsewhere, report, waiting
from tests.league.club_nights import BY, later, matches, started

pytestmark = pytest.mark.django_db

OF_TWO = StageSettings(ROUND_ROBIN, table_size=2)
IN_FOURS = StageSettings(SWISS, table_size=4, rounds=3)


def entrant(competition: Competition, number: int) -> Player:
    return competition.entrants.get(number=number).player


def page(player: Player, path: str = "", client: Client | None = None) -> str:
    answer = (client or Client()).get(f"/players/{player.pk}/{path}")
    assert answer.status_code == 200, answer.content[-500:]
    return answer.content.decode()


def records(player: Player, client: Client | None = None) -> dict[str, str]:
    """The records on the page of a player: name and figure."""
    matches = re.findall(r'records__name"[^>]*>(.*?)</span>\s*<b[^>]*>(.*?)</b>', page(player, "", client))
    return dict(matches)


def results_of(player: Player) -> list[str]:
    """The ranks on the page of results."""
    return re.findall(r'<span class="unseen">rank </span>(\d+)', page(player, "results/"))


def with_real_cards(*deals, who: str = "Ana Bo Cy", people=(), **facts) -> Table:
    """A match with real cards, for itself, that ends with the last of these deals."""
    table = real_cards(who, people=people, confirm="none", options={"target_score": 150}, **facts)
    record(table, *deals)
    tasks.find_feats()
    table.refresh_from_db()
    assert table.status == Table.Status.FINISHED
    return table


def seated(table: Table, letter: str) -> Player:
    player = table.seats.get(index="ABCDEFGHIJ".index(letter)).player
    assert player
    return player


def comeback(**facts) -> Table:
    """Ana is 64 behind after a deal, and wins with the two after it, the last one worth 90."""
    return with_real_cards(
        deal(1, "B", "A 50, C 14"), deal(2, "A", "B 40, C 30"), deal(3, "A", "B 60, C 30"), **facts
    )


def test_a_player_who_moved_to_another_seat_before_the_match_has_the_feats_of_that_seat_alone():
    table = open_table("Ana", seats=2, options={"target_score": 20})
    ana = seated(table, "A")
    tables.sit_down(table.pk, seat=1, player=ana, at=START)
    tables.start(table.pk, fill_with_bots=True, by="organizer:1", at=START)
    play_out(table)
    (log,) = logs_of([table.pk])
    sat = {event.sat for event in log.events}
    assert (0, ana.pk) in sat
    # While somebody is away nobody has the feats of their seat.
    assert sat <= {(0, ana.pk), (0, 0)}


# -- results


def test_results_come_from_tables_and_from_elsewhere_the_newest_first():
    cup = played_elsewhere(4, OF_TWO)
    play(cup)
    ana = entrant(cup, 1)
    table = comeback(people=[ana, *Player.objects.bulk_create([Player(name="Zoe"), Player(name="Yan")])])
    shown = page(ana, "results/")
    assert "4 matches, 4 won" in shown
    assert shown.count('class="place place--won"') == 4
    assert f'href="/tables/{table.pk}/replay/"' in shown
    assert f"/competitions/{cup.pk}/matches/1/" in shown
    assert ">Zoe</a>, " in shown
    assert shown.index("Friday: Round 3") < shown.index("Friday: Round 1") < shown.index("Table 1</a>")


def test_results_are_filtered_by_competition_club_and_rulebook():
    first = played_elsewhere(4, OF_TWO, name="First")
    play(first)
    ana = entrant(first, 1)
    others = Player.objects.bulk_create([Player(name="Zoe"), Player(name="Yan")])
    comeback(people=[ana, *others], rulebook_title="Grandma's way")
    assert "3 matches, 3 won" in page(ana, f"results/?competition={first.pk}")
    assert "1 match, 1 won" in page(ana, "results/?competition=none")
    assert "3 matches, 3 won" in page(ana, f"results/?club={first.club.slug}")
    assert "1 match, 1 won" in page(ana, "results/?rulebook=Grandma%27s+way")
    assert "No matches found" in page(ana, f"results/?competition=none&club={first.club.slug}")


@pytest.mark.parametrize(
    "wanted", ["competition=x", "club=\x00", "rulebook=²", "page=x", "page=99999999999999"]
)
def test_filters_without_a_meaning_are_ignored(wanted):
    cup = played_elsewhere(4, OF_TWO)
    play(cup)
    assert "3 matches, 3 won" in page(entrant(cup, 1), f"results/?{wanted}")


@pytest.mark.written_by_hand
def test_many_results_have_pages():
    cup = played_elsewhere(2, OF_TWO)
    play(cup)
    entrant_ = entrant(cup, 1)
    match, place = Match.objects.get(), Placement.objects.get(entrant__player=entrant_)
    for number in range(28):
        match.pk, match.key = None, f"M{number}"
        match.save()
        place.pk, place.match = None, match
        place.save()
    first = page(entrant_, "results/")
    assert "29 matches" in first
    assert first.count('<li class="result">') == 25
    assert page(entrant_, "results/?page=2").count('<li class="result">') == 4


def test_a_corrected_result_counts_as_corrected():
    evening = started(4, venue="physical", options={"target_score": 40})
    (match,) = matches(evening)
    assert match.table_id
    record(match.table, deal(1, "A", "B 10, C 20, D 30"))
    assert results.collect(match.table_id, at=later(60))
    ana = seated(match.table, "A")
    tasks.find_feats()
    assert "Best deal" in records(ana)
    order = list(
        Placement.objects.filter(match=match).order_by("-place").values_list("entrant__number", flat=True)
    )
    finishes = [Finish(seat, place, 10 * (5 - place), 0) for place, seat in enumerate(order, start=1)]
    results.correct(evening.pk, CorrectResult(match.stage, match.key, finishes), by=BY, at=later(90))
    assert "1 match, 0 won" in page(ana, "results/")
    assert "Best deal" not in records(ana), "what the log says was overruled"


def test_a_result_entered_by_hand_is_listed_and_has_no_replay():
    evening = started(4, venue="physical", with_bots=False)
    (match,) = competitions.look(evening.pk).stage.matches.values()
    finishes = [Finish(seat, place, 100 * (9 - place)) for place, seat in enumerate(match.entrants, start=1)]
    results.report(evening.pk, stage=1, match=match.id, finishes=finishes, by=BY, at=later(60))
    first = entrant(evening, match.entrants[0])
    listed = page(first)
    assert "1 match, 1 won" in page(first, "results/")
    assert "800 points" in listed
    assert "/replay/" not in listed


def test_the_second_match_of_a_grand_final_has_a_name_of_its_own():
    cup = played_elsewhere(4, StageSettings(DOUBLE_ELIMINATION))
    while waiting(cup)[0].id != "GF.1":
        play(cup, 1)
    report(cup, waiting(cup)[0], [2, 1])
    play(cup)
    shown = page(entrant(cup, 1), "results/")
    assert shown.count("Grand final</a>") == shown.count("Grand final, second match</a>") == 1


def test_a_match_that_counts_for_nothing_is_no_result():
    cup = played_elsewhere(4, OF_TWO)
    play(cup)
    match = Match.objects.filter(competition=cup, placements__entrant__number=1).first()
    results.correct(cup.pk, CorrectResult(1, match.key, [], "void"), by=BY, at=later(900))
    assert "2 matches, 2 won" in page(entrant(cup, 1), "results/")


# -- the page itself


def test_someone_who_has_played_nothing_reads_so():
    new = Player.objects.create(name="Newt")
    overview = page(new)
    for sentence in ("No matches yet", "No rating yet", "No records yet", "No competition yet"):
        assert sentence in overview
    assert "No finished matches yet" in page(new, "results/")
    assert "has not finished a match with anyone yet" in page(new, "against/")
    for path in ("", "results/", "against/"):
        assert Client().get(f"/players/987654/{path}").status_code == 404


def test_the_favourite_rulebook_is_the_one_played_most_often():
    cup = played_elsewhere(4, OF_TWO)
    play(cup)
    ana = entrant(cup, 1)
    comeback(people=[ana, *Player.objects.bulk_create([Player(name="Zoe"), Player(name="Yan")])])
    Competition.objects.update(rulebook_title="Club rules")  # beside its log
    shown = page(ana)
    assert '<dd class="figures__words">Club rules</dd>' in shown
    assert "3 matches, 3 won" in shown
    assert shown.index("?rulebook=Club%20rules") < shown.index("?rulebook=classic")


# -- records


def test_records_come_from_the_log_with_the_step_of_the_replay():
    table = comeback()
    ana, cy = seated(table, "A"), seated(table, "C")
    assert records(ana) == {
        "Best deal": "90 points",
        "Most deals won in a row": "2 deals in a row",
        "Greatest comeback": "won from 64 points behind",
        "Most matches in one night": "1 match",
    }
    assert records(cy) == {"Most matches in one night": "1 match"}
    step = Feat.objects.get(player=ana, code="best_deal").step
    assert f"/tables/{table.pk}/replay/?step={step}" in page(ana)


def test_a_record_stands_until_it_is_beaten():
    people = Player.objects.bulk_create([Player(name="Ada"), Player(name="Bert"), Player(name="Cleo")])
    first = comeback(people=people)
    second = with_real_cards(deal(1, "A", "B 80, C 80"), people=people)
    third = with_real_cards(deal(1, "A", "B 80, C 80"), people=people)
    assert records(people[0])["Best deal"] == "160 points"
    shown = page(people[0])
    assert f"/tables/{second.pk}/replay/?step=" in shown, "of equal ones the oldest"
    assert f"/tables/{third.pk}/replay/?step=" not in shown
    assert f"/tables/{first.pk}/replay/?step=" in shown


def test_wins_in_a_row_and_the_longest_night_are_counted_over_matches():
    cup = played_elsewhere(6, OF_TWO)
    play(cup, 1, minutes=60)
    cleo = entrant(cup, 3)
    Match.objects.filter(competition=cup).update(finished_at=START.replace(hour=23))
    shown = records(cleo)
    assert shown["Most matches in one night"] == "5 matches"
    Match.objects.filter(competition=cup, placements__entrant__number=1).update(
        finished_at=START + dt.timedelta(days=2)
    )
    assert records(entrant(cup, 1))["Longest run of wins"] == "5 matches in a row"
    after_midnight = START.replace(hour=2) + dt.timedelta(days=1)
    Match.objects.filter(competition=cup, placements__entrant__number=6).update(finished_at=after_midnight)
    assert records(cleo)["Most matches in one night"] == "4 matches"


@pytest.mark.written_by_hand
def test_a_match_against_bots_is_no_record():
    table = comeback()
    ana = seated(table, "A")
    Seat.objects.filter(table=table).exclude(player=ana).update(player=None, bot_name="Bot", is_bot=True)
    assert "Most matches in one night" not in records(ana)
    assert "<dt>Matches finished</dt><dd>1</dd>" in page(ana)


def rows() -> list[dict]:
    """Everything that was found in the logs, with every column."""
    return [*ReadTable.objects.order_by("pk").values(), *Feat.objects.order_by("pk").values()]


def test_looking_through_the_logs_again_changes_nothing():
    table = comeback()
    before = rows()
    assert before
    assert tasks.find_feats() == 0, "nothing has happened since"
    assert achievements.recompute([table.pk]) == 1
    assert rows() == before


def test_rebuilding_brings_back_what_was_broken_and_verifying_finds_it(capsys):
    table = comeback()
    before = [(row.code, row.player_id, row.first) for row in Feat.objects.order_by("code", "player")]
    call_command("verify", stream=f"table:{table.pk}")
    Feat.objects.filter(code="best_deal").update(first=999)
    with pytest.raises(CommandError):
        call_command("verify", stream=f"table:{table.pk}")
    assert "the feats do not say what follows" in capsys.readouterr().err
    Feat.objects.filter(code="streak").delete()
    call_command("rebuild", feats=True)
    assert [(row.code, row.player_id, row.first) for row in Feat.objects.order_by("code", "player")] == before
    call_command("verify", stream=f"table:{table.pk}")


@pytest.mark.written_by_hand
@pytest.mark.django_db(transaction=True)
def test_a_log_that_cannot_be_read_has_no_feats_and_stops_no_other(caplog):
    broken, sound = comeback(), comeback(who="Dora Eli Finn")
    ReadTable.objects.all().delete()
    with triggers.lifted(connection):
        TableEvent.objects.filter(stream=broken.pk, name="round_ended").update(payload=b"{")
    assert tasks.find_feats() == 2
    assert tasks.find_feats() == 0, "it is not tried again and again"
    assert set(Feat.objects.values_list("table", flat=True)) == {sound.pk}
    assert f"The feats of table [{broken.pk}]" in caplog.text


def test_a_match_that_a_bot_finished_for_somebody_is_listed_and_does_not_count(client):
    table = dealt("Ana Bo", options={"match_end": "rounds", "round_limit": 1}, turn_seconds=20)
    give_accounts(seated(table, "A"), seated(table, "B"))
    left = seated(table, "B")
    tables.leave(table.pk, player=left, at=START)
    play_out(table)
    Seat.objects.filter(table=table, player=seated(table, "A")).update(
        is_bot=False, away_steps=0
    )  # Ana stayed
    of_bo = page(left)
    assert "finished by a bot: does not count" in of_bo
    assert "<dt>Matches finished</dt><dd>0</dd>" in of_bo
    results = client.get(f"/players/{left.pk}/results/").content.decode()
    assert "0 matches, 0 won" in results
    assert "And 1 match that a bot finished or played most of." in results
    assert 'class="unseen">rank' not in results
    of_ana = page(seated(table, "A"))
    assert "finished by a bot" not in of_ana
    assert "<dt>Matches finished</dt><dd>1</dd>" in of_ana
    assert "do not count here; matches against bots alone set no records" in of_bo
    for person, opponent in (("A", "B"), ("B", "A")):
        met = page(seated(table, person), f"against/?other={seated(table, opponent).pk}")
        assert "has not finished a match with anyone yet" in met, "they have not met to the end"


@pytest.mark.written_by_hand
def test_the_feats_of_a_match_that_a_bot_finished_are_no_records_of_who_left():
    table = comeback()
    tasks.find_feats()
    kept = {seat.player: records(seat.player) for seat in table.seats.select_related("player")}
    champion = max(kept, key=lambda player: len(kept[player]))
    assert len(kept[champion]) > 1
    give_accounts(champion)
    Seat.objects.filter(table=table, player=champion).update(is_bot=True)
    assert records(champion) == {}
    for other in kept.keys() - {champion}:
        assert records(other) == kept[other]


def test_the_losing_side_of_partners_is_second_of_two():
    hands, options = "r1/r4/b1/b3", {"target_score": 2}
    table = playing.deal("Ana Bo Cy Di", hands, "r9 y1 y2 y3", rulebook="partners", options=options)
    playing.do(table, "B play r4")
    ranks = {seat.letter: results_of(seat.player) for seat in table.seats.select_related("player")}
    assert ranks == {"A": ["2"], "B": ["1"], "C": ["2"], "D": ["1"]}


@pytest.mark.written_by_hand
def test_a_match_of_which_a_bot_played_the_most_does_not_count_for_somebody_who_came_back():
    table = dealt("Ana Bo", options={"match_end": "rounds", "round_limit": 1}, turn_seconds=20)
    give_accounts(seated(table, "A"), seated(table, "B"))
    left = seated(table, "B")
    tables.leave(table.pk, player=left, at=START)
    play_deal(table.pk, 3)
    tables.come_back(table.pk, player=left, at=Table.objects.get(pk=table.pk).due_at)
    play_out(table)
    Seat.objects.filter(table=table).update(is_bot=False)
    Seat.objects.filter(table=table, player=seated(table, "A")).update(away_steps=0)  # Ana stayed
    seat, steps = table.seats.get(player=left), Table.objects.get(pk=table.pk).step
    Seat.objects.filter(pk=seat.pk).update(away_steps=steps // 2)
    assert "does not count" not in page(left)
    Seat.objects.filter(pk=seat.pk).update(away_steps=steps // 2 + 1)
    assert "a bot played most of it: does not count" in page(left)
    assert "finished by a bot" not in page(left)


def test_the_rank_in_a_season_is_that_within_the_division():
    season = played_elsewhere(6, StageSettings(SEASON, table_size=3, rounds=1, groups=2))
    play(season)
    second = season.entrants.get(division=2, division_rank=2)
    assert second.rank == 5
    assert "division 2, rank 2" in page(second.player)
