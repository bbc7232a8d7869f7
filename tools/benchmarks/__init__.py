"""Figures, printed as ratios of one run; nothing here is a test."""
