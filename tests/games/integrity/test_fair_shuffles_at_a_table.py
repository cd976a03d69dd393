"""Situation: a server has committed to the shuffles of a table before anybody gave words or got cards."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import eventstore, tables
from games.integrity import proofs
from games.integrity.match_records import export, import_record, verify_shuffles
from games.models import Seat, ShuffleSeed, Table, TableEvent
from games.rules.base.refusal import Refusal
from games.rules.fairness.shuffle import RoundChance, commitment_to
from games.rules.match.events import (
    CardsDealt,
    DealerChosen,
    DrawPileRebuilt,
    HandsShuffled,
    RoundEnded,
    RoundStarted,
    StarterReturned,
)
from games.tables import shuffles
from games.tables.aggregate import locked
from games.tables.events import SecretRevealed, ShufflesCommitted, TableClosed, WordsGiven
from tests.games.playing import (
    START,
    after,
    assert_rebuilt_equals_live,
    fresh,
    move_on,
    open_table,
    play_out,
    player,
)
from tests.games.visiting import HTMX, log_in

pytestmark = pytest.mark.django_db


def events(table: Table, *kinds: type) -> list:
    return [event for event in eventstore.read_events(TableEvent, table.pk) if isinstance(event, kinds)]


def give(table: Table, letter: str, words: str) -> None:
    tables.give_words(table.pk, words=words, player=player(table, letter), at=START)


def started(who: str = "bot bot bot", **facts) -> Table:
    table = open_table(who, **facts)
    tables.start(table.pk, by="organizer:1", at=START)
    return fresh(table)


def until_a_deal_is_over(table: Table, number: int = 1) -> Table:
    while len(events(table, RoundEnded)) < number:
        assert move_on(table)
    return fresh(table)


def test_the_commitments_of_a_match_are_there_before_anybody_sits_down() -> None:
    table = open_table("", seats=4)
    (committed,) = events(table, ShufflesCommitted)
    assert (committed.first, len(committed.commitments), fresh(table).committed) == (1, 20, 20)
    assert len(set(committed.commitments)) == 20
    assert [(deal.number, deal.is_dealt, deal.secret) for deal in proofs.deals(table.pk, 4)][:2] == [
        (1, False, ""),
        (2, False, ""),
    ]


@pytest.mark.parametrize("target", [2, 500, 10_000])
def test_a_table_is_bound_for_twenty_deals_whatever_it_plays_to(target: int) -> None:
    assert open_table("", seats=2, options={"target_score": target}).committed == 20


@pytest.mark.parametrize(("name", "most"), [("target_score", 10_000), ("round_limit", 1_000)])
def test_no_table_is_opened_for_a_match_without_end(name: str, most: int) -> None:
    assert open_table("", seats=2, options={name: most}).pk
    with pytest.raises(Refusal) as refused:
        open_table("", seats=2, options={name: most + 1})
    assert refused.value.code == "bad_value"
    assert Table.objects.count() == 1


def test_two_tables_have_nothing_in_common() -> None:
    first, second = (events(open_table("", seats=2), ShufflesCommitted)[0] for _table in range(2))
    assert not set(first.commitments) & set(second.commitments)


def test_words_take_part_from_the_next_deal_on() -> None:
    table = open_table("Ana bot", options={"target_score": 2000})
    give(table, "A", " blue   horse ")
    tables.start(table.pk, by="organizer:1", at=START)
    give(table, "A", "red cow")
    table = until_a_deal_is_over(table)
    while len(events(table, RoundStarted)) < 2:
        assert move_on(table)
    assert [deal.words for deal in proofs.deals(table.pk, 2)][:3] == [
        ["blue horse", ""],
        ["red cow", ""],
        [],
    ]
    assert list(Seat.objects.filter(table=table).values_list("words", "dealt_words")) == [
        ("red cow", "red cow"),
        ("", ""),
    ]


def test_the_words_decide_the_deal() -> None:
    dealt = []
    for words in ("blue horse", "red cow"):
        table = open_table("Ana Bo")
        ShuffleSeed.objects.filter(table=table).update(seed=b"the same for both")
        give(table, "A", words)
        tables.start(table.pk, by="organizer:1", at=START)
        dealt.append(events(table, CardsDealt)[0].hands)
    assert dealt[0] != dealt[1]


def test_the_same_words_again_are_no_news() -> None:
    table = open_table("Ana Bo")
    give(table, "A", "blue horse")
    version = fresh(table).version
    give(table, "A", "blue  horse")
    assert fresh(table).version == version


def test_words_are_given_by_who_sits_there_as_long_as_there_are_deals_to_come() -> None:
    table = open_table("Ana bot")
    other = player(open_table("Zoe Al"), "A")
    for words, who, code in (("x", other, "not_seated"), ("a@b", player(table, "A"), "bad_words")):
        with pytest.raises(Refusal) as refused:
            tables.give_words(table.pk, words=words, player=who, at=START)
        assert refused.value.code == code
    tables.leave(table.pk, player=player(table, "A"), at=START)
    with pytest.raises(Refusal) as refused:
        tables.give_words(table.pk, words="x", player=other, at=START)
    assert refused.value.code == "conflict"
    assert not events(table, WordsGiven)


def test_someone_who_gets_up_before_the_match_takes_the_words_along() -> None:
    table = open_table("Ana Bo")
    give(table, "A", "blue horse")
    tables.leave(table.pk, player=player(table, "A"), at=START)
    tables.seat_bot(table.pk, seat=0, by="organizer:1", at=START)
    tables.start(table.pk, by="organizer:1", at=START)
    assert proofs.deals(table.pk, 2)[0].words == ["", ""]
    assert fresh(table).seats.first().dealt_words == ""


def test_giving_words_moves_no_deadline_and_makes_no_move_late() -> None:
    table = started("Ana Bo")
    due, version = table.due_at, table.version
    give(table, "B", "blue horse")
    assert fresh(table).due_at == due
    seat = "AB"[table.turn_seat]
    look = tables.look(table.pk, player(table, seat))
    tables.act(table.pk, look.legal[0], after=version, by=f"player:{player(table, seat).pk}", at=START)
    assert fresh(table).version > version + 1


def test_a_secret_is_revealed_in_the_step_that_ends_its_deal_and_not_before() -> None:
    table = started(options={"target_score": 2000})
    assert not events(table, SecretRevealed)
    table = until_a_deal_is_over(table)
    rows = eventstore.read(TableEvent, table.pk)
    assert isinstance(rows[-1].event, SecretRevealed)
    ended = next(row for row in rows if isinstance(row.event, RoundEnded))
    assert rows[-1].step == ended.step
    assert rows[-1].event.round == 1
    secret = bytes.fromhex(rows[-1].event.secret)
    assert commitment_to(secret) == events(table, ShufflesCommitted)[0].commitments[0]


@pytest.mark.parametrize(
    ("rulebook", "options", "seats"),
    [
        ("classic", {}, 3),
        ("classic", {"draw_rule": "until_playable", "hand_size": 10}, 10),
        ("classic", {"deck": "shuffle_112", "dealer_choice": "random"}, 4),
        ("classic", {"starter_rule": "number_only", "hand_size": 10}, 10),
        ("russian-stacked", {}, 4),
        ("super-mario", {}, 3),
        ("welsh", {}, 5),
        ("partners", {}, 4),
    ],
)
def test_every_order_of_every_deal_follows_from_its_secret(rulebook: str, options: dict, seats: int) -> None:
    table = started("bot " * seats, rulebook=rulebook, options={"target_score": 100, **options})
    table = play_out(table, moves=20_000)
    verdict = verify_shuffles(export(table.pk).encode())
    assert verdict["ok"], verdict
    assert len(verdict["rounds"]) == table.round_number
    shown = events(table, ShufflesCommitted)[0].commitments
    assert [deal["commitment"] for deal in verdict["rounds"]] == shown[: table.round_number]
    assert_rebuilt_equals_live(table)


@pytest.mark.django_db(transaction=True)  # a long deal is not read anew for every move once it is committed
def test_a_pile_rebuilt_late_in_a_deal_is_the_next_outcome_of_that_deal() -> None:
    table = started(
        "bot " * 10, options={"draw_rule": "until_playable", "hand_size": 10, "target_score": 300}
    )
    play_out(table, moves=20_000, one_by_one=True)
    verdict = verify_shuffles(export(table.pk).encode())
    assert verdict["ok"]
    assert events(table, DrawPileRebuilt)


def test_the_first_dealer_follows_from_the_first_secret_too() -> None:
    table = started("bot bot bot bot")
    (chosen,) = events(table, DealerChosen)
    (deck,) = chosen.decks
    seed = ShuffleSeed.objects.get(table=table).seed
    secret = shuffles.secret_of(bytes(seed), 1)
    assert RoundChance(secret, [""] * 4, 0).shuffled(deck) == deck
    assert [card for _seat, card in chosen.draws] == deck[: len(chosen.draws)]


def test_of_a_running_match_the_deals_that_are_over_are_proven() -> None:
    table = until_a_deal_is_over(started(options={"target_score": 2000}))
    while fresh(table).round_number < 2:
        assert move_on(table)
    verdict = verify_shuffles(export(table.pk).encode())
    assert verdict["ok"]
    assert [deal["round"] for deal in verdict["rounds"]] == [1]


def test_further_commitments_are_made_long_before_they_are_needed() -> None:
    table = started("bot bot", options={"match_end": "rounds", "round_limit": 13, "target_score": 100})
    assert table.committed == 20
    play_out(table, moves=20_000)
    first, second = events(table, ShufflesCommitted)
    assert (first.first, second.first, len(second.commitments)) == (1, 21, shuffles.AT_ONCE)
    rows = eventstore.read(TableEvent, table.pk)
    began = {row.event.round: row.step for row in rows if isinstance(row.event, RoundStarted)}
    assert [row.step for row in rows if row.event == second] == [began[11]]
    assert verify_shuffles(export(table.pk).encode())["ok"]


def test_a_secret_is_read_only_when_cards_are_shuffled() -> None:
    table = started("Ana bot", options={"target_score": 2000})
    shuffled = CardsDealt | DrawPileRebuilt | HandsShuffled | StarterReturned | SecretRevealed
    reads: dict[bool, set[int]] = {True: set(), False: set()}
    while len(events(table, CardsDealt)) < 3:
        version = fresh(table).version
        with CaptureQueriesContext(connection) as asked:
            assert move_on(table)
        new = eventstore.read(TableEvent, table.pk, after=version)
        read = sum("shuffleseed" in query["sql"] for query in asked.captured_queries)
        reads[any(isinstance(row.event, shuffled) for row in new)].add(read)
    assert reads[False] == {0}
    assert min(reads[True]) == 1  # twice where the last card of a deal lets somebody draw from a new pile


def test_a_match_given_up_in_a_deal_opens_that_deal_and_no_other() -> None:
    table = started("Ana Bo")
    with locked(table.pk) as held:
        held.note(TableClosed(), by="organizer:1", at=after(5))
    assert [event.round for event in events(table, SecretRevealed)] == [1]
    assert verify_shuffles(export(table.pk).encode())["ok"]


def test_a_match_given_up_between_two_deals_reveals_nothing_more() -> None:
    table = until_a_deal_is_over(started(options={"target_score": 2000}))
    with locked(table.pk) as held:
        held.note(TableClosed(), by="organizer:1", at=after(5000))
    assert [event.round for event in events(table, SecretRevealed)] == [1]


def test_a_table_closed_before_its_match_reveals_nothing() -> None:
    table = open_table("Ana", seats=2)
    tables.leave(table.pk, player=player(table, "A"), at=START)
    assert events(table, TableClosed)
    assert not events(table, SecretRevealed)


def test_a_match_that_was_brought_in_is_bound_to_nothing_and_keeps_its_proofs() -> None:
    written = export(play_out(started(options={"target_score": 50})).pk)
    table, _said = import_record(written.encode(), at=START)
    assert (table.committed, proofs.deals(table.pk, 3)) == (0, [])
    assert not ShuffleSeed.objects.filter(table=table).exists()
    assert export(table.pk) == written
    assert verify_shuffles(export(table.pk).encode())["ok"]


@pytest.mark.written_by_hand
def test_a_table_older_than_commitments_is_played_on_without() -> None:
    table = open_table("bot bot", options={"target_score": 50})
    ShuffleSeed.objects.filter(table=table).delete()
    Table.objects.filter(pk=table.pk).update(committed=0)
    tables.start(table.pk, by="organizer:1", at=START)
    play_out(table)
    assert not events(table, SecretRevealed)
    verdict = verify_shuffles(export(table.pk).encode())
    assert (verdict["ok"], verdict["code"], verdict["round"]) == (False, "no_proof", 1)


@pytest.mark.written_by_hand
def test_words_mean_nothing_where_nothing_was_committed_to() -> None:
    table = open_table("Ana bot")
    Table.objects.filter(pk=table.pk).update(committed=0)
    with pytest.raises(Refusal) as refused:
        give(table, "A", "blue horse")
    assert refused.value.code == "conflict"


def test_a_match_of_a_competition_shows_its_hashes_before_its_first_deal(client) -> None:
    """The clock deals in a moment, so that people see them and can add words even to the first deal."""
    table = open_table("Ana bot bot", options={"target_score": 50})
    tables.start(table.pk, deals_at_once=False, by="organizer:1", at=START)
    table = fresh(table)
    assert (table.status, table.round_number, table.due_at) == (Table.Status.RUNNING, 0, after(6))
    assert not events(table, CardsDealt)
    log_in(client, player(table, "A"))
    page = client.get(f"/tables/{table.pk}/").content.decode()
    assert "The first deal begins in a moment" in page
    assert events(table, ShufflesCommitted)[0].commitments[0] in page
    answer = client.post(f"/tables/{table.pk}/moves/", {"move": "draw", "after": table.version}, headers=HTMX)
    assert (answer.status_code, b"not been dealt" in answer.content) == (409, True)
    give(table, "A", "blue horse")
    tables.leave(table.pk, player=player(table, "A"), at=after(1))
    assert fresh(table).due_at == after(6)
    assert not tables.end_turn(table.pk, version=fresh(table).version, at=after(5))
    assert tables.end_turn(table.pk, version=fresh(table).version, at=after(6))
    assert proofs.deals(table.pk, 3)[0].words == ["blue horse", "", ""]
    assert verify_shuffles(export(play_out(table).pk).encode())["ok"]
    assert_rebuilt_equals_live(table)


def test_bots_among_themselves_do_not_wait_long_for_their_first_deal() -> None:
    table = open_table("bot bot")
    tables.start(table.pk, deals_at_once=False, by="organizer:1", at=START)
    assert fresh(table).due_at < after(2)
    assert move_on(table)
    assert events(table, CardsDealt)
