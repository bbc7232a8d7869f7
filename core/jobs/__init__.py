"""The job queue: jobs as rows of the database, announced to Celery, with a sweep that finds missed ones."""
