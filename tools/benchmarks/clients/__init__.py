"""Clients over HTTP: people with phones and browsers in a hall, and clients that mean harm."""
