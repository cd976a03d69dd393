"""Replays of matches, their analysis, and match records. Chances are whole numbers of a million."""

from typing import Any

from rest_framework import serializers

from games.analysis import highlights
from games.analysis.findings import BLUNDER, MISTAKE, NO_MARK, SLIP
from league.api.serializers.tables import Event, State, seat_letter_field

MARKS = {NO_MARK: None, SLIP: "slip", MISTAKE: "mistake", BLUNDER: "blunder"}


class Deal(serializers.Serializer):
    """A deal and its steps; after its end also the winner, and points and totals by seat."""

    round = serializers.IntegerField(min_value=0)
    first_step = serializers.IntegerField(min_value=0)
    last_step = serializers.IntegerField(min_value=0)
    winner = seat_letter_field(help_text="Null for an unfinished deal, or a deal without a winner")
    points = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    totals = serializers.ListField(child=serializers.IntegerField())


class Mark(serializers.Serializer):
    """A moment of a match: a new leader, a challenge, a catch, UNO, a penalty."""

    step = serializers.IntegerField(min_value=1)
    kind = serializers.ChoiceField(choices=["deal", "lead", "challenge", "catch", "uno", "miss", "penalty"])
    seats = serializers.ListField(child=seat_letter_field())
    text = serializers.CharField()


class ReplayOutline(serializers.Serializer):
    """The outline of a replay."""

    table = serializers.IntegerField()
    steps = serializers.IntegerField(min_value=0)
    deals = Deal(many=True)
    marks = Mark(many=True)


class ReplayMoment(serializers.Serializer):
    """A match right after one step."""

    table = serializers.IntegerField()
    step = serializers.IntegerField(min_value=1)
    steps = serializers.IntegerField(min_value=1)
    seat = serializers.RegexField("^([A-J]|all)$", allow_null=True, help_text="The seat whose view it is")
    state = State()
    events = Event(many=True)
    next = serializers.CharField(allow_null=True)
    previous = serializers.CharField(allow_null=True)


class RecordRound(serializers.Serializer):
    """A deal of a match record."""

    actions = serializers.ListField(child=serializers.CharField())
    chance = serializers.ListField(child=serializers.CharField())

    is_open = True


class MatchRecord(serializers.Serializer):
    """A match as one file: see “Match records” in the documentation."""

    format = serializers.ChoiceField(
        choices=["wildleague-record/1"], help_text="The format of the file and its version"
    )
    rulebook = serializers.CharField(help_text="Key of a preset")
    seats = serializers.ListField(child=serializers.CharField(), help_text="Names in the order of the seats")
    rounds = RecordRound(many=True, help_text="The deals")

    is_open = True


class RecordChecked(serializers.Serializer):
    """The content of a valid match record; `state` is the final position."""

    ok = serializers.BooleanField()
    finished = serializers.BooleanField()
    rounds = serializers.IntegerField(min_value=0)
    actions = serializers.IntegerField(min_value=0)
    total = serializers.DictField(child=serializers.IntegerField(), help_text="By the letter of the seat")
    winners = serializers.ListField(child=serializers.CharField())
    state = serializers.DictField(allow_null=True)


def _by_seat(**facts_of_field: Any) -> serializers.ListField:
    return serializers.ListField(child=serializers.IntegerField(), **facts_of_field)


class Curve(serializers.Serializer):
    """The chances after each step, for each step a list by seat; empty as long as they are not ready."""

    open = serializers.ListField(child=_by_seat(), help_text="With all hands open")
    seen = serializers.ListField(child=_by_seat(), help_text="As each seat saw it")


class Parts(serializers.Serializer):
    """Where a result came from, by seat: the start and the parts add up exactly to the end."""

    start = _by_seat(help_text="The chance before")
    dealt = _by_seat(help_text="What the dealt cards gave")
    drawn = _by_seat(help_text="What drawn cards gave")
    own = _by_seat(help_text="What the seat’s own choices gave")
    others = _by_seat(help_text="What the choices of others gave, their turns that ran out, and their bots")
    timeouts = _by_seat(help_text="What the seat’s own turns gave that ran out: the clock acted")
    away = _by_seat(help_text="What the choices of a bot gave while the player of the seat was away")
    end = _by_seat(help_text="The chance in the end")
    error = serializers.IntegerField(min_value=0, help_text="The largest standard error of a part")
    errors = serializers.ListField(  # type: ignore[assignment]  # a field, as all others of this class
        child=_by_seat(help_text="By seat"),
        help_text="The standard errors of `dealt`, `drawn`, `own`, `others`, `timeouts` and `away`",
    )


class Alternative(serializers.Serializer):
    """Something a seat could have done, and its chance to win the deal and the match."""

    text = serializers.CharField()
    chance = serializers.IntegerField(min_value=0)
    error = serializers.IntegerField(min_value=0, help_text="The standard error of the chance")
    match = serializers.IntegerField(allow_null=True)
    points = serializers.IntegerField(
        allow_null=True,
        help_text="The points to expect, less those that opponents win, where the deal was all but decided",
    )


class Doubt(serializers.Serializer):
    """How a challenge looked to the seat."""

    bluff = serializers.IntegerField(min_value=0, help_text="The chance of a bluff")
    pays_from = serializers.IntegerField(min_value=0, help_text="The chance from which on a challenge pays")
    low = serializers.IntegerField(min_value=0, help_text="The lower bound of `pays_from`, with 99 %")
    high = serializers.IntegerField(min_value=0, help_text="The upper bound of `pays_from`, with 99 %")


class Exposure(serializers.Serializer):
    """What a missed call put at risk, as the seat saw it."""

    called = serializers.IntegerField(min_value=0, help_text="The chance to win the deal with the call")
    caught = serializers.IntegerField(min_value=0, help_text="The same after a catch")


class JudgedChoice(serializers.Serializer):
    """A choice, judged by what the seat could know. The first alternative is what it did."""

    step = serializers.IntegerField(min_value=1)
    seat = seat_letter_field()
    is_by_bot = serializers.BooleanField(help_text="Whether a bot chose, because the player was away")
    alternatives = Alternative(many=True)
    cost = serializers.IntegerField(
        help_text="The chance to win the deal with the best alternative less that with the choice made, in "
        "millionths: 10000 is one percentage point; from -1000000 to 1000000. Estimated: may be below 0",
    )
    low = serializers.IntegerField(
        help_text="The lower end of the interval of 99 % around `cost`, in millionths"
    )
    high = serializers.IntegerField(
        help_text="The upper end of the interval of 99 % around `cost`, in millionths"
    )
    match_cost = serializers.IntegerField(
        allow_null=True,
        help_text="As `cost`, for the chance to win the match; null where that chance is unknown",
    )
    mark = serializers.ChoiceField(choices=["slip", "mistake", "blunder"], allow_null=True)
    silence = serializers.CharField(help_text="Why there is no mark, else empty")
    doubt = Doubt(allow_null=True)
    exposure = Exposure(allow_null=True)
    knowledge = serializers.ListField(
        child=serializers.CharField(), help_text="What the seat could know of other hands, in sentences"
    )


class AnalysedDeal(serializers.Serializer):
    """A deal. Chances of the match are null under rules without a winner by points."""

    round = serializers.IntegerField(min_value=1)
    first_step = serializers.IntegerField(min_value=1)
    deal = Curve()
    match = Curve(allow_null=True)
    deal_parts = Parts(allow_null=True)
    match_parts = Parts(allow_null=True)
    decisions = JudgedChoice(many=True, allow_null=True)


class Told(serializers.Serializer):
    """Something worth telling, as a sentence."""

    step = serializers.IntegerField(min_value=1)
    kind = serializers.ChoiceField(
        choices=[
            highlights.WON,
            highlights.LED,
            highlights.HELD,
            highlights.CHALLENGE,
            highlights.CAUGHT,
            highlights.UNNOTICED,
            highlights.MARK,
            highlights.MOMENT,
        ]
    )
    seats = serializers.ListField(child=seat_letter_field())
    bots = serializers.ListField(
        child=seat_letter_field(),
        help_text="The seats for which a bot did this, because their players were away",
    )
    text = serializers.CharField()


class Analysis(serializers.Serializer):
    """The analysis of a finished match as far as it is ready. Chances are whole numbers of a million."""

    table = serializers.IntegerField()
    status = serializers.ChoiceField(choices=["not_asked", "running", "ready"])
    done = serializers.IntegerField(min_value=0, max_value=100, help_text="How much is ready, in percent")
    deals = AnalysedDeal(many=True)
    facts = Told(many=True)
    moments = Told(many=True, help_text="The steps that changed the chances most")
    parts = Parts(allow_null=True, help_text="Where the result of the match came from")
