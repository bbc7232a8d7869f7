"""Write the titles' search keys again, as the names of people are compared now (accounts 0016)."""

from django.db import migrations

from core.db.folded_schema import refill
from core.db.migrating import RunBriefly
from rulesets.kernel.title_text import searchable


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("tournaments", "0026_picture")]

    operations = [RunBriefly(refill("tournaments", "tournament", of="title", by=searchable), RunBriefly.noop)]
