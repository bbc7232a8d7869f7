"""HTTP code that pages and API share: bodies, callers, rate limits, idempotency, access log."""
