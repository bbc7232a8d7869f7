"""Lists as files for a spreadsheet: tables of plain values, and what writes them as CSV and XLSX.

A table has what the page of the same list shows, from the same selectors.
"""
