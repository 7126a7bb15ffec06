"""HTTP: what every call shares and knows no session."""
