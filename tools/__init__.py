"""Everything beside the product: checks and generators, benchmarks, and the endorsement."""
