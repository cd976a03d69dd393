from django.db import migrations

import games.models
from games.eventstore import triggers


class Migration(migrations.Migration):

    dependencies = [('games', '0003_custom_rulebooks')]

    operations = [
        triggers.unguard("games_tableevent"),
        migrations.AddField("table", "head", games.models.HashField(default=b"")),
        migrations.AddField("tableevent", "hash", games.models.HashField(default=b""), preserve_default=False),
        triggers.chain_up("games", "tableevent", "table"),
        triggers.guard("games_tableevent"),
    ]
