"""The schema as bytes, and all refusal codes: a separate process writes them.

That takes it seconds. They are the same for everybody, and for as long as the web process lives.
"""

import json
import logging
import os
import resource
import subprocess
import sys
from functools import cache
from threading import BoundedSemaphore, Lock
from typing import Final, NamedTuple

from django.conf import settings
from django.utils.translation import gettext as _

from games.rules.base.refusal import Refusal
from league.api.openapi.codes import Code, Sentence, read

logger = logging.getLogger(__name__)

_WORK: Final = 60
"""Seconds of processor time after which the process is ended: it needs about five."""
_PATIENCE: Final = 600
"""Seconds by the clock, for the process gives way to all others of a busy machine."""
_WAIT: Final = 5


class Written(NamedTuple):
    """The schema in both of its forms; each code with its statuses and all that is said then."""

    as_json: bytes
    as_yaml: bytes
    codes: list[tuple[str, list[int], list[tuple[str, str]]]]


class Keeper:
    """Keeps the schema once it is written.

    Whoever asks before that waits, on at most half of the threads: pages need the others. Everybody else is
    told to come back.
    """

    def __init__(self) -> None:
        self._kept: Written | None = None
        self._writing = Lock()
        self._waiting = BoundedSemaphore(max(1, settings.WEB_THREADS // 2))

    def written(self) -> Written:
        """Return the schema. Refusal `busy` while it is being written and many requests wait."""
        if self._kept is not None:
            return self._kept
        if not self._waiting.acquire(blocking=False):
            sentence = _("The server is busy with other calculations. Try again in a moment.")
            raise Refusal("busy", sentence, wait=_WAIT)
        try:
            with self._writing:
                self._kept = self._kept or write()
                return self._kept
        finally:
            self._waiting.release()


def write() -> Written:
    """Return the schema that another process writes; RuntimeError with the end of its output if it fails.

    Log what it warns of.
    """
    done = subprocess.run(
        [sys.executable, "-m", "league.api.openapi.written_schema"],
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "league.settings"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=_PATIENCE,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(done.stderr.decode("utf-8", "replace")[-4000:])
    if done.stderr:
        logger.warning("The schema was written with warnings: %s", done.stderr.decode("utf-8", "replace"))
    as_json, as_yaml, codes = json.loads(done.stdout)
    return Written(as_json.encode(), as_yaml.encode(), codes)


_keeper: Final = Keeper()


def written() -> Written:
    """Return the schema of this site. Refusal `busy`."""
    return _keeper.written()


@cache
def codes() -> list[Code]:
    """Return all refusal codes in alphabetical order. Refusal `busy` until they are read."""
    return [
        Code(code, statuses, [Sentence(*texts) for texts in says]) for code, statuses, says in written().codes
    ]


def _main() -> None:
    """Write both forms, in English, and the codes."""
    os.nice(4)
    resource.setrlimit(resource.RLIMIT_CPU, (_WORK, _WORK))
    import django

    django.setup()
    from django.utils import translation
    from drf_spectacular.generators import SchemaGenerator
    from drf_spectacular.renderers import OpenApiJsonRenderer2, OpenApiYamlRenderer2

    with translation.override("en"):
        schema = SchemaGenerator().get_schema(public=True)
        forms = [
            renderer().render(schema).decode() for renderer in (OpenApiJsonRenderer2, OpenApiYamlRenderer2)
        ]
    json.dump([*forms, read()], sys.stdout)


if __name__ == "__main__":
    _main()
