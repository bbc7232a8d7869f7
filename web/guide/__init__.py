"""The rules of each game to read, search and print."""
