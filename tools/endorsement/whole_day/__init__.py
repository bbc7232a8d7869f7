"""A day at sixty times its speed: a quiet morning, lunch, an afternoon in which everything is killed."""
