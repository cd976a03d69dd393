"""Players, tables, seats and the log of tables, which the database keeps append-only."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from games.eventstore import triggers


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Player',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60)),
                ('user', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Table',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80)),
                ('rulebook', models.CharField(max_length=40)),
                ('options', models.JSONField(default=dict)),
                ('seat_count', models.PositiveSmallIntegerField()),
                ('turn_seconds', models.PositiveIntegerField(default=60)),
                ('bot_pause_ms', models.PositiveIntegerField(default=1200)),
                ('status', models.CharField(choices=[('open', 'Waiting for players'), ('running', 'Being played'), ('finished', 'Finished'), ('closed', 'Closed without a match')], default='open', max_length=10)),
                ('version', models.PositiveIntegerField(default=0)),
                ('step', models.PositiveIntegerField(default=0)),
                ('round_number', models.PositiveIntegerField(default=0)),
                ('round_version', models.PositiveIntegerField(default=0)),
                ('state_name', models.CharField(blank=True, max_length=20)),
                ('turn_seat', models.SmallIntegerField(blank=True, null=True)),
                ('due_at', models.DateTimeField(blank=True, null=True)),
                ('opened_at', models.DateTimeField()),
                ('started_at', models.DateTimeField(blank=True, null=True)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('host', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='games.player')),
            ],
            options={
                'ordering': ['-pk'],
            },
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('index', models.PositiveSmallIntegerField()),
                ('bot_name', models.CharField(blank=True, max_length=30)),
                ('is_bot', models.BooleanField(default=False)),
                ('total', models.IntegerField(default=0)),
                ('eliminated_round', models.PositiveIntegerField(default=0)),
                ('place', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='seats', to='games.player')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='games.table')),
            ],
            options={
                'ordering': ['index'],
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
                ('stream', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='events', to='games.table')),
            ],
            options={
                'ordering': ['version'],
                'abstract': False,
            },
        ),
        migrations.AddIndex(
            model_name='table',
            index=models.Index(fields=['due_at'], name='table_due'),
        ),
        migrations.AddIndex(
            model_name='table',
            index=models.Index(fields=['status', '-finished_at'], name='table_status'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('table', 'index'), name='one_seat_per_place'),
        ),
        migrations.AddConstraint(
            model_name='tableevent',
            constraint=models.UniqueConstraint(fields=('stream', 'version'), name='one_event_per_table_version'),
        ),
        triggers.guard("games_tableevent"),
    ]
