"""A bot from outside: bot.py ADDRESS TOKEN opens a table and plays; with the id of a table it sits there."""

import json
import sys
import time
import urllib.error
import urllib.request
import uuid
from typing import Any

WORTH = {"play": 3, "accept": 2, "draw": 1, "pass": 0}


class Site:
    def __init__(self, address: str, token: str) -> None:
        self.api, self.headers = f"{address}/api/v1", {"Authorization": f"Bearer {token}"}

    def ask(self, path: str, body: Any = None) -> Any:
        """GET, or POST with an id of its own, so that sending twice does nothing twice."""
        headers = {"Content-Type": "application/json", "Idempotency-Key": str(uuid.uuid4())}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.api + path, data, self.headers | headers)
        while True:
            try:
                with urllib.request.urlopen(request, timeout=90) as answer:
                    return json.load(answer)
            except urllib.error.HTTPError as problem:
                if problem.code not in (429, 503):
                    raise
                time.sleep(float(problem.headers.get("Retry-After", 1)))

    def act(self, table: Any, what: str, **body: Any) -> Any:
        """Do something at a table as we saw it; where somebody was faster we look again."""
        try:
            return self.ask(f"/tables/{table['id']}/{what}/", {"after": table["version"], **body})
        except urllib.error.HTTPError as problem:
            if json.load(problem)["code"] not in ("stale", "conflict", "paused"):
                raise
            return self.ask(f"/tables/{table['id']}/")


def play(site: Site, number: str = "") -> Any:
    table = site.ask(f"/tables/{number}/" if number else "/tables/", None if number else {"seats": 2})
    while table["status"] in ("open", "running"):
        if table["you"] is None:
            table = site.act(table, "sit")
        elif table["status"] == "open" and not number and not any(seat["is_free"] for seat in table["seats"]):
            table = site.act(table, "start")
        elif table["legal"]:  # cards before everything else, black ones last, and never forget to call
            best = max(table["legal"], key=lambda m: (WORTH.get(m.split()[0], -1), " w" not in m, "uno" in m))
            table = site.act(table, "moves", move=best)
        else:
            site.ask(f"/tables/{table['id']}/events/wait/?after={table['version']}")
            table = site.ask(f"/tables/{table['id']}/")
    return table


if __name__ == "__main__":
    end = play(Site(*sys.argv[1:3]), *sys.argv[3:4])
    print(" · ".join(f"{seat['name']} {seat['total']} (place {seat['place']})" for seat in end["seats"]))
