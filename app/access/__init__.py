"""Access: tokens, API keys, and who may open or move."""
