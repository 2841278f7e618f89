"""Scorekeeper and referee for Gin Rummy played with real cards."""
