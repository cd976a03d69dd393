from django.db import migrations


def forget(apps, schema_editor):
    """Drop the kept deals: their steps did not name the seat that acted. A sweep keeps them again."""
    apps.get_model("games", "PlayedDeal").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("games", "0034_dearest_decisions")]

    operations = [migrations.RunPython(forget, migrations.RunPython.noop)]
