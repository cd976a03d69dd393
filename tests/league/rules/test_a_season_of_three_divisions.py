"""A whole season: three divisions, tables of three and four, a penalty, a play-off, and the season after."""

from games.rules.base.chance import Chance
from league.rules.played_rounds import Entrant, History, PlayedMatch, PlayedRound
from league.rules.settings.divisions import Border, DivisionRules, check_borders, divided, division_sizes
from league.rules.settings.points import PointsScheme, check_scheme, most_points
from league.rules.stages.promotion import next_season, play_offs
from league.rules.standings.bounds import Places, season_places
from league.rules.standings.season_table import (
    AdjustmentLine,
    Counting,
    SeasonRow,
    check_counting,
    season_table,
)
from league.rules.table_draws.tables import snake, table_count

MATCHDAYS = 6
SCHEME = PointsScheme({4: [6, 4, 2, 1], 3: [6, 3, 1]})
COUNTING = Counting(best=4, minimum=3)
RULES = DivisionRules((Border(1, 1), Border(2)), size=7, least=4)
CHAIN = ["best_round", "direct", "lot"]


def matchday(division: list[Entrant], chance: Chance) -> PlayedRound:
    """Return the results of a matchday: a new draw, and chance decides the places."""
    tables = snake(chance.shuffled(division), table_count(len(division), 4))  # type: ignore[arg-type]
    matches = []
    for table in tables:
        places = chance.shuffled(range(1, len(table) + 1))
        points = [SCHEME.points(place, len(table)) for place in places]
        matches.append(PlayedMatch(list(table), list(map(float, points)), places=places))
    return PlayedRound(matches)


def played(division: list[Entrant], chance: Chance) -> list[SeasonRow]:
    """Play the season of a division; what is still possible narrows from matchday to matchday."""
    rounds: list[PlayedRound] = []
    lines = [AdjustmentLine(1, division[0], -2, "Late at the table")]
    possible = {entrant: Places(1, len(division)) for entrant in division}
    for number in range(1, MATCHDAYS + 1):
        rounds.append(matchday(division, chance))
        rows = season_table(History(division, rounds), CHAIN, COUNTING, lines=lines, seed=1)
        days = {day: most_points(SCHEME, [3, 4]) for day in range(number + 1, MATCHDAYS + 1)}
        now = season_places(rows, COUNTING, ahead=dict.fromkeys(division, days))
        for entrant, places in now.items():
            assert possible[entrant].best <= places.best <= places.worst <= possible[entrant].worst
        possible = now
    assert possible == {row.entrant: Places(row.rank, row.rank) for row in rows}
    return rows


def test_three_divisions_play_a_season_and_go_on_into_the_next() -> None:
    check_scheme(SCHEME)
    check_counting(COUNTING, MATCHDAYS)
    chance = Chance(b"a season of three divisions")
    entrants = list(range(1, 21))
    divisions = divided(entrants, division_sizes(len(entrants), RULES.size, RULES.least))
    assert [len(division) for division in divisions] == [6, 7, 7]
    check_borders([len(division) for division in divisions], RULES)

    tables = [played(list(division), chance) for division in divisions]
    assert all(row.played == MATCHDAYS and sum(day.is_counted for day in row.days) == 4 for row in tables[0])
    final = [[row.entrant for row in rows] for rows in tables]
    [match] = play_offs(final, RULES)
    assert (match.upper, match.lower) == (final[0][-2], final[1][1])

    won = next_season(final, RULES, won={match.id: match.lower}, newcomers=[21, 22])
    lost = next_season(final, RULES, won={match.id: match.upper}, newcomers=[21, 22])
    assert [len(division) for division in won.divisions] == [6, 7, 9]
    assert set(won.divisions[0]) == {*final[0][:-2], *final[1][:2]}
    assert set(lost.divisions[0]) == {*final[0][:-1], final[1][0]}
    assert set(lost.divisions[2]) == {*final[1][-2:], *final[2][2:], 21, 22}
