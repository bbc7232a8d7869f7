"""People without an account and without a season result lose the public page that nobody chose."""

from django.apps.registry import Apps
from django.db import migrations, transaction
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import F

from core.db.migrating import RunBriefly

A_BATCH = 1000


def hide(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Hide them, a batch of people in each transaction, and count a change for the records that name them."""
    players = apps.get_model("accounts", "Player").objects
    ledgers = apps.get_model("core", "Ledger").objects
    placings = apps.get_model("tournaments", "Placing").objects.filter(
        tournament__ranked=True,
        tournament__state="finished",
        tournament__without_points="",
        tournament__simulated=False,
        tournament__unaccepted_since=None,
    )
    ranked = placings.values("entry__members__persona__player")
    shown = players.filter(user=None, has_page=True, is_minor=False).exclude(pk__in=ranked)
    while keys := list(shown.order_by("pk").values_list("pk", flat=True)[:A_BATCH]):
        with transaction.atomic():
            ledgers.filter(personas__player__in=keys).update(unrecorded=F("unrecorded") + 1)
            players.filter(pk__in=keys).update(has_page=False, awaits_season=True)


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("accounts", "0018_awaits_season"), ("tournaments", "0030_list_columns")]

    operations = [RunBriefly(hide, RunBriefly.noop)]
