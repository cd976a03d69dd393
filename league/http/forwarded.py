"""Forwarded headers: only those of our proxies, known by their addresses, are trusted."""

import logging
from collections.abc import MutableMapping
from functools import lru_cache
from ipaddress import IPv4Address, ip_address, ip_network
from typing import Any, Final

from django.conf import settings

logger = logging.getLogger(__name__)

_FORWARDED: Final = {
    b"x-forwarded-for",
    b"x-forwarded-proto",
    b"x-forwarded-host",
    b"forwarded",
    b"x-real-ip",
}


def trusted_scope(scope: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Return the scope of a request without headers that only our proxies may set, unless it comes from one.

    A connection through a socket file has no address: only a program of this machine can have sent it.
    """
    client = scope.get("client")
    if not settings.BEHIND_PROXY or is_from_proxy(client[0] if client else ""):
        return scope
    headers = [header for header in scope["headers"] if header[0] not in _FORWARDED]
    if len(headers) < len(scope["headers"]):
        logger.warning("Somebody who is none of PROXY_ADDRESSES says for whom they ask: not believed")
    return {**scope, "headers": headers}


def is_from_proxy(address: str) -> bool:
    """Whether a connection comes from one of our proxies, or through a socket file."""
    return not address or (settings.BEHIND_PROXY and is_proxy(address))


@lru_cache(1024)
def network_of(address: str) -> str:
    """Return what is counted as a single address. For IPv6 it is the network, which has 2^64 addresses."""
    parsed = ip_address(address)
    if isinstance(parsed, IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ip_network((parsed, 64), strict=False))


@lru_cache(1024)
def is_proxy(address: str) -> bool:
    """Whether an address is that of one of our proxies."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return False
    mapped = getattr(parsed, "ipv4_mapped", None)
    return any(
        (mapped or parsed) in ip_network(network, strict=False) for network in settings.PROXY_ADDRESSES
    )
