"""Which backups stay, and which is the latest: by their numbers, whatever a clock says."""

from datetime import UTC, datetime, timedelta

from operating.backup.naming import DAYS, HOURS, LAST, NamedBackup, deletable_backups, next_name, parse_name

NOW = datetime(2026, 11, 21, 14, 30, tzinfo=UTC)


def _kept(*distances: tuple[timedelta, int]) -> list[NamedBackup]:
    """What lies there after so many backups at such distances."""
    there: list[NamedBackup] = []
    moment = NOW
    for every, times in distances:
        for _number in range(times):
            there.append(next_name(there, moment))
            there = sorted({*there} - {*deletable_backups(there)})
            moment += every
    return there


def test_the_last_dozen_each_hour_and_each_day_are_kept() -> None:
    kept = _kept((timedelta(hours=5), 5 * 40), (timedelta(minutes=5), 12 * 24 * 3))
    assert [one.number for one in kept[-LAST:]] == list(
        range(kept[-1].number - LAST + 1, kept[-1].number + 1)
    )
    assert len({one.hour for one in kept}) >= HOURS
    assert len({one.day for one in kept}) == DAYS
    assert len(kept) <= LAST + HOURS + DAYS


def test_a_clock_that_fell_back_hides_no_backup_and_ends_none() -> None:
    there = _kept((timedelta(minutes=5), 300))
    latest = next_name(there, datetime(1970, 1, 1, tzinfo=UTC))
    assert max([*there, latest]) == latest
    assert latest not in deletable_backups([*there, latest])


def test_other_files_of_the_folder_are_no_backups() -> None:
    names = ("chama-000001-20261121T143000Z.zip.part", "fotos.zip", "chama-000001-20261121T143000Z.zip.1")
    assert [parse_name(name) for name in names] == [None] * 3
    assert parse_name("chama-000001-20261121T143000Z.zip") == NamedBackup(1, "20261121T143000Z")
