from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0023_rematches_and_invitations")]

    operations = [
        migrations.AddField(
            model_name="table",
            name="penalty_asked",
            field=models.JSONField(blank=True, default=dict),
        ),
    ]
