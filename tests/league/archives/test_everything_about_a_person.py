"""Situation: somebody wants everything that the site stores about them."""

import datetime as dt
import io
import json
import zipfile

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.utils import timezone
from pytest_django.asserts import assertContains, assertNotContains

from games import chat, tables
from games.access import analyses
from games.analysis import queue, worker
from games.models import MutedPlayer, Player, ReplayComment, Table, Vacation
from league import tasks
from league.accounts import deletion, tokens
from league.archives import contents, making
from league.models import Archive, ArchivePiece, Membership, Notice, QuietHours, Report
from tests.games.analysis.test_a_match_is_analysed import FEW
from tests.games.playing import START, deal, open_table, play_out
from tests.games.visiting import log_in
from tests.league.club_nights import club

pytestmark = pytest.mark.django_db

HOUR = dt.timedelta(hours=1)


@pytest.fixture
def ana():
    return Player.objects.create(name="Ana")


@pytest.fixture
def hers(ana):
    client = Client()
    log_in(client, ana, by_password=True)
    ana.refresh_from_db()
    EmailAddress.objects.create(user=ana.user, email="ana@example.org", verified=True, primary=True)
    return client


def seated(table: Table, person: Player, letter: str) -> None:
    """Let a person take the place of another at a table of a test, with that player's number."""
    table.seats.filter(index="ABC".index(letter)).update(player=person)


def archive_of(client: Client) -> dict[str, str]:
    answer = client.get("/me/data/file/")
    assert answer.status_code == 200
    with zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content))) as packed:
        return {name: packed.read(name).decode() for name in packed.namelist()}


def ask_and_make(client: Client, person: Player) -> dict[str, str]:
    client.post("/me/data/")
    assert tasks.make_archive(person.pk)
    return archive_of(client)


def test_an_archive_is_asked_for_made_told_and_forgotten(ana, hers):
    assertContains(hers.get("/me/data/"), "Make my archive")
    hers.post("/me/data/")
    assertContains(hers.get("/me/data/"), "Your archive is being made.")
    assert hers.get("/me/data/file/").status_code == 404
    assert tasks.make_archives() == 1  # the sweep finds it, too
    assert not tasks.make_archive(ana.pk), "nothing is left to make"
    assertContains(hers.get("/me/data/"), "Download archive")
    tasks.send_letters()
    assert "/me/data/" in mail.outbox[-1].body
    assert mail.outbox[-1].to == ["ana@example.org"]
    assert "profile.json" in archive_of(hers)
    assertContains(hers.post("/me/data/"), "ask for the next one in an hour", status_code=429)
    making.ask(ana, at=timezone.now() + 2 * HOUR)
    assert Archive.objects.get().finished_at is None
    making.make(ana.pk, now=timezone.now)
    assert making.forget(timezone.now() + making.KEPT + HOUR) == 1
    assert not ArchivePiece.objects.exists()
    assert hers.get("/me/data/file/").status_code == 404


def test_the_archive_holds_what_is_stored_about_the_person(ana, hers):
    home, bo = club(), Player.objects.create(name="Bo")
    Membership.objects.create(club=home, player=ana, is_organizer=True)
    table = deal("Cem Dee", "r1 r2/r4 r5", "r9 y1 y2 y3 y4 y5", options={"target_score": 2})
    chat.say(table.pk, "Good evening", player=ana, at=timezone.now())
    ReplayComment.objects.create(table=table, player=ana, step=1, text="Well dealt", said_at=timezone.now())
    MutedPlayer.objects.create(by=ana, player=bo, at=timezone.now(), is_blocked=True)
    MutedPlayer.objects.create(by=bo, player=ana, at=timezone.now(), is_blocked=True)  # she never learns this
    Notice.objects.create(
        player=ana, kind="request", key="x", subject="A request", text="Decide", link="/", at=timezone.now()
    )
    Vacation.objects.create(player=ana, starts_at=START, ends_at=START + HOUR)
    QuietHours.objects.create(player=ana, starts=dt.time(22), ends=dt.time(7), time_zone="Europe/London")
    files = ask_and_make(hers, ana)
    assert "Everything that this site stores about you." in files["README.txt"]
    profile = json.loads(files["profile.json"])
    assert (profile["name"], profile["addresses"][0]["email"]) == ("Ana", "ana@example.org")
    assert json.loads(files["clubs.json"])["memberships"][0]["roles"] == "organizer and member"
    written = json.loads(files["chat.json"])
    assert written["messages"][0]["text"] == "Good evening"
    assert written["replay_comments"][0]["text"] == "Well dealt"
    assert json.loads(files["notices.json"])[0]["subject"] == "A request"
    consents = json.loads(files["consents.json"])
    assert [(row["name"], row["is_blocked"]) for row in consents["muted_people"]] == [("Bo", True)]
    assert consents["vacations"] == [
        {"starts_at": "2026-05-01T19:30:00+00:00", "ends_at": "2026-05-01T20:30:00+00:00"}
    ]
    assert consents["quiet_hours"] == [
        {"starts": "22:00:00", "ends": "07:00:00", "time_zone": "Europe/London"}
    ]


def test_the_archive_reads_every_kind_of_row_that_goes_with_the_account():
    of_others = {"TableScorekeeper", "Archive"}  # a role at one evening, and the archive itself
    deleted = {model.__name__ for model in deletion._PERSONAL}
    assert deleted - of_others <= set(vars(contents))


@pytest.mark.written_by_hand
def test_a_finished_match_is_there_as_a_record_and_a_running_one_without_its_cards(ana, hers):
    over = open_table("bot bot", options={"target_score": 40})
    tables.start(over.pk, by="organizer:1", at=START)
    play_out(over)
    runs = deal("Eva Fay", "b1 b2/b4 b5", "b9 g1 g2 g3 g4 g5")
    for table in (over, runs):
        seated(table, ana, "A")
    files = ask_and_make(hers, ana)
    matches = {match["table"]: match for match in json.loads(files["matches.json"])}
    record = files[matches[over.pk]["record"]]
    assert json.loads(record)["rounds"]
    assert matches[over.pk]["analysis"] is None
    assert matches[runs.pk]["record"] is None
    assert not any(f"table-{runs.pk}" in name for name in files)
    assert Archive.objects.get().done == 2


@pytest.mark.written_by_hand
def test_the_analysis_of_a_match_lies_beside_its_record_unless_it_is_switched_off(ana, hers, monkeypatch):
    over = open_table("bot bot", options={"target_score": 40})
    tables.start(over.pk, by="organizer:1", at=START)
    play_out(over)
    seated(over, ana, "A")
    queue.ask(over.pk, at=START)
    worker.work(over.pk, clock=lambda: START, worlds=FEW)
    files = ask_and_make(hers, ana)
    assert json.loads(files[f"matches/table-{over.pk}.analysis.json"])["format"] == "wildleague-analysis/1"
    assert "wildleague-analysis" not in files[f"matches/table-{over.pk}.json"]
    monkeypatch.setattr(analyses, "_HOOKS", [lambda _table: True])
    assert contents.of_match(over.seats.get(player=ana))[0]["analysis"] is None


def test_no_secret_and_no_hidden_name_is_in_the_archive(ana, hers):
    hidden = Player.objects.create(name="Hidden Henry", is_hidden=True)
    table = deal("Cem Dee", "r1 r2/r4 r5", "r9 y1 y2 y3 y4 y5")
    chat.say(table.pk, "You rascal", player=ana, at=timezone.now())
    message = ana.messages.get()
    Report.objects.create(
        reporter=hidden, player=ana, table=table, message=message, text=message.text, said_at=message.said_at,
        reason="insult", words="Henry says so", desk="site", at=timezone.now(),
    )  # fmt: skip
    MutedPlayer.objects.create(by=ana, player=hidden, at=timezone.now())
    _token, secret = tokens.make(ana.user, name="Screen", scopes=["read"], days=7, at=timezone.now())
    ana.user.set_password("jade-otter-42")
    ana.user.save()
    log_in(hers, ana)
    everything = "\n".join(ask_and_make(hers, ana).values())
    assert "You rascal" in everything
    assert "Screen" in everything
    for secret_text in ("Hidden Henry", "Henry says so", secret, tokens.digest(secret), ana.user.password):
        assert secret_text not in everything


def test_the_archive_is_for_nobody_else_and_goes_with_the_account(ana, hers):
    ask_and_make(hers, ana)
    other = Client()
    log_in(other, Player.objects.create(name="Bo"))
    assertNotContains(other.get("/me/data/"), "Download archive")
    assert other.get("/me/data/file/").status_code == 404
    deletion.delete(Player.objects.get(pk=ana.pk), at=timezone.now())
    assert not Archive.objects.exists()


def test_an_e_mail_is_promised_only_to_a_confirmed_address(ana, hers):
    hers.post("/me/data/")
    assertContains(hers.get("/me/data/"), "You get an e-mail when it is ready")
    EmailAddress.objects.update(verified=False)
    page = hers.get("/me/data/")
    assertNotContains(page, "e-mail when it is ready")
    assertContains(page, "download it here when it is ready")
