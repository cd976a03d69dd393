"""Journey: a club night with real cards, from the check-in to the printed standings.

Twenty-four are on the list and twenty-four play: one never comes, one comes late. The club's two bots play
with two of them at a table of the site, beside six tables with real cards. Five people keep the score.
"""

import re

import pytest
from playwright.sync_api import expect

from tests.journeys.clubs.club_night import BOTS, KEEPERS, MEMBERS, PROJECTOR, Night
from tests.journeys.organizers import at_the_desk as desk
from tests.journeys.organizers.at_the_desk import PATIENCE
from tests.journeys.people import play_until
from tests.journeys.scorekeepers import keeping_score as score
from tests.journeys.scorekeepers.keeping_score import LATER
from tests.suite.extent import is_thorough, some


@pytest.fixture
def night(browser, asgi_server, worker_process):
    return Night(browser, asgi_server)


@pytest.mark.sampled(
    "two check in with a phone, not four, and two tables write down their deals without one: journeys of "
    "scorekeepers hold what they would do",
    about=["games/scoresheets/", "league/competitions/event_night/", "league/static/", "templates/league/"],
)
def test_a_night_from_the_check_in_to_the_printed_standings(night):
    people_check_in_and_one_is_missing(night)
    the_draw_is_drafted_and_a_guest_comes_late(night)
    the_bots_are_seated_together_and_the_draw_is_published(night)
    one_table_is_played_online(night)
    screen_phones_and_paper_say_where_to_sit(night)
    the_timer_runs_everywhere(night)

    scorekeepers_go_to_their_tables(night)
    ned_reports_a_result_and_a_player_objects(night)
    the_referee_settles_the_dispute_with_the_log_beside_it(night)
    kim_taps_cards_and_everybody_confirms(night)
    if is_thorough():
        lou_loses_the_network_for_two_deals(night)
        mel_undoes_a_deal(night)
    else:
        night.write_down(night.kept_by("Lou"), night.kept_by("Mel"))
    pia_keeps_two_tables_and_calls_the_referee(night)
    the_online_table_plays_beside_them(night)

    olga_corrects_a_result_after_a_look_at_what_it_changes(night)
    silence_makes_the_other_results_final(night)
    the_standings_are_printed(night)
    assert night.complaints == []


def people_check_in_and_one_is_missing(night):
    """Most are here already, some are ticked at the door, four use their phones, two of them by the QR code.

    Zoe does not come.
    """
    door = night.laptop("Olga")
    door.goto(f"{night.address}door/")
    code = desk.open_check_in(door)
    by_link, by_code = some(["Ana", "Ben"], every=2), some(["Cleo", "Dee"], every=2)
    night.let_in([name for name in MEMBERS[:-3] if name not in (*by_link, *by_code)])
    for name in (*MEMBERS[-3:-1], *BOTS):
        desk.tick(door, name)
    for name in by_link:
        desk.check_in_with_the_link(night.phone(name), night.address, code)
    for name in by_code:
        desk.check_in_with_the_code(night.phone(name), night.address, code)
    expect(door.get_by_role("heading", name="Here: 25")).to_be_visible(timeout=LATER)
    night.put_away(*by_link[1:], *by_code)
    expect(door.get_by_text("1 player is not here yet.")).to_be_visible()
    expect(door.get_by_role("region", name="Missing")).to_contain_text("Zoe")


def the_draw_is_drafted_and_a_guest_comes_late(night):
    """Nora comes while Olga looks at the draft: it is made anew with her."""
    olga = night.laptop("Olga")
    olga.get_by_role("button", name="Pair the players here: 25").click()
    asked = olga.get_by_role("dialog", name="Pair the players here")
    expect(asked).to_contain_text("Removed: Zoe.")
    asked.get_by_role("button", name="Start with a draft", exact=True).click()
    expect(olga.get_by_role("region", name="Table 7")).to_be_visible(timeout=PATIENCE)

    olga.goto(f"{night.address}door/")
    olga.get_by_label("Late entrant").fill("Nora")
    olga.get_by_role("button", name="Add", exact=True).click()
    olga.goto(f"{night.address}draft/")
    expect(
        olga.get_by_text("The entrants, or who must be kept apart, changed after this draft was made")
    ).to_be_visible()
    desk.sure(olga, "New draft …", "Make new draft")
    expect(olga.locator(".seat", has_text="Nora")).to_be_visible(timeout=PATIENCE)


def the_bots_are_seated_together_and_the_draw_is_published(night):
    """With two members at a table of four. Until it is published nobody else sees where anybody sits."""
    olga = night.laptop("Olga")
    night.online = desk.first_table_of(olga, 4)
    desk.bring_to(olga, f"Table {night.online}", *BOTS)
    desk.bring_to(olga, f"Table {night.in_the_room[-1]}", "Nora")
    ana = night.phone("Ana")
    ana.goto(night.address)
    expect(ana.locator(".place__say")).to_have_count(0)
    desk.sure(olga, "Publish …", "Publish")
    expect(ana.locator(".place__say")).to_contain_text("You are at", timeout=LATER)
    night.put_away("Ana")


def one_table_is_played_online(night):
    """Where the bots sit, two members play on their phones."""
    olga = night.laptop("Olga")
    olga.goto(f"{night.address}tables/")
    olga.get_by_role("listitem").filter(has_text="Robo").get_by_role("link", name="Match of").click()
    olga.get_by_role("button", name="Play online").click()
    expect(olga.get_by_role("button", name="Play with real cards")).to_be_visible()
    assert [night.match(number).table.is_physical for number in night.in_the_room] == 6 * [True]
    assert not night.match(night.online).table.is_physical


def screen_phones_and_paper_say_where_to_sit(night):
    """By name and by table on the projector; table, seat and first dealer on the phone; a list on paper."""
    screen = night.projector()
    screen.goto(f"/screen{night.address}?view=names")
    where = screen.locator(".screen__line", has_text="Nora")
    expect(where.first).to_contain_text(re.compile(r"Table [1-7], seat [A-D]"))
    screen.goto(f"/screen{night.address}?view=tables")
    expect(screen.locator(".screen__table")).to_have_count(7)
    expect(screen.locator(".screen__table", has_text="Robo")).to_contain_text("online")
    expect(screen.get_by_text("Zoe")).to_have_count(0)

    number = night.in_the_room[0]
    phone = night.phone(night.seated(number)[1])
    phone.goto(night.address)
    dealing = re.compile(rf"You are at table {number}, seat B\. (You deal first|First dealer: )")
    expect(phone.locator(".place__say")).to_contain_text(dealing)

    paper = night.laptop("Olga")
    paper.goto(f"{night.address}print/tables/")
    expect(paper.locator(".paper__names li")).to_have_count(26)
    paper.goto(f"{night.address}print/sheets/")
    expect(paper.locator(".scoresheet")).to_have_count(6)


def the_timer_runs_everywhere(night):
    """Olga starts it; the screen and the phones count down by themselves."""
    olga, screen = night.laptop("Olga"), night.projector()
    phone = night.phone(night.seated(night.in_the_room[0])[1])
    olga.goto(f"{night.address}tables/")
    olga.get_by_label("Minutes", exact=True).fill("40")
    olga.get_by_role("button", name="Start the timer").click()
    for page in (olga, screen, phone):
        timer = page.get_by_role("timer").first
        expect(timer).to_contain_text("39:", timeout=LATER)
        expect(timer).not_to_have_text(timer.inner_text(), timeout=LATER)
    night.put_away("Olga", PROJECTOR, night.seated(night.in_the_room[0])[1])


def scorekeepers_go_to_their_tables(night):
    """From the list of tables, each on a phone of their own."""
    keepers = KEEPERS if is_thorough() else ("Kim", "Ned", "Pia")
    for number, name in ((night.kept_by(name), name) for name in keepers):
        phone = night.phone(name)
        phone.goto(f"{night.address}tables/")
        desk.keep_the_score(phone, f"Table {number}")


def ned_reports_a_result_and_a_player_objects(night):
    """The second deal was written down for the wrong one."""
    ned, number = night.phone("Ned"), night.kept_by("Ned")
    first, second, *others = night.seated(number)
    score.enter(ned, first, **dict.fromkeys([second, *others], 5))
    expect(score.sheet(ned)).to_contain_text("Totals after deal 1", timeout=LATER)
    score.enter(ned, first, **dict.fromkeys([second, *others], 25))
    expect(score.sheet(ned)).to_contain_text(f"Result: {first} wins the match", timeout=LATER)
    phone = night.phone(second)
    phone.goto(night.match(number).table.get_absolute_url())
    score.object_to_it(phone, "Deal 2 was mine")
    expect(score.sheet(phone)).to_contain_text("objected: the referee decides", timeout=LATER)
    night.put_away(second)


def the_referee_settles_the_dispute_with_the_log_beside_it(night):
    """Deal 2 is taken back, and Ned enters what is right."""
    rita, ned = night.phone("Rita"), night.phone("Ned")
    first, second, *others = night.seated(night.kept_by("Ned"))
    rita.goto(f"{night.address}tables/?show=disputed")
    rita.get_by_role("link", name="Resolve dispute").click()
    expect(rita.get_by_text("“Deal 2 was mine”")).to_be_visible()
    expect(rita.locator(".log")).to_contain_text(f"Deal 2: {first} went out")
    rita.get_by_label("Reopen the score sheet").check()
    rita.get_by_label("Deals to undo").select_option("1")
    rita.get_by_label("Reason (everyone can read it)").fill("Both counted again")
    rita.get_by_label("I am sure").check()
    rita.get_by_role("button", name="Decide").click()
    expect(score.sheet(ned)).to_contain_text("Totals after deal 1", timeout=LATER)
    score.enter(ned, second, **dict.fromkeys([first, *others], 30))
    expect(score.sheet(ned)).to_contain_text(f"Result: {second} wins the match", timeout=LATER)
    night.put_away("Ned", "Rita")


def kim_taps_cards_and_everybody_confirms(night):
    """Over after two deals, and final when all who sit there have said so."""
    kim, number = night.phone("Kim"), night.kept_by("Kim")
    first, *others = night.seated(number)
    score.enter_by_cards(kim, first, **dict.fromkeys(others, ("red 3", "green 2")))
    expect(score.sheet(kim)).to_contain_text("Totals after deal 1", timeout=LATER)
    score.enter_by_cards(kim, first, **dict.fromkeys(others, ("Wild",)))
    expect(score.sheet(kim)).to_contain_text(f"Result: {first} wins the match", timeout=LATER)
    for name in (first, *others):
        phone = night.phone(name)
        phone.goto(night.match(number).table.get_absolute_url())
        score.confirm(phone)
        night.put_away(name)
    expect(score.sheet(kim)).to_contain_text("The result is final.", timeout=LATER)
    night.put_away("Kim")


def lou_loses_the_network_for_two_deals(night):
    """Two deals wait on the phone, also over a reload, and are sent when the network is back."""
    lou = night.phone("Lou")
    first, second, *others = night.seated(night.kept_by("Lou"))
    score.enter(lou, first, **dict.fromkeys([second, *others], 1))
    expect(score.sheet(lou)).to_contain_text("Totals after deal 1", timeout=LATER)
    score.wait_until_kept(lou, "Totals after deal 1")
    score.cut(lou)
    score.enter(lou, second, **dict.fromkeys([first, *others], 2))
    expect(score.waiting(lou)).to_contain_text("1 deal waiting", timeout=LATER)
    score.enter(lou, first, **dict.fromkeys([second, *others], 3))
    expect(score.waiting(lou)).to_contain_text("2 deals waiting")
    lou.reload()
    expect(score.waiting(lou)).to_contain_text("2 deals waiting", timeout=LATER)
    score.mend(lou)
    expect(score.waiting(lou)).to_be_hidden(timeout=LATER)
    expect(score.sheet(lou)).to_contain_text("Totals after deal 3", timeout=LATER)
    score.enter(lou, first, **dict.fromkeys([second, *others], 30))
    expect(score.sheet(lou)).to_contain_text(f"Result: {first} wins the match", timeout=LATER)
    night.put_away("Lou")


def mel_undoes_a_deal(night):
    """The wrong name was tapped."""
    mel = night.phone("Mel")
    first, second, *others = night.seated(night.kept_by("Mel"))
    score.enter(mel, second, **dict.fromkeys([first, *others], 5))
    expect(score.sheet(mel)).to_contain_text("Totals after deal 1", timeout=LATER)
    score.undo(mel, 1)
    expect(score.heading(mel)).to_contain_text("Deal 1", timeout=LATER)
    score.enter(mel, first, **dict.fromkeys([second, *others], 35))
    expect(score.sheet(mel)).to_contain_text(f"Result: {first} wins the match", timeout=LATER)
    night.put_away("Mel")


def pia_keeps_two_tables_and_calls_the_referee(night):
    """There is a question; Rita goes and answers it."""
    pia, rita = night.phone("Pia"), night.phone("Rita")
    pia.get_by_role("button", name="Call the referee").click()
    expect(pia.get_by_text("Referee called")).to_be_visible()
    rita.goto(f"{night.address}tables/?show=called")
    rita.get_by_role("button", name="I’ll go").click()
    expect(rita.get_by_text("is on the way")).to_be_visible()
    expect(pia.get_by_text("Rita is on the way")).to_be_visible(timeout=LATER)
    rita.get_by_role("button", name="Done").click()
    expect(rita.get_by_text("No tables match this filter.")).to_be_visible()
    own, *further = night.in_the_room[-2:]
    if not is_thorough():
        night.write_down(*further)
    for number in (own, *further) if is_thorough() else (own,):
        score.open_sheet(pia, night.match(number).table_id)
        first, *others = night.seated(number)
        score.enter(pia, first, **dict.fromkeys(others, 40))
        expect(score.sheet(pia)).to_contain_text(f"Result: {first} wins the match", timeout=LATER)
    night.put_away("Pia", "Rita")


def the_online_table_plays_beside_them(night):
    """Two members and two bots; its result comes in by itself."""
    match = night.match(night.online)
    phones = [night.phone(name) for name in night.seated(night.online) if name not in BOTS]
    assert len(phones) == 2
    for phone in phones:
        phone.goto(match.table.get_absolute_url())
    play_until(phones, lambda: night.match(night.online).kind)
    night.put_away(*(name for name in night.seated(night.online) if name not in BOTS))
    olga = night.laptop("Olga")
    olga.goto(night.address)
    expect(olga.locator(".match", has_text="Robo")).to_contain_text("won")


def olga_corrects_a_result_after_a_look_at_what_it_changes(night):
    """It was final; but the second one there had won. The page says what that changes before it does.

    First she swaps the places only; the page asks, because the totals say otherwise.
    """
    olga, match = night.laptop("Olga"), night.match(night.kept_by("Kim"))
    first, second, *others = night.seated(match.table_number)
    olga.goto(f"{night.address}matches/1/{match.key}/")
    desk.fill_in_the_result(olga, second, first, *others)
    olga.get_by_label("Reason for the correction").fill("Two names were mixed up")
    olga.get_by_role("button", name="See what this changes").click()
    expect(olga.get_by_text("but the places say otherwise")).to_be_visible()
    points = olga.get_by_label(f"{first}: Total").input_value()
    olga.get_by_label(f"{first}: Total").fill("0")
    olga.get_by_label(f"{second}: Total").fill(points)
    olga.get_by_role("button", name="See what this changes").click()
    expect(olga.get_by_text("Nothing has been changed yet.")).to_be_visible()
    expect(olga.locator(".changes")).to_contain_text(second)
    olga.get_by_role("button", name="Correct result").click()
    expect(olga.locator(".result__line").first).to_contain_text(second)


def silence_makes_the_other_results_final(night):
    """A minute after their reports nobody has objected: the evening is over."""
    olga = night.laptop("Olga")
    olga.goto(night.address)
    night.let_the_silence_pass()
    expect(olga.locator("#desk")).to_contain_text("The competition is finished", timeout=PATIENCE)
    mel = night.phone("Mel")
    mel.goto(f"/tables/{night.match(night.kept_by('Mel')).table_id}/score/")
    expect(score.sheet(mel)).to_contain_text("The result is final.")


def the_standings_are_printed(night):
    """As they come out of the printer: everybody, with the dispute settled and the correction made."""
    olga = night.laptop("Olga")
    olga.goto(f"{night.address}print/standings/")
    olga.emulate_media(media="print")
    rows = desk.printed_standings(olga)
    played = {name for table in range(1, 8) for name in night.seated(table)}
    assert set(rows) == played
    assert len(played) == 26
    assert "Zoe" not in rows
    others_won = {night.kept_by("Kim"), night.kept_by("Ned")}
    winners = {night.seated(number)[number in others_won] for number in night.in_the_room}
    assert winners < {name for name, place in rows.items() if place <= 7}
    assert desk.pages_of(olga.pdf(format="A4")) >= 1
