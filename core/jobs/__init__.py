"""The outbox: intents in the database, Celery as a hint, a sweep as the truth."""
