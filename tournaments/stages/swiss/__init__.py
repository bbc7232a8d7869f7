"""Swiss rounds: each round against entries with about as many points, whom one has not met before."""
