from django.db import migrations


def _key(match) -> str:
    if not match.is_bye:
        return f"R{match.round_number}.{match.number}"
    return f"R{match.round_number}.bye{match.number - match.before}"


def say_stages(apps, _schema_editor) -> None:
    """Write what the rows of a competition with one stage follow to from its log."""
    for competition in apps.get_model("league", "Competition").objects.all():
        stage = {"format": competition.format}
        kept = {"advance": competition.advance} if competition.format == "elimination_500" else {}
        kept |= {"rounds": competition.rounds} if competition.format == "season" else {}
        usual = {"table_size": 4, "advance": 2, "rounds": 1}
        found = {"table_size": competition.table_size, **kept}
        stage |= {name: value for name, value in found.items() if value != usual[name]}
        competition.stages = [stage]
        competition.stage_number = int(competition.round_number > 0)
        competition.save()
    matches = apps.get_model("league", "Match").objects
    tables: dict = {}
    for match in matches.order_by("competition", "round_number", "number"):
        where = match.competition_id, match.round_number
        match.before = tables.setdefault(where, 0)
        tables[where] += not match.is_bye
        match.key = _key(match)
        match.kind = "played" if match.finished_at and not match.is_bye else ""
        match.save()
    apps.get_model("league", "Entrant").objects.filter(withdrawn=True).update(gone="withdrawn")


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0005_stages'),
    ]

    operations = [
        migrations.RunPython(say_stages, migrations.RunPython.noop),
    ]
