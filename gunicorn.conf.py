"""What every gunicorn of the product has: it reads this file in its working directory."""

logger_class = "config.gunicorn_logs.GunicornLogger"
