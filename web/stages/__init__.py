"""Pages of the Swiss rounds before a bracket: order and tables for everyone, the acts of the coordinator."""
