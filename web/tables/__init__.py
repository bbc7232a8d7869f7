"""Pages of the hall: tables, table cards, shared hall, and the page of a phone at a table."""
