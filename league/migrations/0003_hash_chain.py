from django.db import migrations

import games.models
from games import append_only


class Migration(migrations.Migration):

    dependencies = [('league', '0002_rulebook_title'), ('games', '0004_hash_chain')]

    operations = [
        append_only.unguard("league_competitionevent"),
        migrations.AddField("competition", "head", games.models.HashField(default=b"")),
        migrations.AddField("competitionevent", "hash", games.models.HashField(default=b""), preserve_default=False),
        append_only.chain_up("league", "competitionevent", "competition"),
        append_only.guard("league_competitionevent"),
    ]
