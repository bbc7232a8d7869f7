"""The page of the regulation, with its confirmation and rulings."""
