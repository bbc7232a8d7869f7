"""Groups: entries are dealt into groups once, play only within them, and the best of each go on."""
