from django.db import migrations

import games.models
from games.eventstore import triggers


class Migration(migrations.Migration):

    dependencies = [('league', '0002_rulebook_title'), ('games', '0004_hash_chain')]

    operations = [
        triggers.unguard("league_competitionevent"),
        migrations.AddField("competition", "head", games.models.HashField(default=b"")),
        migrations.AddField("competitionevent", "hash", games.models.HashField(default=b""), preserve_default=False),
        triggers.chain_up("league", "competitionevent", "competition"),
        triggers.guard("league_competitionevent"),
    ]
