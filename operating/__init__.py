"""What whoever operates a site has in hand: backups and how they come back, every record checked at once."""
