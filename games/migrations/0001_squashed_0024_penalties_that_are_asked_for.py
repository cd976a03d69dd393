"""All migrations to 0024 at once, for a new database: it comes to the same schema.

A database that took the first of them takes the rest of them as well, and passes this one over.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import games.models
from games.eventstore import triggers


class Migration(migrations.Migration):

    replaces = [
        ('games', '0001_initial'),
        ('games', '0002_chat'),
        ('games', '0003_custom_rulebooks'),
        ('games', '0004_hash_chain'),
        ('games', '0005_receipts'),
        ('games', '0006_checkpoints'),
        ('games', '0007_turn_times'),
        ('games', '0008_last_sweep'),
        ('games', '0009_fair_shuffles'),
        ('games', '0010_absences'),
        ('games', '0011_turn_left'),
        ('games', '0012_physical_tables'),
        ('games', '0013_match_time'),
        ('games', '0014_hidden_and_merged_players'),
        ('games', '0015_replay_comments'),
        ('games', '0016_player_language'),
        ('games', '0017_names_that_can_be_read'),
        ('games', '0018_bots_of_three_strengths'),
        ('games', '0019_played_deals'),
        ('games', '0020_decided_by_organizers'),
        ('games', '0021_analyses'),
        ('games', '0022_penalties_of_kept_deals'),
        ('games', '0023_rematches_and_invitations'),
        ('games', '0024_penalties_that_are_asked_for'),
    ]

    initial = True

    dependencies = [
        ('contenttypes', '0002_remove_content_type_name'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Table',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80)),
                ('rulebook', models.CharField(max_length=40)),
                ('options', models.JSONField(default=dict)),
                ('rulebook_title', models.CharField(blank=True, max_length=60)),
                ('seat_count', models.PositiveSmallIntegerField()),
                ('turn_seconds', models.PositiveIntegerField(default=60)),
                ('bot_pause_ms', models.PositiveIntegerField(default=1200)),
                ('bot_strength', models.CharField(default='club', max_length=8)),
                ('bank_seconds', models.PositiveIntegerField(default=0)),
                ('away_after', models.PositiveSmallIntegerField(default=3)),
                ('is_physical', models.BooleanField(default=False)),
                ('confirm', models.CharField(default='none', max_length=8)),
                ('silence_seconds', models.PositiveIntegerField(default=0)),
                ('self_report', models.BooleanField(default=False)),
                ('limit_seconds', models.PositiveIntegerField(default=0)),
                ('limit_at_once', models.BooleanField(default=False)),
                ('status', models.CharField(choices=[('open', 'Waiting for players'), ('running', 'Being played'), ('finished', 'Finished'), ('closed', 'Closed without a match'), ('decided', 'Decided by the organizers')], default='open', max_length=10)),
                ('version', models.PositiveIntegerField(default=0)),
                ('step', models.PositiveIntegerField(default=0)),
                ('head', games.models.HashField(default=b'')),
                ('round_number', models.PositiveIntegerField(default=0)),
                ('round_version', models.PositiveIntegerField(default=0)),
                ('state_name', models.CharField(blank=True, max_length=20)),
                ('turn_seat', models.SmallIntegerField(blank=True, null=True)),
                ('dealer_seat', models.SmallIntegerField(blank=True, null=True)),
                ('turn_ends_at', models.DateTimeField(blank=True, null=True)),
                ('turn_left_ms', models.PositiveBigIntegerField(blank=True, null=True)),
                ('limit_at', models.DateTimeField(blank=True, null=True)),
                ('committed', models.PositiveIntegerField(default=0)),
                ('due_at', models.DateTimeField(blank=True, null=True)),
                ('paused_at', models.DateTimeField(blank=True, null=True)),
                ('penalty_asked', models.JSONField(blank=True, default=dict)),
                ('opened_at', models.DateTimeField()),
                ('started_at', models.DateTimeField(blank=True, null=True)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'ordering': ['-pk'],
            },
        ),
        migrations.CreateModel(
            name='Checkpoint',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('day', models.DateField(unique=True)),
                ('text', models.TextField()),
                ('hash', games.models.HashField()),
                ('made_at', models.DateTimeField()),
            ],
            options={
                'ordering': ['day'],
            },
        ),
        migrations.CreateModel(
            name='LastSweep',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('looked_at', models.DateTimeField()),
                ('away_from', models.DateTimeField(null=True)),
                ('away_until', models.DateTimeField(null=True)),
                ('done_to', models.PositiveBigIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name='Player',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60)),
                ('language', models.CharField(blank=True, max_length=10)),
                ('is_hidden', models.BooleanField(default=False)),
                ('name_before', models.CharField(blank=True, editable=False, max_length=60)),
                ('was_hidden', models.BooleanField(default=False, editable=False)),
                ('merged_into', models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='merged', to='games.player')),
                ('user', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Chat',
            fields=[
                ('table', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='chat', serialize=False, to='games.table')),
                ('version', models.PositiveIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name='InvitedOnly',
            fields=[
                ('table', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='invited_only', serialize=False, to='games.table')),
                ('key', models.CharField(max_length=22)),
            ],
        ),
        migrations.CreateModel(
            name='ShuffleSeed',
            fields=[
                ('table', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='+', serialize=False, to='games.table')),
                ('seed', models.BinaryField(max_length=32)),
            ],
        ),
        migrations.AddField(
            model_name='table',
            name='host',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='games.player'),
        ),
        migrations.CreateModel(
            name='Objection',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField()),
                ('reason', models.CharField(blank=True, max_length=200)),
                ('made_at', models.DateTimeField()),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='objections', to='games.table')),
                ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.player')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='ChatMessage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.CharField(max_length=200)),
                ('said_at', models.DateTimeField()),
                ('hidden_by', models.CharField(blank=True, max_length=40)),
                ('hidden_at', models.DateTimeField(blank=True, null=True)),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='messages', to='games.table')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='messages', to='games.player')),
            ],
            options={
                'ordering': ['pk'],
                'indexes': [models.Index(fields=['player', 'said_at'], name='message_rate')],
            },
        ),
        migrations.CreateModel(
            name='Receipt',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('sender', models.CharField(max_length=40)),
                ('command_id', models.CharField(max_length=64)),
                ('content', models.CharField(max_length=64)),
                ('answer', models.JSONField(null=True)),
                ('refusal', models.JSONField(null=True)),
                ('at', models.DateTimeField(db_index=True)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('sender', 'command_id'), name='one_receipt_per_id')],
            },
        ),
        migrations.CreateModel(
            name='Rematch',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('before', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='rematch', to='games.table')),
                ('table', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='rematch_of', to='games.table')),
            ],
        ),
        migrations.CreateModel(
            name='ReplayComment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('step', models.PositiveIntegerField()),
                ('text', models.CharField(max_length=300)),
                ('said_at', models.DateTimeField()),
                ('removed_by', models.CharField(blank=True, max_length=40)),
                ('removed_at', models.DateTimeField(blank=True, null=True)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.player')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='comments', to='games.table')),
            ],
            options={
                'ordering': ['step', 'pk'],
                'indexes': [models.Index(fields=['player', 'said_at'], name='comment_rate')],
            },
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('index', models.PositiveSmallIntegerField()),
                ('bot_name', models.CharField(blank=True, max_length=30)),
                ('is_bot', models.BooleanField(default=False)),
                ('bank_ms', models.PositiveBigIntegerField(default=0)),
                ('missed', models.PositiveSmallIntegerField(default=0)),
                ('total', models.IntegerField(default=0)),
                ('eliminated_round', models.PositiveIntegerField(default=0)),
                ('place', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('words', models.CharField(blank=True, max_length=40)),
                ('dealt_words', models.CharField(blank=True, max_length=40)),
                ('player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='seats', to='games.player')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='games.table')),
            ],
            options={
                'ordering': ['index'],
                'constraints': [models.UniqueConstraint(fields=('table', 'index'), name='one_seat_per_place')],
            },
        ),
        migrations.CreateModel(
            name='TableEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveIntegerField()),
                ('step', models.PositiveIntegerField()),
                ('name', models.CharField(max_length=40)),
                ('schema', models.PositiveSmallIntegerField(default=1)),
                ('payload', models.TextField()),
                ('by', models.CharField(max_length=40)),
                ('at', models.DateTimeField()),
                ('hash', games.models.HashField()),
                ('stream', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='events', to='games.table')),
            ],
            options={
                'ordering': ['version'],
                'abstract': False,
                'constraints': [models.UniqueConstraint(fields=('stream', 'version'), name='one_event_per_table_version')],
            },
        ),
        migrations.CreateModel(
            name='MatchAnalysis',
            fields=[
                ('table', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='analysis', serialize=False, to='games.table')),
                ('version', models.PositiveSmallIntegerField()),
                ('head', games.models.HashField()),
                ('asked_at', models.DateTimeField()),
                ('worked_at', models.DateTimeField(blank=True, null=True)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('parts', models.PositiveIntegerField(default=0)),
                ('done', models.PositiveIntegerField(default=0)),
                ('findings', models.BinaryField(default=bytes)),
            ],
            options={
                'indexes': [models.Index(fields=['finished_at', 'asked_at'], name='analysis_waiting')],
            },
        ),
        migrations.CreateModel(
            name='DealAnalysis',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('findings', models.BinaryField()),
                ('analysis', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deals', to='games.matchanalysis')),
            ],
            options={
                'ordering': ['number'],
                'constraints': [models.UniqueConstraint(fields=('analysis', 'number'), name='each_deal_analysed_once')],
            },
        ),
        migrations.CreateModel(
            name='CustomRulebook',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60)),
                ('preset', models.CharField(max_length=40)),
                ('options', models.JSONField(default=dict)),
                ('keeper_id', models.PositiveBigIntegerField()),
                ('changed_at', models.DateTimeField()),
                ('keeper_type', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='contenttypes.contenttype')),
            ],
            options={
                'ordering': ['name', 'pk'],
                'constraints': [models.UniqueConstraint(fields=('keeper_type', 'keeper_id', 'name'), name='one_rulebook_per_name')],
            },
        ),
        migrations.CreateModel(
            name='PlayedDeal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('first', models.PositiveIntegerField()),
                ('last', models.PositiveIntegerField()),
                ('outline', models.BinaryField()),
                ('round', models.BinaryField()),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='played_deals', to='games.table')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('table', 'number'), name='each_deal_once')],
            },
        ),
        migrations.AddIndex(
            model_name='table',
            index=models.Index(fields=['status', 'due_at'], name='table_due'),
        ),
        migrations.AddIndex(
            model_name='table',
            index=models.Index(fields=['status', '-finished_at'], name='table_status'),
        ),
        triggers.guard("games_tableevent"),
        triggers.guard("games_checkpoint"),
    ]
