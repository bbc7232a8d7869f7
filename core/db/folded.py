"""A column that holds what another one says without case and accents, so that the database itself searches.

It is written with its row, in Python, since neither database folds as Unicode does. It is right or null: a
trigger (`core.db.folded_schema`) makes it null where a statement changes the text alone, as the version
before does while it still runs, and `fold_missing` (the sweep) fills what is null.

What is typed may stand anywhere in a word. PostgreSQL finds it by a GIN index of its own over all threes of
signs, without any extension; SQLite reads the column in an index, in the order in which rows are shown.
"""

from collections.abc import Callable, Collection
from typing import Any, TypeVar

from django.apps import apps
from django.db import models, transaction
from django.db.models.lookups import Contains

from core.text import name_key

A_BATCH, A_STATEMENT = 1000, 200  # rows
GRAM = 3
Row = TypeVar("Row", bound=models.Model)


class FoldedField(models.TextField):  # type: ignore[type-arg]  # no generic when it runs
    """What the field `of` says, as `by` folds it; filled whenever the row is saved."""

    def __init__(self, *args: Any, of: str = "", by: Callable[[str], str] = name_key, **options: Any) -> None:
        super().__init__(*args, **{"null": True, "editable": False} | options)
        self.of, self.by = of, by

    def pre_save(self, model_instance: models.Model, add: bool) -> str | None:
        """What is stored. In a migration's models, which do not know of what it is, it stays as it is."""
        if self.of:
            setattr(model_instance, self.attname, self.by(getattr(model_instance, self.of)))
        return super().pre_save(model_instance, add)  # type: ignore[no-any-return]  # the stubs say Any


@FoldedField.register_lookup
class Bears(Contains):
    """`folded__bears=word`: whether the word, folded itself, stands anywhere in the text."""

    lookup_name = "bears"

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> tuple[str, list[Any]]:
        """Sign by sign: `LIKE` would ask about case again."""
        left, params = self.process_lhs(compiler, connection)
        return f"instr({left}, %s) > 0", [*params, str(self.rhs)]

    def as_postgresql(self, compiler: Any, connection: Any) -> tuple[str, list[Any]]:
        """By the index of threes where the word has one, then by the word itself."""
        word, (left, bound) = str(self.rhs), self.process_lhs(compiler, connection)
        sql, params = Contains(self.lhs, word).as_sql(compiler, connection)
        if len(word) < GRAM:
            return sql, list(params)
        grams = sorted({word[at : at + GRAM] for at in range(len(word) - GRAM + 1)})
        return f"(folded_grams({left}) @> %s::text[] AND {sql})", [*bound, grams, *params]


class FoldedModel(models.Model):
    """A model with folded columns: saving a text also saves its folded column."""

    class Meta:
        abstract = True

    def save(self, **options: Any) -> None:
        """Save; with each text in `update_fields` its folded column."""
        fields = options.get("update_fields")
        if fields is not None:
            own = [field for field in self._meta.concrete_fields if isinstance(field, FoldedField)]
            options["update_fields"] = {*fields, *(field.name for field in own if field.of in fields)}
        super().save(**options)


def bearing(rows: "models.QuerySet[Row]", words: Collection[str]) -> "models.QuerySet[Row]":
    """Return the rows whose column `folded` contains each of the words, in any order."""
    for word in sorted(set(words), key=len, reverse=True):
        rows = rows.filter(folded__bears=word)
    return rows


def fold_missing() -> None:
    """Fill rows of code that does not know of folding, one batch for each call; nearly always none."""
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            if isinstance(field, FoldedField):
                fold_some(model, field.name, field.of, field.by)


def fold_some(model: type[models.Model], folded: str, of: str, by: Callable[[str], str]) -> bool:
    """Fold one batch of a column, whose rows are locked in that time; False if there was none."""
    missing: Any = model._default_manager.filter(**{folded: None}).order_by("pk")
    if not missing.exists():
        return False
    with transaction.atomic():
        rows = list(missing.select_for_update().only("pk", of)[:A_BATCH])
        for row in rows:
            setattr(row, folded, by(getattr(row, of)))
        model._default_manager.bulk_update(rows, [folded], batch_size=A_STATEMENT)
    return bool(rows)
