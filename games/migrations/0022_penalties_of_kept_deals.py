from django.db import migrations


def forget(apps, schema_editor):
    """Drop the kept deals: their marks counted ordinary draw cards as penalties. A sweep keeps them again."""
    apps.get_model("games", "PlayedDeal").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("games", "0021_analyses")]

    operations = [migrations.RunPython(forget, migrations.RunPython.noop)]
