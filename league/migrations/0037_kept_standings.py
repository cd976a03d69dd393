import django.db.models.deletion
from django.db import migrations, models

import games.models


class Migration(migrations.Migration):
    dependencies = [("league", "0036_ranks_in_divisions")]

    operations = [
        migrations.CreateModel(
            name="KeptStandings",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("stage", models.PositiveSmallIntegerField()),
                ("head", games.models.HashField()),
                ("rows", models.BinaryField()),
                (
                    "competition",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="kept_standings",
                        to="league.competition",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("competition", "stage"), name="standings_kept_once_a_stage"
                    )
                ],
            },
        ),
    ]
