"""Shuffles that can be verified: the secrets of a table, how far it is bound to them, and words of the seats."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0008_last_sweep'),
    ]

    operations = [
        migrations.CreateModel(
            name='ShuffleSeed',
            fields=[
                ('table', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='+', serialize=False, to='games.table')),
                ('seed', models.BinaryField(max_length=32)),
            ],
        ),
        migrations.AddField(
            model_name='seat',
            name='dealt_words',
            field=models.CharField(blank=True, max_length=40),
        ),
        migrations.AddField(
            model_name='seat',
            name='words',
            field=models.CharField(blank=True, max_length=40),
        ),
        migrations.AddField(
            model_name='table',
            name='committed',
            field=models.PositiveIntegerField(default=0),
        ),
    ]
