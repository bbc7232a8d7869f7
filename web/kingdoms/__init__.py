"""Pages of a kingdoms game that is played in the app: at the table, for spectators, and its file."""
