"""The page of files to print, and the PDFs themselves: sheets, lists, posters, the offline pack."""
