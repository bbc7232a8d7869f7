"""Pages of the rounds before a bracket: order and tables for everyone, the acts of the coordinator."""
