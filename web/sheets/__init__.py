"""Pages that record a match sheet: check and record, from paper one by one or many on one page, absences."""
