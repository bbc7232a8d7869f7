"""Finishing a tournament, and pages across tournaments: seasons, leagues, series, clubs, players."""
