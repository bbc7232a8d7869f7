"""Build the unchanged Dockerfile on stand-in bases, and play a day in its containers."""
