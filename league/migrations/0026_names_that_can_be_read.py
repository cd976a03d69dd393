"""Names from before such were refused lose the characters that nobody can see."""

from typing import Any

from django.db import migrations

from games.rules.base.spelling import legible

_NAMES = {
    "Club": ["name"],
    "Team": ["name"],
    "Matchday": ["name", "place"],
    "Competition": ["name", "rulebook_title"],
    "Entrant": ["team"],
}


def respell(apps: Any, _schema: Any) -> None:
    """Write every name as it can be read; most are so already."""
    for model, columns in _NAMES.items():
        rows = apps.get_model("league", model).objects
        for row in rows.only("pk", *columns).iterator():
            kept = {name: legible(getattr(row, name)) for name in columns}
            if any(getattr(row, name) != said for name, said in kept.items()):
                if model == "Team" and rows.filter(club=row.club_id, **kept).exists():
                    kept["name"] = f"{kept['name'][:40]} {row.pk}"
                rows.filter(pk=row.pk).update(**kept)
    competitions = apps.get_model("league", "Competition").objects
    for row in competitions.only("pk", "stages").iterator():
        stages = [one | {"name": legible(one.get("name", ""))} for one in row.stages]
        if [one["name"] for one in stages] != [one.get("name", "") for one in row.stages]:
            competitions.filter(pk=row.pk).update(stages=stages)


class Migration(migrations.Migration):
    dependencies = [("league", "0025_webhooks")]
    operations = [migrations.RunPython(respell, migrations.RunPython.noop)]
