"""Whose word is taken for where a request comes from: that of our proxies, by their addresses."""

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


def believed(scope: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Return the scope of a request without what only a proxy of ours may say, unless it comes from such.

    What comes through a socket file has no address: only a program of this machine can have sent it.
    """
    client = scope.get("client")
    if not settings.BEHIND_PROXY or is_from_proxy(client[0] if client else ""):
        return scope
    headers = [one for one in scope["headers"] if one[0] not in _FORWARDED]
    if len(headers) < len(scope["headers"]):
        logger.warning("Somebody who is none of PROXY_ADDRESSES says for whom they ask: not believed")
    return {**scope, "headers": headers}


def is_from_proxy(address: str) -> bool:
    """Whether a connection is one of our proxies, or came through a socket file."""
    return not address or (settings.BEHIND_PROXY and is_proxy(address))


@lru_cache(1024)
def neighbourhood(address: str) -> str:
    """Return what is counted as one address. Of version 6 it is the network, which has 2^64 of them."""
    found = ip_address(address)
    if isinstance(found, IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ip_network((found, 64), strict=False))


@lru_cache(1024)
def is_proxy(address: str) -> bool:
    """Whether an address is that of one of our proxies."""
    try:
        found = ip_address(address)
    except ValueError:
        return False
    mapped = getattr(found, "ipv4_mapped", None)
    return any((mapped or found) in ip_network(one, strict=False) for one in settings.PROXY_ADDRESSES)
