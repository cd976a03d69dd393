import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0028_seats_of_analyses'),
        ('league', '0043_archives'),
    ]

    operations = [
        migrations.AlterField(
            model_name='auditentry',
            name='what',
            field=models.CharField(choices=[('club', 'Settings of the club'), ('logo', 'Logo of the club'), ('roles', 'Roles in the club'), ('grant', 'Roles of a team, or in one competition'), ('team', 'Team'), ('invitation', 'Invitation'), ('webhook', 'Webhook'), ('token', 'Token of a program'), ('privacy', 'Name hidden or shown'), ('merge', 'Merged players'), ('account', 'Account'), ('group', 'Staff group'), ('rulebook', 'Rulebook'), ('message', 'Message'), ('report', 'Report')], max_length=10),
        ),
        migrations.AddField(
            model_name='report',
            name='kind',
            field=models.CharField(choices=[('message', 'Message'), ('comment', 'Comment'), ('name', 'Name')], default='message', max_length=7),
        ),
        migrations.AddField(
            model_name='report',
            name='comment',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reports', to='games.replaycomment'),
        ),
        migrations.AlterField(
            model_name='report',
            name='table',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.table'),
        ),
        migrations.AlterField(
            model_name='report',
            name='text',
            field=models.CharField(max_length=300),
        ),
        migrations.AlterField(
            model_name='report',
            name='said_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddConstraint(
            model_name='report',
            constraint=models.UniqueConstraint(fields=('reporter', 'comment'), name='one_report_per_comment'),
        ),
        migrations.AddConstraint(
            model_name='report',
            constraint=models.UniqueConstraint(condition=models.Q(('kind', 'name')), fields=('reporter', 'player', 'text'), name='one_report_per_name'),
        ),
    ]
