"""Situation: people make a rulebook of their own, keep it, and play with it."""

import html
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse

from games.models import CustomRulebook, Player, Table
from games.rulebooks import commands
from games.rules.base.refusal import Refusal
from games.rules.options.option_texts import OPTION_TEXTS
from games.rules.options.options import NAMES, build, explain
from tests.games.playing import START, fresh, open_table, play_out
from tests.games.rules.options.refused_combinations import REFUSED
from tests.games.visiting import log_in
from tests.suite.extent import some

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana(client: Client) -> Player:
    """Ana is logged in."""
    player = Player.objects.create(name="Ana")
    log_in(client, player)
    return player


def form_of(client: Client, start: str = "classic", **changes: object) -> dict[str, object]:
    """What the untouched form would send, with some fields changed."""
    page = client.get(f"{reverse('rulebook_new')}?from={start}").content.decode()
    sent: dict[str, object] = {"name": "House rules", "keeper": re.search(r'value="(player-\d+)"', page)[1]}
    sent |= dict(re.findall(r'<input type="radio" name="(\w+)" value="([^"]*)"[^>]*checked', page))
    sent |= dict(re.findall(r'<input type="number" name="(\w+)" value="(\d+)"', page))
    return {**sent, **changes}


def kept(client: Client, start: str = "classic", **changes: object) -> CustomRulebook:
    answer = client.post(f"{reverse('rulebook_new')}?from={start}", form_of(client, start, **changes))
    assert answer.status_code == 302, answer.content.decode()
    return CustomRulebook.objects.get(name=changes.get("name", "House rules"))


def test_the_form_explains_every_option_and_shows_the_values_of_the_preset(client, ana):
    page = html.unescape(client.get(f"{reverse('rulebook_new')}?from=russian").content.decode())
    for about in OPTION_TEXTS:
        assert about.title in page
        assert about.meaning in page
        assert f"In Russian: {about.words(getattr(build('russian'), about.name))}." in page
        for choice in about.choices:
            assert choice.words in page
            assert choice.meaning in page
    assert "changed</span>" in page
    assert 'class="tag"' not in page, "nothing is changed yet"


STYLES = Path(finders.find("games/rulebooks/rulebooks.css")).read_text()
CHOSEN = '[name="{option}"][value="{value}"]:checked'


@pytest.mark.parametrize(
    "about",
    # The page cannot see numbers: a dealer is named also where only one deal is played.
    [about for about in OPTION_TEXTS if about.matters_with and about.name != "next_dealer"],
    ids=lambda about: about.name,
)
def test_the_form_hides_an_option_until_it_matters(about):
    [selector] = re.findall(rf"^\.rulebook-form:not\(:has\((.*)\)\) #{about.name}:not", STYLES, re.MULTILINE)
    assert selector.split(", ") == [
        chosen for condition in about.matters_with for chosen in _chosen(condition)
    ]


def _chosen(condition):
    """Yield the selectors of the choices with which a condition holds."""
    about = explain(condition.option)
    if about.many:
        yield f'[name^="{about.name}_"] option:checked:not([value=""])'
        return
    for value in about.values:
        if (value in condition.values) is not condition.negated:
            yield CHOSEN.format(option=about.name, value=about.written(value))


def test_a_rulebook_is_kept_with_what_differs_from_its_preset(client, ana):
    made = kept(client, "russian", jump_in="on", hand_size="5", uno_call_deadline="with_play")
    assert (made.preset, made.options) == ("russian", {"jump_in": True, "hand_size": 5})
    assert made.keeper == ana


def test_a_number_left_empty_and_one_written_out_are_the_same(client, ana):
    assert kept(client, hand_size="").options == {}
    assert kept(client, name="Seven", hand_size="7").options == {}


def test_customizable_cards_are_chosen_one_by_one(client, ana):
    made = kept(
        client,
        deck="mario_112",
        customizable_points="50",
        customizable_effects_1="extra_turn",
        customizable_effects_3="none",
    )
    assert made.options["customizable_effects"] == ["extra_turn", "none"]
    page = client.get(reverse("rulebook", args=[made.key])).content.decode()
    assert "<b>Wild Play Again</b>" in page
    assert "<b>Blank Wild</b>" in page
    assert "<b>Customizable" not in page


def test_a_reopened_form_marks_its_changed_options(client, ana):
    made = kept(client, jump_in="on", seven_zero="on")
    page = client.get(reverse("rulebook_edit", args=[made.pk])).content.decode()
    marked = re.findall(r'<fieldset class="option option--changed" id="(\w+)"', page)
    assert marked == ["jump_in", "seven_zero"]
    assert len(re.findall(r'<fieldset class="option" id="(\w+)"', page)) == len(NAMES) - 2


# A rulebook is kept for whatever number of seats fits it.
OF_OPTIONS = [refused for refused in REFUSED if "seats" not in refused[1]]


@pytest.mark.sampled(
    "sends every third combination to the page; programs are asked about each",
    about=["games/rulebooks/", "games/rules/options/", "templates/games/"],
)
@pytest.mark.parametrize(("code", "names", "changes", "seats"), some(OF_OPTIONS[::-1], every=3))
def test_a_refused_combination_is_shown_at_both_fields_with_its_code(
    client, ana, code, names, changes, seats
):
    sent = {name: _written(name, value) for name, value in changes.items() if not isinstance(value, list)}
    for n, effect in enumerate(changes.get("customizable_effects", []), start=1):
        sent[f"customizable_effects_{n}"] = effect
    answer = client.post(f"{reverse('rulebook_new')}?from=classic", form_of(client, **sent))
    assert answer.status_code == 422
    assert not CustomRulebook.objects.exists()
    with pytest.raises(Refusal) as refused:
        commands.keep(keeper=ana, name="x", preset="classic", options=changes, at=START)
    page = html.unescape(answer.content.decode())
    places = re.split(r'<fieldset class="option[^"]*" id="', page)[1:]
    wrong = {place.partition('"')[0] for place in places if f"{refused.value.sentence} [{code}]" in place}
    assert wrong == names


def test_a_refused_form_marks_only_its_changed_options(client, ana):
    answer = client.post(reverse("rulebook_new"), form_of(client, jump_in_self="on", hand_size="12"))
    page = answer.content.decode()
    assert re.findall(r'<fieldset class="option option--changed" id="(\w+)"', page) == ["jump_in_self"]
    answer = client.post(reverse("rulebook_new"), form_of(client, jump_in_self="on", hand_size="2"))
    page = answer.content.decode()
    assert re.findall(r'option--changed" id="(\w+)"', page) == ["hand_size", "jump_in_self"]
    assert len(re.findall(r'<details class="sheet" open', page)) == 2


def _written(name: str, value: object) -> str:
    return next(texts for texts in OPTION_TEXTS if texts.name == name).written(value)


@pytest.mark.parametrize(
    "changes",
    [{"name": " "}, {"name": "x" * 61}, {"name": "\x00"}, {"keeper": "player-0"}, {"jump_in": "perhaps"},
     {"hand_size": "11"}, {"hand_size": "many"}, {"target_score": "9" * 40}, {"deck": ""},
     {"customizable_effects_1": "dance"}],
)  # fmt: skip
def test_nonsense_is_refused_and_nothing_is_kept(client, ana, changes):
    answer = client.post(f"{reverse('rulebook_new')}?from=classic", form_of(client, **changes))
    assert answer.status_code == 422
    assert not CustomRulebook.objects.exists()


def test_a_name_is_used_once_by_everyone(client, ana):
    kept(client)
    answer = client.post(f"{reverse('rulebook_new')}?from=welsh", form_of(client, "welsh"))
    assert answer.status_code == 422
    assert "There is already a rulebook called “House rules”." in _text(answer)
    bo = Client()
    log_in(bo, Player.objects.create(name="Bo"))
    assert bo.post(f"{reverse('rulebook_new')}?from=welsh", form_of(bo, "welsh")).status_code == 302


def _text(answer) -> str:
    return html.unescape(answer.content.decode())


def test_a_table_is_opened_with_it_and_says_so(client, ana):
    made = kept(client, "russian", name="Friday rules", jump_in="on", hand_size="5")
    url = reverse("table_new")
    page = client.get(f"{url}?rulebook={made.key}").content.decode()
    assert re.search(rf'value="{made.key}"[^>]*checked', page)
    sent = {"rulebook": made.key, "seats": 3, "bots": 2, "target": "", "turn_seconds": 60}
    table = Table.objects.get(pk=client.post(url, sent).url.split("/")[2])
    assert (table.rulebook, table.rulebook_title) == ("russian", "Friday rules")
    assert table.options["hand_size"] == 5
    page = client.get(table.get_absolute_url()).content.decode()
    assert f'<a href="{reverse("table_rules", args=[table.pk])}">Friday rules</a>' in page
    assert "Jump-in</a>: on" in page


def test_a_running_match_keeps_its_rules_when_the_rulebook_is_changed_and_when_it_goes(client, ana):
    made = kept(client, name="Quick", hand_size="2", target_score="20")
    sent = {"rulebook": made.key, "seats": 3, "bots": 2, "target": "", "turn_seconds": 60}
    table = Table.objects.get(pk=client.post(reverse("table_new"), sent).url.split("/")[2])
    client.post(reverse("table_start", args=[table.pk]))
    before = fresh(table).options
    assert before == {"hand_size": 2, "target_score": 20}
    edited = form_of(client, made.key, name="Slow", hand_size="9", target_score="2000")
    assert client.post(reverse("rulebook_edit", args=[made.pk]), edited).status_code == 302
    assert CustomRulebook.objects.get().options == {"hand_size": 9, "target_score": 2000}
    assert (fresh(table).options, fresh(table).rulebook_title) == (before, "Quick")
    client.post(reverse("rulebook_delete", args=[made.pk]), {"sure": "1"})
    assert not CustomRulebook.objects.exists()
    rules = client.get(reverse("table_rules", args=[table.pk]))
    assert rules.status_code == 200
    assert "Quick" in rules.content.decode()
    over = play_out(table)
    assert over.options == before
    assert max(seat.total for seat in over.seats.all()) < 2000


def test_deleting_has_to_be_meant(client, ana):
    made = kept(client)
    assert client.post(reverse("rulebook_delete", args=[made.pk])).status_code == 422
    assert CustomRulebook.objects.filter(pk=made.pk).exists()
    page = client.get(made.get_absolute_url()).content.decode()
    assert "It cannot be restored." in page


def test_others_read_it_and_make_their_own_of_it_but_do_not_change_it(client, ana):
    made = kept(client, jump_in="on")
    other = Client()
    log_in(other, Player.objects.create(name="Bo"))
    page = other.get(made.get_absolute_url()).content.decode()
    assert "Make your own version" in page
    assert "Delete it" not in page
    for url in ("rulebook_edit", "rulebook_delete"):
        assert other.post(reverse(url, args=[made.pk]), {"sure": "1", "name": "Mine"}).status_code == 403
    assert other.get(reverse("rulebook_edit", args=[made.pk])).status_code == 403
    copy = other.post(f"{reverse('rulebook_new')}?from={made.key}", form_of(other, made.key, name="Copy"))
    assert copy.status_code == 302
    assert CustomRulebook.objects.get(name="Copy").options == {"jump_in": True}


def test_someone_who_is_not_logged_in_logs_in_first(client):
    answer = client.get(f"{reverse('rulebook_new')}?from=welsh")
    assert answer.status_code == 302
    assert answer.url.startswith(f"{reverse('log_in')}?next=%2Frules%2Fnew%2F")
    made = commands.keep(
        keeper=Player.objects.create(name="Ana"), name="House", preset="classic", options={}, at=START
    )
    assert client.post(reverse("rulebook_edit", args=[made.pk])).status_code == 403
    assert client.get(made.get_absolute_url()).status_code == 200


def test_its_page_and_the_comparison_work_as_for_a_preset(client, ana):
    made = kept(client, "welsh", name="Ours & theirs", hand_size="3")
    page = _text(client.get(made.get_absolute_url()))
    assert "Ours & theirs" in page
    assert "Welsh with Cards in hand: 3." in page
    assert "owned by Ana" in page
    beside = _text(client.get(f"{reverse('rules_compare')}?a={made.key}&b=welsh"))
    assert "Cards in hand" in beside
    assert "Empty draw pile" not in beside
    assert "Ours & theirs" in _text(client.get(reverse("rules")))


@pytest.mark.parametrize(
    "path",
    ["custom-0/", "custom-99/", "custom-1x/", "custom-99999999999999999999999/", "custom-99/edit/",
     "custom-99999999999999999999999/edit/", "new/?from=chess", "new/?from=custom-99",
     "compare/?a=custom-99"],
)  # fmt: skip
def test_a_rulebook_that_does_not_exist_is_not_found(client, ana, path):
    assert client.get(f"/rules/{path}").status_code == 404


def test_the_pages_ask_the_same_few_questions_however_many_rulebooks_there_are(
    client, ana, django_assert_num_queries
):
    for number in range(3):
        commands.keep(keeper=ana, name=f"R{number}", preset="classic", options={}, at=START)
    first = CustomRulebook.objects.first()
    client.get(reverse("rules"))
    # The session, the user with the player, who was merged into it, the clubs, the bell; then the rulebooks.
    for url, queries in (
        (reverse("rules"), 7),
        (first.get_absolute_url(), 8),
        (reverse("table_new"), 6),
        (f"{reverse('rules_compare')}?a={first.key}&b=welsh", 7),
    ):
        with django_assert_num_queries(queries):
            client.get(url)


def test_a_deleted_player_takes_the_rulebooks_along(ana):
    commands.keep(keeper=ana, name="House", preset="classic", options={}, at=START)
    ana.delete()
    assert not CustomRulebook.objects.exists()


def test_a_table_of_a_custom_rulebook_is_rebuilt_with_its_title():
    table = open_table("Ana Bo", options={"hand_size": 5}, rulebook_title="Friday rules")
    assert fresh(table).rulebook_title == "Friday rules"
