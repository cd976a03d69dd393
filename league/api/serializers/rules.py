"""Rulebooks, options, and draws and standings that are computed but not stored."""

from rest_framework import serializers


class OptionValue(serializers.Serializer):
    """A value of an option in words."""

    value = serializers.JSONField()
    words = serializers.CharField()
    meaning = serializers.CharField(allow_blank=True)


class Option(serializers.Serializer):
    """A switch of the rules: with `values` to choose from, or a number `from` … `to`."""

    name = serializers.CharField()
    title = serializers.CharField()
    meaning = serializers.CharField()
    values = OptionValue(many=True, required=False)
    is_list = serializers.BooleanField(required=False, help_text="Whether you can combine several values")
    locals()["from"] = serializers.IntegerField(required=False)
    to = serializers.IntegerField(required=False, allow_null=True)


class OptionRow(Option):
    """An option of the rules in its group; `usual` is its default value."""

    group = serializers.CharField()
    usual = serializers.JSONField()


class ExampleHand(serializers.Serializer):
    """The cards of a seat."""

    seat = serializers.CharField()
    cards = serializers.ListField(child=serializers.CharField())


class Position(serializers.Serializer):
    """The cards on the table; `colour` is given in words if the top card does not show it."""

    hands = ExampleHand(many=True)
    top = serializers.CharField()
    colour = serializers.CharField(allow_blank=True)


class ExampleLine(serializers.Serializer):
    """A sentence of an example; refused moves change nothing."""

    text = serializers.CharField()
    is_refused = serializers.BooleanField()


class Example(serializers.Serializer):
    """An example of an option, played by the rules: before, moves, after. Null if no cards are dealt."""

    title = serializers.CharField()
    rulebook = serializers.CharField(help_text="Key of a preset or of your own rulebook: `GET rulebooks/`")
    changes = serializers.CharField(allow_blank=True)
    before = Position(allow_null=True)
    story = ExampleLine(many=True)
    after = Position(allow_null=True)
    end = serializers.CharField(allow_blank=True)


class InUse(serializers.Serializer):
    """A value in words, and the presets that have it."""

    words = serializers.CharField()
    rulebooks = serializers.ListField(child=serializers.CharField())


class OptionSeen(OptionRow):
    """An option of the rules: examples, presets by value, conflicting options."""

    examples = Example(many=True)
    presets = InUse(many=True)
    refusals = serializers.ListField(child=serializers.CharField())


class OptionExplained(Option):
    """An option of the rules and its value, in words."""

    words = serializers.CharField()


class RulebookSeen(serializers.Serializer):
    """A preset or a custom rulebook: all its options, and how it differs from the preset it extends."""

    name = serializers.CharField(help_text="Its key, as in tables and competitions")
    title = serializers.CharField()
    summary = serializers.CharField(allow_blank=True)
    extends = serializers.CharField(allow_null=True)
    seats = serializers.ListField(
        child=serializers.IntegerField(), help_text="The possible numbers of players"
    )
    options = serializers.DictField(
        help_text="Options that differ from the rulebook; `GET options/` explains all of them"
    )
    changes = serializers.DictField()


class DeckRow(serializers.Serializer):
    """A kind of card: how many are in the deck, and the points of each in a hand."""

    what = serializers.CharField()
    number = serializers.IntegerField(min_value=0)
    points = serializers.CharField()


class RulebookExplained(RulebookSeen):
    """A rulebook explained option by option, with its deck; `keeper` can change a custom one."""

    cards = DeckRow(many=True)
    keeper = serializers.CharField(allow_null=True, help_text="A name; null for a preset")
    explanations = OptionExplained(many=True)
    version = serializers.IntegerField(
        allow_null=True, help_text="Send it as `after` in commands; null for a preset, which cannot change"
    )


class RulebookChecked(serializers.Serializer):
    """A valid rulebook with changes."""

    options = serializers.DictField(
        help_text="Options that differ from the rulebook; `GET options/` explains all of them"
    )
    differences = serializers.DictField(help_text="Those that differ from the defaults")
    seats = serializers.ListField(child=serializers.IntegerField())


class DrawnMatch(serializers.Serializer):
    """A match of a draw."""

    id = serializers.CharField()
    entrants = serializers.ListField(
        child=serializers.DictField(),
        help_text="Each `{seed}`, `{winner_of}`, `{loser_of}`, `{place, of}` or `{bye}`",
    )
    best_of = serializers.IntegerField(
        required=False, help_text="The length of the best-of series; left out for single games"
    )
    winner_to = serializers.CharField(required=False, allow_null=True)
    loser_to = serializers.CharField(required=False, allow_null=True)
    locals()["if"] = serializers.CharField(required=False)


class DrawnRound(serializers.Serializer):
    """A round of a draw."""

    id = serializers.CharField()
    name = serializers.CharField()
    matches = DrawnMatch(many=True)


class DrawSeen(serializers.Serializer):
    """A draw: see “Draws for programs” in the documentation."""

    format = serializers.CharField()
    entrants = serializers.IntegerField()
    seed = serializers.IntegerField()
    rounds = DrawnRound(many=True)
    byes = serializers.ListField(child=serializers.DictField())
    cost = serializers.DictField(child=serializers.FloatField(), allow_null=True)
    bound = serializers.IntegerField(allow_null=True)
    beyond = serializers.DictField(child=serializers.IntegerField(), required=False)
    names = serializers.ListField(child=serializers.CharField(), required=False)
    club_meetings = serializers.ListField(child=serializers.DictField(), required=False)


class RankedRow(serializers.Serializer):
    """A row of standings, with a number for the code of each tie-break."""

    rank = serializers.IntegerField(min_value=1)
    entrant = serializers.CharField()
    points = serializers.FloatField()
    decided_by = serializers.CharField(allow_null=True)

    is_open = True


class RankedRows(serializers.Serializer):
    """Standings: see “Standings for programs” in the documentation."""

    unplayed = serializers.CharField()
    rows = RankedRow(many=True)
