"""Drills: the laptop is lost in mid-day, the server's database is lost; the day goes on from the backup."""
