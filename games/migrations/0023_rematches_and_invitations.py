import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0022_penalties_of_kept_deals")]

    operations = [
        migrations.CreateModel(
            name="InvitedOnly",
            fields=[
                (
                    "table",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="invited_only",
                        serialize=False,
                        to="games.table",
                    ),
                ),
                ("key", models.CharField(max_length=22)),
            ],
        ),
        migrations.CreateModel(
            name="Rematch",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "before",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="rematch", to="games.table"
                    ),
                ),
                (
                    "table",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="rematch_of", to="games.table"
                    ),
                ),
            ],
        ),
    ]
