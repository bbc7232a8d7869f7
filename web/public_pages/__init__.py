"""The two public pages of a tournament: overview and standings."""
