"""Pages of the site: home, search, account, sign-in and passkeys, https at the venue, health and metrics."""
