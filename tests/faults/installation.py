"""The services of a real installation on this machine, started by the commands that their compose file holds.

Only what a container has of its own is another here: names of machines, ports and folders. PgBouncer, Caddy
and Prometheus take part where they are installed; there is no Grafana, on which nothing else depends.
"""

import contextlib
import json
import os
import re
import shutil
import signal
import ssl
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final
from urllib.parse import quote, unquote

import psycopg

from tests.databases import migrated, postgres
from tests.faults import compose
from tests.faults.compose import HERE, ROOT
from tests.faults.stage import REDIS, Stage, patiently
from tests.servers import lifetime, processes

POSTGRES: Final = "postgres"
PROXY: Final = "caddy"
POOL: Final = "pgbouncer"
METRICS: Final = "prometheus"
WORD: Final = "of-the-fault-suite"
PROGRAMS: Final = {POOL: "pgbouncer", PROXY: "caddy", METRICS: "prometheus"}
"""Services that take part only if their program is installed."""
_SITE: Final = compose.site_env(lambda _name: WORD)
OURS: Final = [name for name, service in compose.services(_SITE).items() if service.is_ours]
LASTING: Final = [name for name in OURS if name not in ("migrate", "backup")]
"""Our own processes that run as long as the site does."""
WEB: Final = [name for name in OURS if name.startswith("web-")]
_ALLOWING: Final = {"WEBHOOK_LOCAL_HOSTS": "127.0.0.1"}
_BEFORE: Final = (REDIS, POOL)
"""What has to answer before anything of ours starts."""


class Installation(Stage):
    """Some services, each of which can be killed and started again; all others are left out."""

    def __init__(
        self, folder: Path, cluster: postgres.Cluster, wanted: Sequence[str], *, session_address: bool = False
    ) -> None:
        super().__init__(folder, {}, cluster, REDIS)
        self.names = [name for name in wanted if processes.find(PROGRAMS.get(name, "sh"))]
        self.missing = [name for name in wanted if name not in self.names]
        self.ports = {name: processes.free_port() for name in (*PROGRAMS, *WEB, "http")}
        self.site = _SITE | {
            "SITE_URL": f"https://localhost:{self.ports[PROXY]}",
            "ALLOWED_HOSTS": "localhost",
        }
        self.addresses = [f"http://localhost:{self.ports[name]}" for name in WEB if name in self.names]
        if PROXY in self.names:
            self.addresses = [self.site["SITE_URL"]]
        self._services = compose.services(self.site)
        self._trusted: ssl.SSLContext | None = None
        self._host = unquote(cluster.address.partition("@")[2].partition(":")[0])
        self._of_pool = lifetime.folder()  # PgBouncer refuses to run as root
        self._here = self._what_is_here()
        self._make_database(cluster.address)
        self._write_files()
        self._changed = {"LIVE_URL": self.env["DATABASE_URL"]} if session_address else {}
        self.env |= self._changed

    def open(self) -> None:
        """Start everything: the database is migrated before anything else of ours starts."""
        for name in _BEFORE:
            if name in self.names:
                self.start(name)
        assert self.run("migrate") == 0, self._log_of("migrate")
        rest = [name for name in (*LASTING, PROXY, METRICS) if name in self.names]
        for name in rest:
            self._start(name)
        for name in rest:
            self._wait_for(name)

    def start(self, name: str) -> None:
        """Start a service, or start it again, and wait until it answers if others ask it."""
        if name == POSTGRES:
            super().start("postgresql")
            return
        self._start(name)
        self._wait_for(name)

    def kill(self, name: str) -> None:
        """SIGKILL a service and everything it has started."""
        super().kill("postgresql" if name == POSTGRES else name)
        (self.folder / "beat-ticked").unlink(
            missing_ok=True
        )  # by which its health check would still call beat well

    def run(self, name: str, *, kill_after: float = 0) -> int:
        """Run a service that ends, perhaps only for some seconds; return its code, negative for a signal."""
        self._start(name)
        popen = self.running[name].popen
        try:
            return popen.wait(kill_after or 300)
        except subprocess.TimeoutExpired:
            os.killpg(popen.pid, signal.SIGKILL)
            return popen.wait()
        finally:
            self.running.pop(name)

    def is_healthy(self, name: str) -> bool:
        """Whether the health check of a container of ours would succeed."""
        words = [self._put_here(word, name) for word in self._services[name].health]
        env = os.environ | self.env_of(name)
        return not subprocess.run(
            words, env=env, cwd=self.folder, capture_output=True, check=False
        ).returncode

    def require_scraped(self) -> None:
        """Prometheus reads the metrics of the site, with the token."""
        asked = f"http://127.0.0.1:{self.ports[METRICS]}/api/v1/query?query=up%7Bjob%3D%22wildleague%22%7D"

        def is_up() -> bool:
            with urllib.request.urlopen(asked, timeout=10) as answer:
                return any(row["value"][1] == "1" for row in json.load(answer)["data"]["result"])

        patiently(is_up, 60, lambda: "Prometheus does not read the metrics of the site")

    def headers(self, address: str) -> dict[str, str]:
        """Return what a browser says besides, and what the proxy would say where there is none."""
        there = address.replace("http://", "https://")
        return {"Origin": there, **({"X-Forwarded-Proto": "https"} if there != address else {})}

    def trusting(self) -> ssl.SSLContext | None:
        """Return what believes the certificate of our proxy; None without a proxy."""
        if PROXY in self.names and self._trusted is None:
            root = self.folder / "caddy/pki/authorities/local/root.crt"
            patiently(root.exists, 30, lambda: "Caddy makes no certificate")
            self._trusted = ssl.create_default_context(cafile=str(root))
        return self._trusted

    def env_of(self, name: str) -> dict[str, str]:
        """Return the environment of a service, with the addresses of this machine."""
        told = self._services[name].environment | ({k: self.site[k] for k in _SITE} if name in OURS else {})
        env = {variable: self._put_here(words, name) for variable, words in told.items()}
        places = self.folder / "bin" / name, ROOT / "docker", Path(sys.executable).parent
        path = ":".join([*map(str, places), os.environ["PATH"]])
        if name not in OURS:
            return env | {
                "PATH": path,
                "XDG_DATA_HOME": str(self.folder),
                "XDG_CONFIG_HOME": str(self.folder),
            }
        return env | {
            "DJANGO_SETTINGS_MODULE": "league.settings",
            "DATA_DIR": str(self.folder),
            "DEBUG": "0",
            "EMAIL_URL": "",  # no mail server runs here
            "PROXY_ADDRESSES": "127.0.0.1,::1",
            **_ALLOWING,
            "PATH": path,
            **self._changed,
        }

    def set_to_work(self, name: str) -> None:
        """Let a service that waits for the night work when it is started: its first sleep takes no time."""
        folder = self.folder / "bin" / name
        folder.mkdir(parents=True, exist_ok=True)
        slept = folder / "slept"
        slept.unlink(missing_ok=True)
        (folder / "sleep").write_text(f'#!/bin/sh\n[ -e {slept} ] && exec /bin/sleep "$@"\n: > {slept}\n')
        (folder / "sleep").chmod(0o755)

    def close(self) -> None:
        """Kill everything that is left; nothing may stay behind."""
        super().close()
        shutil.rmtree(self._of_pool, ignore_errors=True)

    def _start(self, name: str) -> None:
        log = self.folder / f"{name}-{time.monotonic_ns()}.log"
        words = [self._put_here(word, name) for word in self._services[name].command]
        if name == REDIS:
            words += ["--port", str(self.redis_port), "--bind", "127.0.0.1"]
        if name == METRICS:
            words += [f"--storage.tsdb.path={self.folder / 'tsdb'}"]
            words += [f"--web.listen-address=127.0.0.1:{self.ports[METRICS]}"]
        who = postgres.unprivileged() if name == POOL else {}
        cwd = self._of_pool if name == POOL else self.folder
        self.running[name] = processes.Process(name, words, self.env_of(name), log, cwd=cwd, **who)

    def _wait_for(self, name: str) -> None:
        if name in WEB:
            processes.wait_until_up(f"http://127.0.0.1:{self.ports[name]}/healthz", self.running[name], 60)
        elif name == REDIS:
            processes.wait_for_port(self.redis_port)
        elif name in PROGRAMS:
            try:
                processes.wait_for_port(self.ports[name], 30)
            except TimeoutError:
                raise AssertionError(f"{name} does not start:\n{self.running[name].output()}") from None

    def _log_of(self, name: str) -> str:
        return "".join(log.read_text(errors="replace") for log in sorted(self.folder.glob(f"{name}-*.log")))

    def _put_here(self, text: str, name: str = "") -> str:
        """Return a text with ports and folders of this machine in place of those in containers."""
        if name in WEB:
            text = {"8000": str(self.ports[name]), "0.0.0.0": "127.0.0.1"}.get(text, text)
            text = text.replace("127.0.0.1:8000", f"127.0.0.1:{self.ports[name]}")
        for pattern, word in self._here.items():
            text = re.sub(pattern, word, text)
        return text

    def _what_is_here(self) -> dict[str, str]:
        """Return what stands in the files, as patterns, and what it is here."""
        here = f"postgresql://wildleague:{WORD}@{quote(self._host, safe='')}:5432/wildleague"
        direct = here.replace("\\", r"\\")
        through = (
            rf"postgresql://\1@127.0.0.1:{self.ports[POOL]}/wildleague\2" if POOL in self.names else direct
        )
        first_web = next((name for name in WEB if name in self.names), WEB[0])
        return {
            rf"postgresql://\S+@{POSTGRES}:5432/wildleague": direct,
            rf"postgresql://(\S+)@{POOL}:6432/wildleague(\S*)": through,
            r"redis://redis:6379": f"redis://127.0.0.1:{self.redis_port}",
            rf"host={POSTGRES} port": f"host={self._host} port",
            r"listen_port = 6432": f"listen_port = {self.ports[POOL]}",
            r"listen_addr = 0\.0\.0\.0": "listen_addr = 127.0.0.1",
            r"/tmp/(?=users\.txt)|/etc/pgbouncer/": f"{self._of_pool}/",
            r"/etc/caddy|/etc/prometheus|/run/secrets": str(self.folder),
            r"/srv/static": str(self.folder / "static"),
            r"/backups\b": str(self.folder / "backups"),
            r"/data\b(?=/beat-ticked)": str(self.folder),
            r'"web:8000"': f'"127.0.0.1:{self.ports[first_web]}"',
            r"127\.0\.0\.1:9090": f"127.0.0.1:{self.ports[METRICS]}",
            **{rf"\b{name}:8000": f"127.0.0.1:{self.ports[name]}" for name in WEB},
        }

    def _write_files(self) -> None:
        """Write the files that the containers mount, and the secret."""
        (self.folder / "backups").mkdir()
        (self.folder / "metrics_token").write_text(_SITE["METRICS_TOKEN"])
        for file in ("alerts.yml", "prometheus.yml"):
            (self.folder / file).write_text(self._put_here((HERE / file).read_text()))
        pool = self._of_pool / "pgbouncer.ini"
        pool.write_text(self._put_here((HERE / pool.name).read_text()))
        if who := postgres.unprivileged():
            for place in (self._of_pool, pool):
                os.chown(place, who["user"], who["group"])  # type: ignore[arg-type]
        options = (
            f"{{\n\tadmin off\n\tskip_install_trust\n\thttp_port {self.ports['http']}\n"
            f"\thttps_port {self.ports[PROXY]}\n"
        )
        written = self._put_here((HERE / "Caddyfile").read_text())
        (self.folder / "Caddyfile").write_text(written.replace("{\n", options, 1))

    def _make_database(self, address: str) -> None:
        """Make what the container of PostgreSQL makes of POSTGRES_USER, POSTGRES_PASSWORD and POSTGRES_DB."""
        assert self.cluster is not None
        told = self._services[POSTGRES].environment
        user, name = told["POSTGRES_USER"], told["POSTGRES_DB"]
        migrated.load_into(self.cluster)  # so that there is less to migrate
        with psycopg.connect(f"{address.rpartition('/')[0]}/template1", autocommit=True) as connection:
            connection.execute(f"CREATE ROLE {user} SUPERUSER LOGIN PASSWORD '{told['POSTGRES_PASSWORD']}'")
            connection.execute(f"CREATE DATABASE {name} TEMPLATE postgres OWNER {user}")
        for variable in ("DATABASE_URL", "LIVE_URL"):
            self.env[variable] = self._put_here(self._services["migrate"].environment[variable])
        self.env |= {"SECRET_KEY": self.site["SECRET_KEY"], **_ALLOWING}


@contextlib.contextmanager
def staged(folder: Path, wanted: Sequence[str], *, session_address: bool = False) -> Iterator[Installation]:
    """Run services on a throw-away database; nothing of it is left afterwards, whatever happens.

    With a `session_address` PostgreSQL brings the news of moves, past its pool, and not Redis.
    """
    programs = postgres.find()
    assert programs is not None
    with postgres.cluster(programs, durable=True) as cluster:
        stage = Installation(folder, cluster, wanted, session_address=session_address)
        try:
            yield stage
        finally:
            stage.close()
