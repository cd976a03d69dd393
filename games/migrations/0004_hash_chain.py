from django.db import migrations

import games.models
from games import append_only


class Migration(migrations.Migration):

    dependencies = [('games', '0003_custom_rulebooks')]

    operations = [
        append_only.unguard("games_tableevent"),
        migrations.AddField("table", "head", games.models.HashField(default=b"")),
        migrations.AddField("tableevent", "hash", games.models.HashField(default=b""), preserve_default=False),
        append_only.chain_up("games", "tableevent", "table"),
        append_only.guard("games_tableevent"),
    ]
