from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0006_keys_of_matches'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='match',
            name='one_match_per_number',
        ),
        migrations.RemoveField(
            model_name='competition',
            name='advance',
        ),
        migrations.RemoveField(
            model_name='competition',
            name='rounds',
        ),
        migrations.RemoveField(
            model_name='competition',
            name='table_size',
        ),
        migrations.AlterField(
            model_name='match',
            name='key',
            field=models.CharField(max_length=24),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.UniqueConstraint(fields=('competition', 'stage', 'key'), name='one_match_per_key'),
        ),
    ]
