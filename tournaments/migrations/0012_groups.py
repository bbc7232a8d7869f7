from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0011_one_draw_a_round")]

    operations = [
        migrations.AddField(
            model_name="stage",
            name="groups",
            field=models.JSONField(blank=True, null=True),
        ),
    ]
