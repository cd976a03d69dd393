"""Situation: a program reads what the API takes and answers."""

import json
import re
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import jsonschema_rs
import pytest
import yaml
from django.urls import get_resolver
from drf_spectacular import validation
from drf_spectacular.generators import SchemaGenerator

from league.api.openapi import written_schema
from league.api.openapi.written_schema import write  # what runs a process: the tests run it once
from tests.league.api.asking import Program, problem
from tests.league.api.openapi import kept_schema
from tests.league.api.openapi.document import document

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

PREVIEWS = ["post_competitions_id", "post_competitions_id_matches_stage_key_correct"]
"""What can be asked for without doing it."""
OPEN_BODIES = {"MatchRecord"}
"""A record may hold what nobody reads, so that it can be checked for longer than we know its fields."""


def operations():
    return [
        (path, method, operation)
        for path, methods in document()["paths"].items()
        for method, operation in methods.items()
    ]


def test_nothing_in_it_is_guessed():
    document()
    assert kept_schema.warnings() == []


def test_it_is_valid():
    specification = json.loads((Path(validation.__file__).parent / "openapi_3_1_schema.json").read_text())
    judge = jsonschema_rs.validator_for(specification)  # as `spectacular --validate`, but soon
    judge.validate(document())
    assert not judge.is_valid({**document(), "paths": {"/tables/": {"get": "the tables"}}})
    assert not judge.is_valid({**document(), "components": []})


def test_it_is_had_as_json_and_as_yaml_and_once():
    mine = Program()
    as_json = mine.get("schema/")
    assert as_json["Content-Type"] == "application/json"
    assert as_json.json()["openapi"].startswith("3.1")
    as_yaml = [mine.get("schema/?format=yaml"), mine.get("schema/", Accept="application/yaml")]
    assert all(answer["Content-Type"].startswith("application/yaml") for answer in as_yaml)
    assert as_yaml[0].content == as_yaml[1].content
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    assert yaml.load(as_yaml[0].content, loader) == as_json.json()
    again = mine.get("schema/", **{"If-None-Match": as_json["ETag"]})
    assert again.status_code == 304
    assert problem(mine.get("schema/", Accept="text/csv")) == (406, "not_acceptable")


def test_no_request_works_it_out_and_it_is_in_english_whatever_the_first_visitor_reads(monkeypatch):
    """Neither when it is written, as for a Russian (`kept_schema`), nor afterwards."""

    def never(*_anything, **_more):
        raise AssertionError("The schema is worked out in the web process.")

    monkeypatch.setattr(SchemaGenerator, "get_schema", never)
    mine = Program()
    russian = {"Accept-Language": "ru"}
    for path in ("schema/", "schema/?format=yaml"):
        answer = mine.client.get(f"/api/v1/{path}", headers=russian)
        assert answer.status_code == 200
        assert not re.search("[А-я]", answer.content.decode())
    assert mine.client.get("/api/v1/docs/", headers=russian).status_code == 200


def test_however_many_ask_for_it_first_it_is_written_once_and_pages_have_threads_left(settings, monkeypatch):
    settings.WEB_THREADS = 4
    asked, may_go_on = [], Event()

    def slowly():
        asked.append(1)
        assert may_go_on.wait(20)
        return written_schema.Written(b"{}", b"{}", [])

    keeper = written_schema_of_a_new_process(monkeypatch, slowly)
    with ThreadPoolExecutor(4) as askers:
        first = [askers.submit(keeper.written) for _one in range(2)]
        while not asked:
            time.sleep(0.01)
        while keeper._waiting._value:
            time.sleep(0.01)
        refused = Program().client.get("/api/v1/schema/")
        assert (refused.status_code, refused.json()["code"]) == (503, "busy")
        assert refused.headers["Retry-After"]
        may_go_on.set()
        assert first[0].result() is first[1].result()
    assert asked == [1]


def test_a_schema_that_cannot_be_written_is_tried_again(monkeypatch):
    tried = []

    def badly():
        tried.append(1)
        raise RuntimeError("No memory")

    keeper = written_schema_of_a_new_process(monkeypatch, badly)
    for _time in range(9):
        with pytest.raises(RuntimeError, match="No memory"):
            keeper.written()
    assert len(tried) == 9


def test_the_last_words_of_a_failed_process_are_in_the_error(monkeypatch):
    monkeypatch.setattr(sys, "executable", "false")
    with pytest.raises(RuntimeError):
        write()


def test_the_warnings_of_the_process_are_logged(monkeypatch, caplog, tmp_path):
    warning = tmp_path / "process"
    warning.write_text("""#!/bin/sh\necho 'Warning: guessed' >&2\necho '["{}", "{}", []]'\n""")
    warning.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(warning))
    assert write() == (b"{}", b"{}", [])
    assert "Warning: guessed" in caplog.text


def written_schema_of_a_new_process(monkeypatch, write):
    """What keeps the schema in a process in which nobody has asked for it."""
    monkeypatch.setattr(written_schema, "write", write)
    keeper = written_schema.Keeper()
    monkeypatch.setattr(written_schema, "_keeper", keeper)
    return keeper


def test_every_address_of_the_api_is_in_it():
    routes = {
        re.sub(r"<\w+:(\w+)>", r"{\1}", str(pattern.pattern)).replace("{pk}", "{id}")
        for part in get_resolver().url_patterns
        if str(part.pattern) == "api/v1/"
        for pattern in part.url_patterns
        if str(pattern.pattern).endswith("/")
    }
    assert {f"/api/v1/{route}" for route in routes} == set(document()["paths"]) - {"/api/v1/"} | {
        "/api/v1/docs/"
    }


def test_every_operation_has_a_name_of_its_own_and_says_what_it_does():
    names = [operation["operationId"] for _path, _method, operation in operations()]
    assert len(names) == len(set(names))
    assert all(operation.get("summary") and operation["tags"] for _path, _method, operation in operations())


def test_every_error_is_a_problem():
    for path, _method, operation in operations():
        for status, answer in operation["responses"].items():
            if int(status) >= 400:
                (kind,) = answer["content"]
                assert kind == "application/problem+json", path
                assert answer["description"]


def test_someone_who_acts_is_known_and_gives_the_command_an_id():
    for path, method, operation in operations():
        ids = [
            parameter
            for parameter in operation.get("parameters", [])
            if parameter["name"] == "Idempotency-Key"
        ]
        is_open = {} in operation["security"]
        assert bool(ids) == (method != "get" and not is_open), path


def test_whatever_is_read_can_be_asked_for_once():
    for path, method, operation in operations():
        if method == "get" and "200" in operation["responses"] and not path.endswith("/stream/"):
            assert "304" in operation["responses"], path
            assert "ETag" in operation["responses"]["200"]["headers"], path


def test_it_holds_no_secret_of_the_machine_it_was_made_on():
    assert not re.search(r"wl_[A-Za-z0-9_-]{20}|/home/", json.dumps(document()))


def test_commands_need_an_id_and_questions_say_that_theirs_is_optional():
    optional = [
        operation["operationId"]
        for _path, _method, operation in operations()
        for parameter in operation.get("parameters", [])
        if parameter["name"] == "Idempotency-Key" and "required" not in parameter
    ]
    assert optional == PREVIEWS


def test_a_body_holds_what_is_named_and_nothing_else():
    for path, _method, operation in operations():
        if "application/json" in operation.get("requestBody", {}).get("content", {}):
            schema = operation["requestBody"]["content"]["application/json"]["schema"]
            name = schema.get("$ref", "").rpartition("/")[2]
            shape = document()["components"]["schemas"][name]
            assert shape["additionalProperties"] is (name in OPEN_BODIES), path
