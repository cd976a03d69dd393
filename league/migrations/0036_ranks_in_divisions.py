from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0035_arena")]

    operations = [
        migrations.AddField(
            model_name="entrant",
            name="division",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="entrant",
            name="division_rank",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
    ]
