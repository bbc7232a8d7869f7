"""The staff's page of penalties: give, list, withdraw."""
