"""Names from before such were refused lose the characters that nobody can see."""

from typing import Any

from django.db import migrations

from games.rules.base.spelling import legible

_NAMES = {"Player": ["name"], "CustomRulebook": ["name"], "Table": ["name", "rulebook_title"]}


def respell(apps: Any, _schema: Any) -> None:
    """Write every name as it can be read; most are so already."""
    for model, columns in _NAMES.items():
        rows = apps.get_model("games", model).objects
        for row in rows.only("pk", *columns).iterator():
            kept = {name: legible(getattr(row, name)) for name in columns}
            if any(getattr(row, name) != said for name, said in kept.items()):
                rows.filter(pk=row.pk).update(**kept)


class Migration(migrations.Migration):
    dependencies = [("games", "0016_player_language")]
    operations = [migrations.RunPython(respell, migrations.RunPython.noop)]
