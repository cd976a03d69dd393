import pytest
from django.utils import timezone
from games import tables, rematches
from tests.games.playing import deal, dealt, do, open_table, play_out, player, players, START
from tests.journeys.people import visitor
from playwright.sync_api import expect

pytestmark = pytest.mark.django_db(transaction=True)
OUT="/tmp/tbl/shots/"
SIZES={"phone":{"width":390,"height":844},"laptop":{"width":1280,"height":720}}

@pytest.mark.parametrize("scheme",["light","dark"])
@pytest.mark.parametrize("size",SIZES)
def test_shots(asgi_server, browser, size, scheme):
    running = dealt(at=timezone.now())
    for _n in range(13): open_table("Eve", seats=3)
    ana, bo = players("Ana Bo")
    t = open_table(seats=3, host=ana, options={"target_score": 60})
    for p in (ana, bo): tables.sit(t.pk, player=p, at=START)
    tables.start(t.pk, fill_with_bots=True, by=f"player:{ana.pk}", at=START)
    t = play_out(t)
    w = open_table("Zoe", seats=4)
    def shot(page, name, full=True):
        page.set_viewport_size(SIZES[size]); page.wait_for_timeout(400)
        page.screenshot(path=f"{OUT}{name}-{size}-{scheme}.png", full_page=full)
    page = visitor(browser, asgi_server, color_scheme=scheme)
    page.set_viewport_size(SIZES[size]); page.goto("/"); shot(page,"lobby")
    page.goto(f"/tables/{t.pk}/replay/?step=9999"); shot(page,"replay-end")
    page.goto(f"/tables/{t.pk}/replay/?step=2"); page.keyboard.press("ArrowRight"); shot(page,"replay-step", full=False)
    page = visitor(browser, asgi_server, ana, color_scheme=scheme)
    page.set_viewport_size(SIZES[size]); page.goto(f"/tables/{t.pk}/"); shot(page,"over", full=False)
    page = visitor(browser, asgi_server, player(running,"B"), color_scheme=scheme)
    page.set_viewport_size(SIZES[size]); page.goto(f"/tables/{running.pk}/"); shot(page,"table", full=False)
    page.context.set_offline(True); page.locator("#play-r4").click(); page.wait_for_timeout(700); shot(page,"offline", full=False)
    page = visitor(browser, asgi_server, player(w,"A"), color_scheme=scheme)
    page.set_viewport_size(SIZES[size]); page.goto(f"/tables/{w.pk}/"); shot(page,"invite", full=False)
