"""The tables of a record from elsewhere: any label, numbers first."""

from records.importing.play import table_sort_key


def test_numbers_come_first_by_value_and_any_label_has_a_place() -> None:
    labels = ["B", "10", "²", "2", "1000001", "A"]
    assert sorted(labels, key=table_sort_key) == ["2", "10", "1000001", "A", "B", "²"]
