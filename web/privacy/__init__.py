"""Pages about personal data: policy, own data, erasure, people under 18."""
