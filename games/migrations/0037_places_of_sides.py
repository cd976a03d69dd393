from django.db import migrations


def by_side(apps, schema_editor):
    """The losing side of partners is second of two; it was third, as both partners of the other are first."""
    seats = apps.get_model("games", "Seat").objects.filter(table__options__teams="partners", place__gt=2)
    seats.update(place=2)


class Migration(migrations.Migration):
    dependencies = [("games", "0036_awaited_analyses")]

    operations = [migrations.RunPython(by_side, migrations.RunPython.noop)]
