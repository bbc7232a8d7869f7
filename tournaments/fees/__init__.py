"""Entry fees: what an entry costs, who has paid, and how to pay by Pix.

Touches entries, to list them; the record knows nothing of it (ADR 0118).
"""
