from django.db import migrations, models

from core.db.migrating import AddUniqueConcurrently


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("tournaments", "0010_stages")]

    operations = [
        AddUniqueConcurrently(
            model_name="draw",
            constraint=models.UniqueConstraint(
                condition=models.Q(withdrawn=False),
                fields=("tournament", "first_round"),
                name="one_standing_draw_a_round",
            ),
        ),
        migrations.RemoveConstraint(model_name="draw", name="one_standing_draw"),
    ]
