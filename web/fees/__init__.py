"""Pages of entry fees: the staff's list of payments, and the Pix code for a player."""
