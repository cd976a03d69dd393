import django.db.models.deletion
from django.db import migrations, models

import games.models
from games.eventstore import triggers
from league.audit import chain as audit_chain


def begin(apps, schema_editor):
    """Make the chain of the entries there are; without any, the first entry makes it."""
    if apps.get_model('league', 'AuditEntry').objects.exists():
        chain = apps.get_model('league', 'AuditChain').objects.create()
        assert chain.pk == 1  # the default of the column that follows


def chain_up(apps, schema_editor):
    """Give the entries from before the chain their hashes: it proves them from now on only."""
    entries = apps.get_model('league', 'AuditEntry').objects
    head, some, version = audit_chain.first_hash(1), [], 0
    for version, one in enumerate(entries.order_by('pk').iterator(500), start=1):
        one.version, one.salt = version, audit_chain.new_salt()
        one.hash = head = audit_chain.hash_of(one, head)
        some.append(one)
        if len(some) == 500:
            entries.bulk_update(some, ['version', 'salt', 'hash'])
            some = []
    entries.bulk_update(some, ['version', 'salt', 'hash'])
    apps.get_model('league', 'AuditChain').objects.filter(pk=1).update(version=version, head=head)


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0017_names_that_can_be_read'),
        ('league', '0032_club_needs_second_factor'),
    ]

    operations = [
        triggers.unguard('league_auditentry', same='FALSE'),
        migrations.CreateModel(
            name='AuditChain',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveIntegerField(default=0)),
                ('head', games.models.HashField(default=b'')),
            ],
        ),
        migrations.RunPython(begin, migrations.RunPython.noop),
        migrations.AddField('auditentry', 'version', models.PositiveIntegerField(default=0), preserve_default=False),
        migrations.AddField('auditentry', 'salt', models.BinaryField(default=b'', max_length=16), preserve_default=False),
        migrations.AddField('auditentry', 'hash', games.models.HashField(default=b''), preserve_default=False),
        migrations.RunPython(chain_up, migrations.RunPython.noop),
        migrations.AddField(
            model_name='auditentry',
            name='stream',
            field=models.ForeignKey(db_index=False, default=1, on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='league.auditchain'),
            preserve_default=False,
        ),
        migrations.AlterField(
            model_name='auditentry',
            name='club',
            field=models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='audit', to='league.club'),
        ),
        migrations.AlterField(
            model_name='auditentry',
            name='competition',
            field=models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='audit', to='league.competition'),
        ),
        migrations.AddConstraint(
            model_name='auditentry',
            constraint=models.UniqueConstraint(fields=('stream', 'version'), name='one_entry_per_audit_version'),
        ),
        migrations.AddIndex(
            model_name='auditentry',
            index=models.Index(fields=['club', '-id'], name='audit_of_club'),
        ),
        migrations.AddIndex(
            model_name='auditentry',
            index=models.Index(fields=['competition', '-id'], name='audit_of_competition'),
        ),
        migrations.AddIndex(
            model_name='auditentry',
            index=models.Index(fields=['what', 'subject', 'deed'], name='audit_of_subject'),
        ),
        migrations.AddIndex(
            model_name='auditentry',
            index=models.Index(fields=['by', 'at'], name='audit_by'),
        ),
        migrations.AlterField(
            model_name='auditentry',
            name='what',
            field=models.CharField(choices=[('club', 'Settings of the club'), ('logo', 'Logo of the club'), ('roles', 'Roles in the club'), ('grant', 'Roles of a team, or in one competition'), ('team', 'Team'), ('invitation', 'Invitation'), ('webhook', 'Webhook'), ('token', 'Token of a program'), ('privacy', 'Name hidden or shown'), ('merge', 'Two players are one person'), ('account', 'Account'), ('group', 'Group of the staff'), ('rulebook', 'Rulebook'), ('message', 'Message')], max_length=10),
        ),
        triggers.guard('league_auditentry'),
    ]
