"""The least work that answers the same request: what the product is measured against."""
