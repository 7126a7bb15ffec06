"""The floor: the least that a durable service on uvicorn costs, to measure the real one against."""
