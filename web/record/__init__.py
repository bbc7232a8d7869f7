"""Pages and downloads of the record: lines, people, head, texts, and all heads."""
