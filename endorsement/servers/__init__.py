"""What the endorsement starts and kills: PostgreSQL, a broker, the product in its full mode."""
