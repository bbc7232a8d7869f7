"""What both doors share: bodies, callers, limits, one answer for one key, masks in logs."""
