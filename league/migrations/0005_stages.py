from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0011_turn_left'),
        ('league', '0004_turn_times'),
    ]

    operations = [
        migrations.AlterModelOptions(
            name='match',
            options={'ordering': ['stage', 'round_number', 'number']},
        ),
        migrations.AddField(
            model_name='competition',
            name='is_archived',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='competition',
            name='is_paused',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='competition',
            name='stage_number',
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='competition',
            name='stages',
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name='entrant',
            name='gone',
            field=models.CharField(blank=True, max_length=12),
        ),
        migrations.AddField(
            model_name='entrant',
            name='is_here',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='entrant',
            name='is_waiting',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='entrant',
            name='team',
            field=models.CharField(blank=True, max_length=60),
        ),
        migrations.AddField(
            model_name='match',
            name='key',
            field=models.CharField(default='', max_length=24),
        ),
        migrations.AddField(
            model_name='match',
            name='kind',
            field=models.CharField(blank=True, max_length=16),
        ),
        migrations.AddField(
            model_name='match',
            name='stage',
            field=models.PositiveSmallIntegerField(default=1),
        ),
        migrations.AlterField(
            model_name='competition',
            name='format',
            field=models.CharField(choices=[('season', 'Season'), ('swiss', 'Swiss'), ('round_robin', 'Round robin'), ('elimination_500', 'Elimination to 500'), ('single_elimination', 'Knock-out'), ('double_elimination', 'Double elimination')], max_length=20),
        ),
        migrations.AlterField(
            model_name='competition',
            name='status',
            field=models.CharField(choices=[('planned', 'Planned'), ('registration', 'Open for entries'), ('check_in', 'Check-in'), ('running', 'Running'), ('finished', 'Finished'), ('cancelled', 'Called off')], default='planned', max_length=12),
        ),
    ]
