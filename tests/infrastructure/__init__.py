"""The house's own tools and servers do what the rest of the suite relies on."""
