"""Plans of the day: properties and examples, no database."""
