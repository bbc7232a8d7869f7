"""The real servers of the suite: PostgreSQL, a broker, the site, a worker, a browser. Loopback only."""
