from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0034_plain_words")]

    operations = [
        migrations.AlterField(
            model_name="competition",
            name="format",
            field=models.CharField(
                choices=[
                    ("season", "Season"),
                    ("swiss", "Swiss"),
                    ("round_robin", "Round robin"),
                    ("elimination_500", "Elimination to 500"),
                    ("single_elimination", "Knock-out"),
                    ("double_elimination", "Double elimination"),
                    ("arena", "Arena"),
                ],
                max_length=20,
            ),
        ),
        migrations.AddField(
            model_name="competition",
            name="seating_ends_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="entrant",
            name="is_away",
            field=models.BooleanField(default=False),
        ),
    ]
