"""Pages that duplicate, archive, cancel or delete a tournament, and the organizer's bin."""
