"""Pages that record a match sheet: check and record, from paper, absences."""
