"""Deals that are over are kept as replays and records show them."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0018_bots_of_three_strengths'),
    ]

    operations = [
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
    ]
