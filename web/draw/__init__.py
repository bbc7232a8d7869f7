"""Pages of the draw: shapes and publishing, verification, withdrawal."""
