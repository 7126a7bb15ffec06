"""Where sessions are kept."""
