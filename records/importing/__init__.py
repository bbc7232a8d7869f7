"""A record file becomes a tournament again, part by part."""
