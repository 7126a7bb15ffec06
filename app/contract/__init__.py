"""The contract: every type of requests and answers, and the games that it can describe."""
