"""What commands with an id did, for as long as they may be sent again."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0004_hash_chain")]

    operations = [
        migrations.CreateModel(
            name="Receipt",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
                ("sender", models.CharField(max_length=40)),
                ("command_id", models.CharField(max_length=64)),
                ("content", models.CharField(max_length=64)),
                ("answer", models.JSONField(null=True)),
                ("refusal", models.JSONField(null=True)),
                ("at", models.DateTimeField(db_index=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=["sender", "command_id"], name="one_receipt_per_id")
                ]
            },
        )
    ]
