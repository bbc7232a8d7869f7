"""One program for each benchmark that needs tournaments: makes them in the database, prints JSON or lines."""
