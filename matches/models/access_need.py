"""Which entries are called to a table that everybody can reach, and to no other."""

from django.db import models

from matches.models.entry import Entry


class AccessNeed(models.Model):
    """A person of this entry needs an accessible table.

    It is about a person's body: beside the entry, so that code that reads entries does not read it, and for
    the staff of its tournament alone. The row is all that is kept: not why, of whom of a pair, by whom, when.
    """

    entry = models.OneToOneField(Entry, models.CASCADE, primary_key=True, related_name="access_need")

    def __str__(self) -> str:
        return f"of entry {self.entry_id}"
