"""The embedded mode: the parts of `manage.py serve`."""
