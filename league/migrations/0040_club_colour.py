"""A club chooses the colour of its pages."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("league", "0039_club_analyses_matches"),
    ]

    operations = [
        migrations.AddField(
            model_name="club",
            name="colour",
            field=models.CharField(
                choices=[
                    ("teal", "Teal"),
                    ("blue", "Blue"),
                    ("violet", "Violet"),
                    ("pink", "Pink"),
                    ("maroon", "Maroon"),
                    ("orange", "Orange"),
                    ("green", "Green"),
                    ("grey", "Grey"),
                ],
                default="teal",
                max_length=10,
            ),
        ),
    ]
