"""Every write route called five times with one key, three of them at once: one effect, one answer."""
