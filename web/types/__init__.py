"""Pages of invented types: catalogue, drafts, proposals, review."""
