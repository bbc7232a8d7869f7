"""Names without case and accents, beside the names. The column is empty at first."""

from django.db import migrations

from core.db.folded import FoldedField
from core.db.folded_schema import kept_true, left_alone
from core.db.migrating import RunBriefly


class Migration(migrations.Migration):
    dependencies = [("accounts", "0008_sign_ins")]

    operations = [
        migrations.AddField(model_name="player", name="folded", field=FoldedField()),
        RunBriefly(kept_true("accounts_player", of="name"), left_alone("accounts_player")),
    ]
