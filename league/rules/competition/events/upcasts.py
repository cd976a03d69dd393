"""Earlier shapes of the events of competitions, converted into the current ones."""

from typing import Any

Fields = dict[str, Any]


def with_times(value: Fields) -> Fields:
    """There was no bank of time, and a bot took over after three overdue turns."""
    return {**value, "bank_seconds": 0, "away_after": 3}


def created(value: Fields) -> Fields:
    """A competition had one format, which was its only stage."""
    is_season = value["format"] == "season"
    stage = {"format": value["format"], "table_size": value["table_size"]}
    stage |= {"rounds": value["rounds"]} if is_season else {"advance": value["advance"]}
    kept = {
        key: held for key, held in value.items() if key not in ("format", "table_size", "advance", "rounds")
    }
    return {**kept, "stages": [stage]}


def venue(value: Fields) -> Fields:
    """Matches were played at tables of this site, or not."""
    rest = {key: held for key, held in value.items() if key != "online"}
    return {**rest, "venue": "online" if value.get("online", True) else "elsewhere"}


def reseeded(value: Fields) -> Fields:
    """`reseed` had a meaning for an elimination to 500 only: a bracket was drawn to its end."""
    stages = [
        stage
        if stage["format"] == "elimination_500"
        else {key: held for key, held in stage.items() if key != "reseed"}
        for stage in value["stages"]
    ]
    return {**value, "stages": stages}


def played_by_bots(value: Fields) -> Fields:
    """Bots played for everyone without an account."""
    return {**value, "with_bots": True}


def drawn(value: Fields) -> Fields:
    """A stage round listed its entrants and had no seed."""
    number = value["round"]
    matches = [
        {
            "id": f"R{number}.{index}",
            "name": match["name"],
            "slots": [{"entrant": entrant} for entrant in match["entrants"]],
        }
        for index, match in enumerate(value["matches"], start=1)
    ]
    planned = {
        "id": f"R{number}",
        "name": value["name"],
        "matches": matches,
        "byes": value.get("byes", []),
        "advance": value.get("survivors", 0),
        "is_final": value.get("is_final", False),
    }
    return {"stage": 1, "draw": {"rounds": [planned]}}


def _with_byes_as_seats(draw: Fields) -> Fields:
    """A bye listed an entrant, and could not be the place of an earlier match."""
    rounds = [
        {**stage_round, "byes": [{"entrant": entrant} for entrant in stage_round["byes"]]}
        if "byes" in stage_round
        else stage_round
        for stage_round in draw["rounds"]
    ]
    return {**draw, "rounds": rounds}


def byes(value: Fields) -> Fields:
    """A bye listed an entrant."""
    return {**value, "draw": _with_byes_as_seats(value["draw"])}


def _match(value: Fields) -> Fields:
    return {"stage": 1, "match": f"R{value['round']}.{value['match']}"}


def assigned(value: Fields) -> Fields:
    """The entrants of a table were known from the draw: nobody could take another's seat."""
    return {**_match(value), "entrants": [], "table": value["table"]}


def lot(value: Fields) -> Fields:
    """There was one stage, and matches had a number in their round."""
    return {**_match(value), "order": value["order"]}


def recorded(value: Fields) -> Fields:
    """A result showed who advances by its places alone."""
    places = value["places"]
    on = [place["entrant"] for place in places if place["advances"]]
    result = {"places": places, "order": on, "decided_by": value.get("decided_by", "")}
    return {**_match(value), "entrants": [place["entrant"] for place in places], "result": result}
