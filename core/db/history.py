"""Compare the applied migrations of a database with those of this version."""

from collections.abc import Iterable, Iterator

from django.apps import apps
from django.core.management.base import CommandError
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations import Migration
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from core.terminal import spoken

Keys = set[tuple[str, str]]
"""App label and name of each migration."""

LAST_COMMIT = "8bb911f7"
"""The last commit that contains the migrations in `replaces` of the initial ones."""


class UnknownHistory(CommandError):
    """This version cannot migrate the database; the message says which version can."""


def is_current(connection: BaseDatabaseWrapper) -> bool:
    """Return whether every migration of this version was applied; others, unknown to it, do not matter."""
    applied = _applied_migrations(connection)
    return all(_is_applied(one, applied) and not _is_partial(one, applied) for one in _migrations_on_disk())


def check_history(connection: BaseDatabaseWrapper) -> None:
    """Raise `UnknownHistory` if this version's migrations do not continue those applied to the database.

    A newer version's database, which has all of these and others, passes.
    """
    applied, disk = _applied_migrations(connection), _migrations_on_disk()
    if any(_is_partial(one, applied) for one in disk):
        sentence = (
            "This database is of a checkout from before 0.1.0. Check out commit {commit} and run "
            "`manage.py migrate` there, then start this version again."
        )
        raise UnknownHistory(spoken(sentence, commit=LAST_COMMIT))
    unknown = [key for key in _keys_unknown_here(applied, disk) if key[0] in apps.app_configs]
    if unknown and not all(_is_applied(one, applied) for one in disk):
        sentence = (
            "This database has migrations that this version does not know ({names}), and lacks others. Start "
            "the version that made them, or restore a backup into an empty folder."
        )
        raise UnknownHistory(spoken(sentence, names=_joined_by_commas(unknown)))


def unknown_migrations(connection: BaseDatabaseWrapper) -> str:
    """Return the applied migrations that this version does not know, separated by commas; "" if none."""
    return _joined_by_commas(_keys_unknown_here(_applied_migrations(connection), _migrations_on_disk()))


def _applied_migrations(connection: BaseDatabaseWrapper) -> Keys:
    """Return the migrations that were applied to the database."""
    return set(MigrationRecorder(connection).applied_migrations())


def _migrations_on_disk() -> list[Migration]:
    """Return this version's migrations; their `replaces` name earlier ones that were squashed into them."""
    return list(MigrationLoader(None).disk_migrations.values())


def _is_partial(migration: Migration, applied: Keys) -> bool:
    """Return whether only a part of the migrations that this one replaces was applied."""
    names = {(migration.app_label, migration.name), *migration.replaces}
    return not applied.isdisjoint(names) and not applied.issuperset(migration.replaces)


def _is_applied(migration: Migration, applied: Keys) -> bool:
    """Return whether the migration was applied, or all those that it replaces."""
    replaced = bool(migration.replaces) and applied.issuperset(migration.replaces)
    return replaced or (migration.app_label, migration.name) in applied


def _keys_unknown_here(applied: Keys, disk: Iterable[Migration]) -> Iterator[tuple[str, str]]:
    """Yield, sorted, the applied migrations that are neither in this version nor replaced by one in it."""
    known = {key for one in disk for key in [(one.app_label, one.name), *one.replaces]}
    return iter(sorted(applied - known))


def _joined_by_commas(keys: Iterable[tuple[str, str]]) -> str:
    """Return `app.name` of each, joined by commas."""
    return ", ".join(".".join(key) for key in keys)
