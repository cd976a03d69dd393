"""The admin site and the streams of version numbers, asked for by everybody there is."""

from collections.abc import Iterator

import pytest
from django.contrib import admin
from django.test import Client, RequestFactory
from django.urls import URLPattern, get_resolver, resolve, reverse

from league.models import Club
from league.project import club_middleware
from tests.league.every_address.addresses import ADDRESSES, BY_THEMSELVES
from tests.league.every_address.closed_world import World
from tests.league.every_address.visitors import FROM_OUTSIDE, IN_PUBLIC, MAY

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

STREAMS = {
    "table_stream": {"table.see"},
    "competition_stream": {"competition.see"},
    "tables_stream": {"table.score", "table.referee"},
    "api_table_stream": {"table.see"},
    "api_competition_stream": {"competition.see"},
    "api_table_wait": {"table.see"},
}
"""Of what somebody needs one thing to listen, by the name of the address."""
FOR_THE_DESK = {"tables_stream"}
OF_ONES_OWN = {"api_stream", "api_my_tables_wait"}
"""Streams of whatever concerns who asks: tests/league/api/tables/test_stream_of_all_tables.py."""
OF_EVERYBODY = {"login", "logout"}
"""Views of the admin site at which somebody logs in and out."""


# --- the admin site


def admin_paths() -> Iterator[str]:
    """Every address of the admin site but those of its log-in, with a row that exists where one is needed."""
    (site,) = (
        pattern for pattern in get_resolver().url_patterns if getattr(pattern, "namespace", "") == "admin"
    )
    for pattern in site.url_patterns:
        if isinstance(pattern, URLPattern) and pattern.name and pattern.name not in OF_EVERYBODY:
            values = {"content_type_id": 1, "object_id": 1} if pattern.name == "view_on_site" else {}
            values |= {"app_label": "league"} if pattern.name == "app_list" else {}
            yield reverse(f"admin:{pattern.name}", kwargs=values)
    yield "/admin/nowhere/"
    for model in admin.site._registry:
        base = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        key = model._default_manager.values_list("pk", flat=True).first() or 1
        yield from (
            base,
            f"{base}add/",
            *(f"{base}{key}/{page}/" for page in ("change", "history", "delete")),
        )


VISITORS = [who for who in MAY if " of another " not in who or who in FROM_OUTSIDE]
EVERYWHERE = ("anonymous", "stranger", "owner", "keeper of the site")


@pytest.mark.sampled(
    "only four of the visitors ask for every page of the admin site, the others for every eighth",
    about=["league/", "games/"],
)
@pytest.mark.parametrize("who", VISITORS)
def test_the_admin_site_opens_to_who_runs_the_site_and_to_nobody_else(
    world: World, who: str, thorough: bool
) -> None:
    client, faults = world.browser(who), []
    paths = list(admin_paths())
    for path in paths if thorough or who in EVERYWHERE else paths[VISITORS.index(who) % 8 :: 8]:
        for ask in (client.get, client.post):
            response = ask(path)
            is_sent_away = response.status_code == 302 and response.headers["Location"].startswith(
                "/admin/login/"
            )
            if is_sent_away == (who == "keeper of the site") or response.status_code >= 500:
                faults.append(f"{path} is {response.status_code}")
    assert not faults, "\n".join(faults)


LOGS = (
    "tableevent",
    "competitionevent",
    "auditentry",
    "checkpoint",
    "webhookdelivery",
    "table",
    "competition",
    "match",
    "rating",
)
"""What is a log, tells of something that was done, or follows from a log."""


def test_nobody_writes_into_a_log_through_the_admin_site(world: World) -> None:
    client, problems = world.browser("keeper of the site"), []
    for model in admin.site._registry:
        if (name := model._meta.model_name) in LOGS:
            problems.append(name)
            base, key = (
                f"/admin/{model._meta.app_label}/{name}/",
                model._default_manager.values_list("pk", flat=True).first(),
            )
            before = list(model._default_manager.values())
            for path in (f"{base}add/", *((f"{base}{key}/change/", f"{base}{key}/delete/") if key else ())):
                answer = client.post(
                    path, {"post": "yes", "name": "changed", "status": "finished", "version": 9}
                )
                assert answer.status_code == 403, path
            client.post(base, {"action": "delete_selected", "_selected_action": [key or 1], "post": "yes"})
            assert list(model._default_manager.values()) == before
    assert sorted(problems) == sorted(LOGS)


# --- streams: they pass by middleware, so the gate is asked in the way of the web process


@pytest.mark.parametrize(
    ("who", "is_public"), [(who, False) for who in MAY] + [(who, True) for who in FROM_OUTSIDE]
)
def test_streams_are_for_those_who_may_see_what_they_tell_of(world: World, who: str, is_public: bool) -> None:
    browser = world.browser(who)
    Club.objects.filter(pk=world.cup.club_id).update(is_public=is_public)
    may = MAY[who] | (IN_PUBLIC if is_public else set())
    for name, needs in STREAMS.items():
        pk = world.facts["tables/" if needs == {"table.see"} else "competitions/"]["pk"]
        path = reverse(name, args=[pk])
        request = RequestFactory().get(path)
        request.COOKIES.update({key: morsel.value for key, morsel in browser.cookies.items()})
        club_middleware._found_public.clear()  # what is told of one test's rows is not true of the next one's
        refused = club_middleware.refused_stream(request, resolve(path))
        assert (refused is None) == bool(needs & may), path
        assert refused is None or refused.status_code in (401, 403)
        assert club_middleware.is_known_public(resolve(path)) == (is_public and name not in FOR_THE_DESK)


def test_each_stream_for_everybody_has_its_own_line() -> None:
    streams = {name for name in BY_THEMSELVES if name.endswith(("_stream", "_wait"))}
    assert streams == set(STREAMS) | OF_ONES_OWN
    assert not BY_THEMSELVES & set(ADDRESSES)


def test_a_made_up_session_is_nobody(world: World) -> None:
    path = reverse("competition_stream", args=[world.cup.pk])
    request = RequestFactory().get(path)
    request.COOKIES["sessionid"] = "made-up"
    refused = club_middleware.refused_stream(request, resolve(path))
    assert refused is not None
    assert Client().get(path).status_code == 403  # and where middleware is asked, too
