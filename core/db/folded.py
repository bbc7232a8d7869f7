"""A column with a copy of another column's text without case and accents, so that the database can search it.

Python writes it with its row, since neither database folds as Unicode does. The column is right or null. A
trigger (`core.db.folded_schema`) sets it to null if a statement changes only the text, as an older version
does that still runs. The sweep fills nulls by `fold_missing`.

A search word may stand anywhere in the text. PostgreSQL finds it by a GIN index over all trigrams, without an
extension. SQLite reads the column in an index, in the order in which rows are shown.
"""

from collections.abc import Callable, Collection
from typing import Any, TypeVar

from django.apps import apps
from django.db import models, transaction
from django.db.models.lookups import Contains

from core.text import name_key

BATCH_ROWS, STATEMENT_ROWS = 1000, 200  # rows
GRAM = 3
Row = TypeVar("Row", bound=models.Model)


class FoldedField(models.TextField):  # type: ignore[type-arg]  # no generic when it runs
    """A column with the text of the field named `of`, folded by `by` whenever the row is saved."""

    def __init__(self, *args: Any, of: str = "", by: Callable[[str], str] = name_key, **options: Any) -> None:
        super().__init__(*args, **{"null": True, "editable": False} | options)
        self.of, self.by = of, by

    def pre_save(self, model_instance: models.Model, add: bool) -> str | None:
        """Fold the text, set it on the instance and return it.

        Models of migrations do not know `of`: there the value stays as it is.
        """
        if self.of:
            setattr(model_instance, self.attname, self.by(getattr(model_instance, self.of)))
        return super().pre_save(model_instance, add)  # type: ignore[no-any-return]  # the stubs say Any


@FoldedField.register_lookup
class FoldedContains(Contains):
    """The lookup `folded__contains_folded=word`; the caller has folded the word."""

    lookup_name = "contains_folded"

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> tuple[str, list[Any]]:
        """Compare exactly: `LIKE` would ignore case a second time."""
        left, params = self.process_lhs(compiler, connection)
        return f"instr({left}, %s) > 0", [*params, str(self.rhs)]

    def as_postgresql(self, compiler: Any, connection: Any) -> tuple[str, list[Any]]:
        """Use the trigram index if the word has a trigram, then compare the word itself."""
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
        """Save the model; each text in `update_fields` brings its folded column with it."""
        fields = options.get("update_fields")
        if fields is not None:
            own = [field for field in self._meta.concrete_fields if isinstance(field, FoldedField)]
            options["update_fields"] = {*fields, *(field.name for field in own if field.of in fields)}
        super().save(**options)


def containing_words(rows: "models.QuerySet[Row]", words: Collection[str]) -> "models.QuerySet[Row]":
    """Return the rows whose column `folded` contains each of the words, in any order.

    The caller has folded the words. Without words all rows are returned.
    """
    for word in sorted(set(words), key=len, reverse=True):
        rows = rows.filter(folded__contains_folded=word)
    return rows


def fold_missing() -> None:
    """Fill at most 1,000 nulls of each folded column, which an older version left; usually there is none."""
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            if isinstance(field, FoldedField):
                _fold_batch(model, field.name, field.of, field.by)


def _fold_batch(model: type[models.Model], folded: str, of: str, by: Callable[[str], str]) -> bool:
    """Fill at most 1,000 nulls of column `folded`, locking those rows; return False if there were none."""
    missing: Any = model._default_manager.filter(**{folded: None}).order_by("pk")
    if not missing.exists():
        return False
    with transaction.atomic():
        rows = list(missing.select_for_update().only("pk", of)[:BATCH_ROWS])
        for row in rows:
            setattr(row, folded, by(getattr(row, of)))
        model._default_manager.bulk_update(rows, [folded], batch_size=STATEMENT_ROWS)
    return bool(rows)
