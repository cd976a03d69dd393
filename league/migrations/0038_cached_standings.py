"""The standings of large stages are a cache, and called so."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("league", "0037_kept_standings"),
    ]

    operations = [
        migrations.RenameModel("KeptStandings", "CachedStandings"),
        migrations.AlterField(
            model_name="cachedstandings",
            name="competition",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="cached_standings",
                to="league.competition",
            ),
        ),
    ]
