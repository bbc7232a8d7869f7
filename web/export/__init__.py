"""Downloads of lists as CSV and XLSX."""
