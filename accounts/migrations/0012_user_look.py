"""How user names look, beside them. The columns are empty at first."""

from django.db import migrations, models

from core.db.folded import FoldedField
from core.db.folded_schema import kept_true, left_alone
from core.db.migrating import RunBriefly


class Migration(migrations.Migration):
    dependencies = [("accounts", "0011_calendar_addresses")]

    operations = [
        migrations.AddField(model_name="user", name="look", field=FoldedField()),
        migrations.AddField(
            model_name="user", name="own_look", field=models.TextField(editable=False, null=True)
        ),
        RunBriefly(kept_true("accounts_user", of="username", folded="look"), left_alone("accounts_user")),
    ]
