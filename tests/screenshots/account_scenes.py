"""The pages of rules, of accounts and of operators, and of the result of a night with real cards."""

from django.contrib.auth.models import User

from games import scoresheets
from games.models import Player
from games.rules.scoresheet import decide
from tests.games.playing import player
from tests.games.scoresheets.writing_down import deal, real_cards, record
from tests.league.club_nights import later
from tests.screenshots.table_scenes import Scene

_NEW = {"first_name": "Ana", "username": "ana@home", "password1": "riverside", "password2": "rivers"}


def scenes(who: Player) -> list[Scene]:
    """Return what is there without a competition."""
    return [*_rules(who), *_account(who), *_operation(), *_results()]


def _rules(who: Player) -> list[Scene]:
    return [
        Scene("rulebook", "/rules/russian/"),
        Scene("rulebook-option", "/rules/options/jump_in/"),
        Scene("rulebooks-compared", "/rules/compare/?a=classic&b=welsh"),
        Scene("rulebook-own", "/rules/new/", who),
        Scene("real-cards-new", "/tables/new/real-cards/", who),
        Scene("checkpoints", "/checkpoints/"),
    ]


def _account(who: Player) -> list[Scene]:
    wrong = {"login": "nobody", "password": "wrong"}
    return [
        Scene("log-in-refused", "/log-in/", fields=wrong),
        Scene("sign-up-refused", "/sign-up/", fields=_NEW),
        Scene("password-forgotten", "/password/"),
        Scene("password-sent", "/password/sent/"),
        Scene("password-link-over", "/password/1-abc-0123456789abcdef/"),
        Scene("my-address-link-over", "/e-mail/none/"),
        Scene("account-closed", "/log-in/closed/"),
        Scene("my-token-made", "/me/tokens/", who, fields={"name": "Our bot"}),
        Scene("guest", "/guest/"),
        Scene("my-password", "/me/password/", who),
        Scene("my-address", "/me/e-mail/", who),
        Scene("my-second-factor", "/me/second-factor/", who),
        Scene("my-end", "/me/delete/", who),
    ]


def _operation() -> list[Scene]:
    """The page of those who run the site."""
    staff = User.objects.create_user("night", first_name="Nils Berg", is_staff=True)
    return [Scene("operation", "/admin/operation/", Player.objects.create(name="Nils Berg", user=staff))]


def _results() -> list[Scene]:
    """A result that waits for the players, and one that somebody objects to."""
    hana = Player.objects.create(name="Hana Ito")
    waiting, disputed = (_reported(hana) for _each in range(2))
    message = decide.ObjectToResult(1, "Deal 2 was mine: I went out, not Ana.")
    scoresheets.act(disputed.pk, message, by=f"player:{player(disputed, 'B').pk}", at=later(30))
    return [
        Scene("score-reported", f"/tables/{waiting.pk}/", player(waiting, "B")),
        Scene("score-reported-keeper", f"/tables/{waiting.pk}/score/", hana),
        Scene("score-dispute", f"/tables/{disputed.pk}/dispute/", hana),
        Scene("score-replay", f"/tables/{waiting.pk}/replay/", hana),
    ]


def _reported(host: Player):
    table = real_cards("Ana Bo Cy", host=host, options={"target_score": 50})
    record(table, deal(1, "A", "B 20, C 5"), deal(2, "A", "B 20, C 8"))
    return table
