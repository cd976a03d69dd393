"""`python -m tests.attacks.seed`: a round robin of 48 for the site of `DATABASE_URL`; prints its number."""

import os


def main() -> None:
    """Make the competition and half of its results."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
    django.setup()
    from django.db import transaction

    from league.rules.settings.stages import ROUND_ROBIN, StageSettings
    from tests.league.by_hand import play, played_elsewhere

    with transaction.atomic():
        made = played_elsewhere(48, StageSettings(ROUND_ROBIN, table_size=2))
        play(made, 24)
    print(made.pk)  # noqa: T201 - the answer


if __name__ == "__main__":
    main()
