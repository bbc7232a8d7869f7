"""Tournaments played by chance through the services that the pages use; the demo."""
