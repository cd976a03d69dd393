"""Situation: two bots from outside play a match over the API alone, as programs of their own.

Bots that play to 500 take a thousand moves. In a quick run somebody has changed theirs to play to 20.
"""

import subprocess
import sys
import time
from pathlib import Path

import pytest
from django.utils import timezone

from games.models import Table
from league.accounts import tokens
from league.api.examples import bot
from tests.league.people import somebody
from tests.servers import processes

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.one_database]
SOURCE = Path(bot.__file__)
OPENED = '{"seats": 2}'
"""What the bot sends to open a table."""


def token_of(name: str) -> str:
    return tokens.make(somebody(name), name="Bot", scopes=["play"], days=1, at=timezone.now())[1]


def run(source: Path, *words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-I", "-W", "error", str(source), *words]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def to_twenty(folder: Path) -> Path:
    """The same program, but it opens a table for a shorter match."""
    text = SOURCE.read_text()
    assert text.count(OPENED) == 1
    changed = folder / "bot.py"
    shorter = '{"seats": 2, "options": {"target_score": 20, "hand_size": 4}}'
    changed.write_text(text.replace(OPENED, shorter))
    return changed


@pytest.mark.sampled("plays to 20 with four cards, not to 500 with seven", about=["league/api/", "games/"])
def test_two_bots_play_a_match(
    server_env: dict[str, str], server_folder: Path, tmp_path: Path, thorough: bool
) -> None:
    source, target = (SOURCE, 500) if thorough else (to_twenty(tmp_path), 20)
    with processes.web(server_env | {"API_PER_MINUTE": "100000"}, server_folder) as address:
        first = run(source, address, token_of("Ana"))
        while not (table := Table.objects.filter(version__gt=2).first()):
            assert first.poll() is None, first.communicate()
            time.sleep(0.1)
        second = run(source, address, token_of("Bo"), str(table.pk))
        told = [program.communicate(timeout=500) for program in (first, second)]
    assert [(bot.returncode, output[1]) for bot, output in zip((first, second), told, strict=True)] == [
        (0, "")
    ] * 2
    assert told[0][0] == told[1][0]
    assert "place 1" in told[0][0]
    table.refresh_from_db()
    assert table.status == Table.Status.FINISHED
    assert max(table.seats.values_list("total", flat=True)) >= target
    assert not table.seats.filter(is_bot=True).exists()


def test_the_bot_is_short_and_needs_nothing_but_python() -> None:
    lines = SOURCE.read_text().splitlines()
    assert len(lines) <= 60
    needed = {line.split()[1].split(".")[0] for line in lines if line.startswith(("import ", "from "))}
    assert needed <= set(sys.stdlib_module_names)
