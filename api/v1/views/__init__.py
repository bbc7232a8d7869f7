"""The routes, by area: parse, one service or selector, show."""
