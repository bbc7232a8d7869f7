"""Playing tournaments through the product, which is another process: by its commands, and over HTTP."""
