"""The staff's pages during the day: “Now” with tables by urgency, and “Organize” with all steps."""
