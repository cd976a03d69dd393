"""Situation: the site is put on the internet: what its settings make of the environment."""

import os
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from django.conf import global_settings
from django.core.exceptions import ImproperlyConfigured

from tests.suite.extent import some

ROOT = Path(__file__).resolve().parents[3]
KEY = "a-long-random-text-of-this-test-9fJ2kQx7Lm4Zt8Vw1Bn6"


def settings_of(folder: Path, **environment: str) -> dict[str, Any]:
    """What the settings are in this environment, and in nothing else."""
    with patch.dict(os.environ, {"DATA_DIR": str(folder), **environment}, clear=True):
        ours = runpy.run_path(str(ROOT / "league/settings.py"))
    return {name: value for name, value in {**vars(global_settings), **ours}.items() if name.isupper()}


def test_without_a_secret_key_nothing_starts(tmp_path) -> None:
    for missing in ({}, {"SECRET_KEY": ""}, {"DEBUG": "0"}):
        with pytest.raises(ImproperlyConfigured, match="SECRET_KEY is not set"):
            settings_of(tmp_path, **missing)


@pytest.mark.sampled(
    "starts a process for two of five commands", about=["league/command_line.py", "league/settings.py"]
)
@pytest.mark.parametrize(
    "words",
    some(
        [
            ("draw", "--format", "round_robin", "--entrants", "4"),
            ("standings", "--file", "-"),
            ("record", "check", "-"),
            ("record", "verify-shuffle", "-"),
            ("rulebook", "list"),
        ],
        every=3,
    ),
    ids=" ".join,
)
def test_a_command_without_a_database_needs_no_setting(tmp_path, words) -> None:
    command = [sys.executable, str(ROOT / "manage.py"), *words]
    env = {"DATA_DIR": str(tmp_path)}
    process = subprocess.run(command, env=env, input="{}", capture_output=True, text=True, check=False)
    assert process.stdout or "not as expected" in process.stderr
    assert "SECRET_KEY" not in process.stderr


def test_a_command_that_reads_the_database_needs_its_settings(tmp_path) -> None:
    command = [sys.executable, str(ROOT / "manage.py"), "record", "export", "1"]
    process = subprocess.run(
        command, env={"DATA_DIR": str(tmp_path)}, capture_output=True, text=True, check=False
    )
    assert process.returncode == 1
    assert process.stderr == "SECRET_KEY is not set: set it, or DEBUG=1 on your own machine.\n"


def test_https_makes_every_cookie_secure_and_browsers_keep_to_it(tmp_path) -> None:
    settings = settings_of(tmp_path, SECRET_KEY=KEY, HTTPS="1")
    for name in ("SESSION", "CSRF", "LANGUAGE"):
        assert settings[f"{name}_COOKIE_SECURE"] is True, name
    assert settings["SESSION_COOKIE_HTTPONLY"] is True
    assert settings["SECURE_SSL_REDIRECT"] is True
    assert settings["SECURE_HSTS_SECONDS"] >= 31_536_000
    assert settings["DEBUG"] is False


def test_hosts_and_the_proxy_are_believed_as_the_environment_says(tmp_path) -> None:
    bare = settings_of(tmp_path, SECRET_KEY=KEY)
    assert bare["ALLOWED_HOSTS"] == ["localhost", "127.0.0.1", "[::1]"]
    assert (bare["SECURE_PROXY_SSL_HEADER"], bare["ALLAUTH_TRUSTED_PROXY_COUNT"]) == (None, 0)
    told = {
        "ALLOWED_HOSTS": "cards.example, www.cards.example",
        "CSRF_TRUSTED_ORIGINS": "https://cards.example",
        "BEHIND_PROXY": "1",
    }
    settings = settings_of(tmp_path, SECRET_KEY=KEY, **told)
    assert settings["ALLOWED_HOSTS"] == ["cards.example", "www.cards.example"]
    assert settings["CSRF_TRUSTED_ORIGINS"] == ["https://cards.example"]
    assert settings["SECURE_PROXY_SSL_HEADER"] == ("HTTP_X_FORWARDED_PROTO", "https")
    assert settings["ALLAUTH_TRUSTED_PROXY_COUNT"] == 1
    for text, count in (("2", 2), ("true", 1), ("no", 0), ("", 0)):
        settings = settings_of(tmp_path, SECRET_KEY=KEY, BEHIND_PROXY=text)
        assert (settings["ALLAUTH_TRUSTED_PROXY_COUNT"], settings["BEHIND_PROXY"]) == (count, count > 0)


@pytest.mark.django_db
def test_another_host_is_not_answered(client) -> None:
    assert client.get("/", headers={"Host": "evil.example"}).status_code == 400
