"""Pages that set a tournament up: settings, announcement, picture, staff, links and codes, “Play now”."""
