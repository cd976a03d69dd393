"""The targets of webhooks: public addresses over TLS, and nothing of our own network.

An address is checked twice: its text when it is saved, and the IP addresses behind its name whenever
something is sent. The connection uses those IP addresses, so that the name cannot resolve to another machine
a moment later.
"""

import ipaddress
import re
import socket
from collections.abc import Iterable
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

from games.rules.base.refusal import Refusal

LONGEST: Final = 500
Address = ipaddress.IPv4Address | ipaddress.IPv6Address

_INSIDE: Final = (
    *("localhost", "localdomain", "local", "internal", "intranet"),
    *("lan", "home", "corp", "arpa", "onion"),
)
"""Suffixes of names that only exist inside a network."""
_HOST: Final = re.compile(r"[a-z0-9_]([a-z0-9._-]{0,251}[a-z0-9])?|[0-9a-f:.]{2,45}(%25[a-z0-9]+)?")
"""A name or an IP address, of version 6 perhaps with a zone, which is checked with the address."""
_PRIVILEGED: Final = 1024
_NEVER: Final = [
    ipaddress.ip_network(text)
    for text in (
        *("0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.88.99.0/24", "198.18.0.0/15", "240.0.0.0/4"),
        *("fec0::/10", "100::/64", "2001::/23", "3fff::/20", "5f00::/16"),
    )
]
"""Networks that no version of Python may take for public."""
_NAT64: Final = (ipaddress.ip_network("64:ff9b::/96"), ipaddress.ip_network("64:ff9b:1::/48"))
_COMPATIBLE: Final = ipaddress.ip_network("::/96")


class Target(NamedTuple):
    """A parsed address to send to."""

    scheme: str
    host: str
    port: int
    path: str
    is_ours: bool
    """Whether the settings allow this host although it is not public, for tests."""

    @property
    def shown_host(self) -> str:
        """The value of the `Host` header."""
        name = f"[{self.host}]" if ":" in self.host else self.host
        return name if self.port == {"http": 80, "https": 443}[self.scheme] else f"{name}:{self.port}"


def read(url: str, *, longest: int = LONGEST) -> Target:
    """Return a parsed address. Refusals: `bad_address`, `not_https`, `bad_port`, `private_address`."""
    target = _parts(url, longest)
    if target.is_ours:
        return target
    if target.scheme != "https":
        raise Refusal("not_https", _("The address must begin with https:// – nothing is sent to others."))
    if target.port != 443 and target.port < _PRIVILEGED:
        raise Refusal("bad_port", _("The port of the address must be 443, or 1024 or above."))
    if not _is_outside(target.host):
        raise _private()
    return target


def numbers(target: Target) -> list[str]:
    """Return the IP addresses of the name, to connect to. OSError; Refusal `private_address`.

    A single private address rejects all: no honest public server has such a neighbour.
    """
    results = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
    numbers = list(dict.fromkeys(str(result[4][0]) for result in results))
    if not target.is_ours and not all(map(is_public, numbers)):
        raise _private()
    return numbers


def is_public(number: str) -> bool:
    """Whether an IP address is public, and so are the addresses embedded in it."""
    try:
        address = ipaddress.ip_address(number.partition("%")[0])
    except ValueError:
        return False
    return all(map(_is_public, _with_inner(address)))


def _is_public(address: Address) -> bool:
    is_odd = address.is_multicast or address.is_reserved or address.is_unspecified or address.is_link_local
    return (
        address.is_global
        and not is_odd
        and not any(address in network for network in _NEVER if network.version == address.version)
    )


def _with_inner(address: Address) -> Iterable[Address]:
    """Yield an address and the IPv4 addresses embedded in it."""
    if isinstance(address, ipaddress.IPv4Address):
        yield address
        return
    if address.ipv4_mapped is not None:
        yield address.ipv4_mapped
        return
    if address in _COMPATIBLE or any(address in network for network in _NAT64):
        yield ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        return
    yield address
    if address.sixtofour is not None:
        yield address.sixtofour
    if address.teredo is not None:
        yield from address.teredo


def _parts(url: str, longest: int) -> Target:
    bad = Refusal(
        "bad_address", _("Nothing can be sent to this address. Enter an address like https://host/path.")
    )
    if (
        len(url) > longest
        or any(ord(character) <= 32 or ord(character) == 127 for character in url)
        or "\\" in url
    ):
        raise bad
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").rstrip(".").encode("idna").decode().lower()
        port = {"http": 80, "https": 443}.get(parts.scheme, 0) if parts.port is None else parts.port
    except ValueError:
        raise bad from None
    if not _HOST.fullmatch(host) or not port or parts.fragment:
        raise bad
    if parts.username is not None or parts.password is not None:
        raise bad
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    if not path.isascii():
        raise bad
    is_ours = host in settings.WEBHOOK_LOCAL_HOSTS or f"{host}:{port}" in settings.WEBHOOK_LOCAL_HOSTS
    return Target(parts.scheme, host, port, path, is_ours)


def _is_outside(host: str) -> bool:
    """Whether a host, by its text alone, could be on the public internet."""
    try:  # also numbers such as 2130706433, 0x7f.1 or 0177.0.0.1, without a lookup
        results = socket.getaddrinfo(host, None, flags=socket.AI_NUMERICHOST)
    except (OSError, UnicodeError):
        return "." in host and host.rsplit(".", 1)[-1] not in _INSIDE
    return all(is_public(str(result[4][0])) for result in results)


def _private() -> Refusal:
    return Refusal(
        "private_address", _("This address is not on the public internet. Enter a public address.")
    )
