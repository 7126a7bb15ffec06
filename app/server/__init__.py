"""The server: uvicorn, its processes and its protocol."""
