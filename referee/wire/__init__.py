"""Ours <-> protobuf, and nothing else: no network, no judgement of what a bot plays."""
