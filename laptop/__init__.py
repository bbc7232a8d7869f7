"""The embedded mode: what `manage.py serve` is made of."""
