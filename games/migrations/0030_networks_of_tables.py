import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0029_puzzles'),
    ]

    operations = [
        migrations.CreateModel(
            name='TableNetwork',
            fields=[
                ('table', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='+', serialize=False, to='games.table')),
                ('network', models.CharField(db_index=True, max_length=32)),
            ],
        ),
    ]
