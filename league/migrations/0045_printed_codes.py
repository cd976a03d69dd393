import json

from django.db import migrations, models


def copy_from_the_log(apps, schema_editor):
    """Say of the competitions announced so far whether players enter their deals themselves."""
    events = apps.get_model("league", "CompetitionEvent").objects.filter(
        name__in=["competition_created", "settings_changed"], payload__contains="self_report"
    )
    last = {}
    for stream, payload in events.order_by("stream", "version").values_list("stream", "payload"):
        told = json.loads(payload).get("self_report")
        if told is not None:
            last[stream] = told
    apps.get_model("league", "Competition").objects.filter(
        pk__in=[stream for stream, told in last.items() if told]
    ).update(self_report=True)


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0044_reports_of_comments_and_names'),
    ]

    operations = [
        migrations.AddField(
            model_name='competition',
            name='self_report',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='competition',
            name='void_codes',
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.RunPython(copy_from_the_log, migrations.RunPython.noop, elidable=True),
    ]
