"""A match that is played at random, and what everybody may know of its cards."""

import base64
import random
import re
from collections.abc import Iterator

from django.test import Client

from games import eventstore, tables
from games.models import Player, ShuffleSeed, Table, TableEvent
from games.rules.cards import cards
from games.rules.cards.card_names import called
from games.rules.fairness.shuffle import Secret, secret_of
from games.rules.match import events as e
from games.rules.match.evolve import fold
from games.rules.match.state import MATCH_OVER, OVER, State
from games.rules.notation import notation
from games.rules.options import rulebooks
from league import competitions
from league.models import Competition, Match, Membership, Webhook
from league.rules.competition.commands import Start
from tests.games import visiting
from tests.games.playing import START, fresh, move_on, open_table
from tests.games.sending import new_id
from tests.league import club_nights
from tests.league.api.asking import Program
from tests.league.webhooks.receiver import hook_of
from tests.spectators.onlooker import _PUBLIC

NAMES = ("Ana", "Bo")  # who sit at the table; Wim watches, Olga organizes, Sam runs the site
SITE = "Sam"
TURNS_BETWEEN = 9
MOST_TURNS = 900


class Play:
    """A match that is played at random."""

    def __init__(self, rulebook: str, dice: random.Random) -> None:
        self.dice, self.rulebook = dice, rulebook
        self.table = self._opened()
        held = [seat.player for seat in self.table.seats.order_by("index")]
        self.people = dict(zip(NAMES, held, strict=False))
        self.people |= {name: Player.objects.create(name=name) for name in ("Wim", "Olga", SITE)}
        self.clients = {
            name: Client(REMOTE_ADDR=f"10.0.{dice.randrange(250)}.{dice.randrange(250)}")
            for name in [*self.people, ""]
        }
        self.tokens = {"": {}} | {name: self._logged_in(name) for name in self.people}
        self.competition, self.hook = self._organized()
        tables.start(self.table.pk, by="organizer:1", at=START)
        self.table = fresh(self.table)

    def go_on(self, *, first_deal: bool) -> bool:
        """Play some turns, in or after the first deal; return whether a deal runs."""
        wanted = self.dice.randint(1, TURNS_BETWEEN)
        for _turn in range(MOST_TURNS):
            self.table = fresh(self.table)
            if self.table.status != Table.Status.RUNNING:
                return False
            is_there = first_deal or self.table.round_number > 1
            if wanted <= 0 and is_there and self.table.state_name not in {OVER, MATCH_OVER}:
                return True
            wanted -= is_there
            self.turn()
        return False

    def turn(self) -> None:
        """Let somebody, a bot or the clock do something."""
        name = self.dice.choice(NAMES)
        legal = tables.look(self.table.pk, self.people[name]).legal
        if not legal or self.dice.random() < 0.05:
            move_on(self.table)
            return
        text = notation.text(self.dice.choice(legal))
        self._send(name, text.partition(" ")[2] or text)

    def told(self, name: str, where: str, text: str) -> list[str]:
        """Return what a text tells somebody that they must not know."""
        known = self._known(name)
        hidden = [card for card in range(cards.WILD) if card not in known]
        tokens = {cards.TOKENS[card] for card in hidden}
        names = {called(card).lower() for card in hidden}
        secrets = {match.lower() for match in _NAMED.findall(text)} & names
        secrets |= {token for match in _TOKENS.findall(text) for token in match.split() if token in tokens}
        secrets |= {secret for secret in self._secrets() if secret in text}
        at = f"{self.rulebook}, table {self.table.pk} at version {self.table.version}"
        return [f"{at}: {where} tells {name or 'anybody'} of {', '.join(sorted(secrets))}"] if secrets else []

    def _opened(self) -> Table:
        fewest, most = rulebooks.fitting_seats(self.rulebook)
        seats = self.dice.randint(max(fewest, 2), max(2, min(most, 6)))
        who = " ".join([*NAMES, *["bot"] * (seats - len(NAMES))])
        return open_table(who, rulebook=self.rulebook, turn_seconds=60, bot_pause_ms=0)

    def _logged_in(self, name: str) -> dict[str, str]:
        """Let somebody log in, and return what a program of theirs shows."""
        user = visiting.log_in(self.clients[name], self.people[name])
        user.is_staff = user.is_superuser = name == SITE
        user.save()
        return Program(user).headers

    def _organized(self) -> tuple[Competition, Webhook]:
        """Olga's competition, in which the match is played, and a webhook that is told of it."""
        planned = club_nights.announced(3)
        Membership.objects.create(club=planned.club, player=self.people["Olga"], is_organizer=True)
        hook, _secret = hook_of(planned.club)
        competitions.act(planned.pk, Start(), by="organizer:1", at=START)
        Match.objects.filter(competition=planned).update(table=self.table)
        return club_nights.fresh(planned), hook

    def _send(self, name: str, move: str) -> None:
        pk, client = self.table.pk, self.clients[name]
        body = {"move": move, "after": self.table.version}
        if self.dice.random() < 0.5:
            client.post(f"/tables/{pk}/moves/", body | {"command_id": new_id()})
        else:
            headers = {"Idempotency-Key": new_id()}
            client.post(f"/api/v1/tables/{pk}/moves/", body, content_type="application/json", headers=headers)

    def _known(self, name: str) -> set[int]:
        """Return the cards that somebody has had in the hand, or seen on the table, in this deal."""
        seat = NAMES.index(name) if name in NAMES else None
        known: set[int] = set()
        turned_up: set[int] = set()  # to find the first dealer
        state = State()
        for event in (row.event for row in eventstore.read(TableEvent, self.table.pk)):
            if isinstance(event, e.RoundStarted):
                known = set(turned_up)
            if not isinstance(event, e.Event):
                continue
            fold([event], state)
            known.update(state.discard_pile, state.hands[seat] if seat is not None and state.hands else ())
            if isinstance(event, _PUBLIC):
                known.add(event.card)
            if isinstance(event, e.DealerChosen):
                turned_up.update(card for _seat, card in event.draws)
            if isinstance(event, e.ChallengeMade) and event.seat == seat:
                known.update(event.shown)
        return known

    def _secrets(self) -> Iterator[str]:
        """Yield what the shuffles of this deal and later ones are made of, as it could be written."""
        seed = Secret(ShuffleSeed.objects.get(table=self.table).seed)
        now = self.table.round_number
        for secret in (bytes(seed), *(bytes(secret_of(seed, number)) for number in range(now, now + 3))):
            yield from (secret.hex(), repr(secret)[2:-1], base64.b64encode(secret).decode())


_NAMED = re.compile(r"\b(?:red|yellow|green|blue) (?:\d|Skip|Reverse|Draw Two)\b", re.IGNORECASE)
# Cards in notation stand in what programs read, and in the values of buttons. Anchors of a bracket's rounds
# look the same.
_TOKENS = re.compile(r"""(?<=")(?<! id=")(?:[a-z-]+ )*[rygb](?:\d|S|R|\+)(?: [A-Za-z\d+]+)*(?=")""")
