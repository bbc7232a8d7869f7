"""The API: every route, every refusal, one effect for one key."""
