"""Checking transcripts and filled sheets: calls that need no session."""
