"""HTTP code of the pages: middleware, errors, rate limits, the write queue, downloads, facts of a request."""
