"""`python -m tests.attacks.seed`: a round robin of 48, whose number it prints, and a match that is over."""

import os


def main() -> None:
    """Make the competition, half of its results, and the match."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
    django.setup()
    from django.db import transaction

    from league.rules.settings.stages import ROUND_ROBIN, StageSettings
    from tests.games.playing import dealt, play_out
    from tests.league.by_hand import play, played_elsewhere

    with transaction.atomic():
        made = played_elsewhere(48, StageSettings(ROUND_ROBIN, table_size=2))
        play(made, 24)
        play_out(dealt(options={"target_score": 2}))
    print(made.pk)  # noqa: T201 - the answer


if __name__ == "__main__":
    main()
