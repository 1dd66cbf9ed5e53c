"""A name that one process of this machine has at a time: gone with its last holder, however that ends."""

import socket


def claim_name(name: str) -> socket.socket | None:
    """Take a name; None if it is taken.

    What holds it is an abstract unix socket: a copy of its descriptor in another process holds it too. It is not seen
    from other network namespaces, as those of boxes and containers.
    """
    claim = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    try:
        claim.bind(f"\0lost-cities-referee/{name}")
    except OSError:
        claim.close()
        return None
    return claim
