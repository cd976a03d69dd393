"""Where something may be sent: to public addresses over TLS, and to nothing of our own network.

An address is judged twice: by its words when somebody writes it down, and by the numbers behind its name
whenever something is sent. What is connected to are those numbers, so that a name cannot mean another machine
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
"""How names end that mean nothing outside of a network."""
_HOST: Final = re.compile(r"[a-z0-9_]([a-z0-9._-]{0,251}[a-z0-9])?|[0-9a-f:.]{2,45}(%25[a-z0-9]+)?")
"""A name or a number, of version 6 perhaps with a zone, which is judged with the number."""
_PRIVILEGED: Final = 1024
_NEVER: Final = [
    ipaddress.ip_network(text)
    for text in (
        *("0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.88.99.0/24", "198.18.0.0/15", "240.0.0.0/4"),
        *("fec0::/10", "100::/64", "2001::/23", "3fff::/20", "5f00::/16"),
    )
]
"""What no version of Python may take for public."""
_NAT64: Final = (ipaddress.ip_network("64:ff9b::/96"), ipaddress.ip_network("64:ff9b:1::/48"))
_COMPATIBLE: Final = ipaddress.ip_network("::/96")


class Target(NamedTuple):
    """An address to send to, taken apart."""

    scheme: str
    host: str
    port: int
    path: str
    is_ours: bool
    """Whether the settings allow this host though it is not public, for tests."""

    @property
    def shown_host(self) -> str:
        """What the receiver is asked for as its `Host`."""
        name = f"[{self.host}]" if ":" in self.host else self.host
        return name if self.port == {"http": 80, "https": 443}[self.scheme] else f"{name}:{self.port}"


def read(url: str) -> Target:
    """Return an address taken apart. Refusals: `bad_address`, `not_https`, `bad_port`, `private_address`."""
    target = _parts(url)
    if target.is_ours:
        return target
    if target.scheme != "https":
        raise Refusal("not_https", _("Only addresses that begin with https:// are told anything."))
    if target.port != 443 and target.port < _PRIVILEGED:
        raise Refusal("bad_port", _("The port of the address is 443, or 1024 and above."))
    if not _is_outside(target.host):
        raise _private()
    return target


def numbers(target: Target) -> list[str]:
    """Return the numbers behind the name, to connect to. OSError; Refusal `private_address`.

    One that is not public spoils all: no server of the public has such a neighbour by honest means.
    """
    found = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
    numbers = list(dict.fromkeys(str(one[4][0]) for one in found))
    if not target.is_ours and not all(map(is_public, numbers)):
        raise _private()
    return numbers


def is_public(number: str) -> bool:
    """Whether an IP address is one of the public internet, whatever it is wrapped in."""
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
        and not any(address in one for one in _NEVER if one.version == address.version)
    )


def _with_inner(address: Address) -> Iterable[Address]:
    """Yield an address and those of version 4 that are wrapped in it."""
    if isinstance(address, ipaddress.IPv4Address):
        yield address
        return
    if address.ipv4_mapped is not None:
        yield address.ipv4_mapped
        return
    if address in _COMPATIBLE or any(address in one for one in _NAT64):
        yield ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        return
    yield address
    if address.sixtofour is not None:
        yield address.sixtofour
    if address.teredo is not None:
        yield from address.teredo


def _parts(url: str) -> Target:
    bad = Refusal("bad_address", _("This is no address that something can be sent to: https://host/path."))
    if len(url) > LONGEST or any(ord(one) <= 32 or ord(one) == 127 for one in url) or "\\" in url:
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
    """Whether a host, by its words alone, could be on the public internet."""
    try:  # also numbers as 2130706433, 0x7f.1 or 0177.0.0.1, and without asking any server
        found = socket.getaddrinfo(host, None, flags=socket.AI_NUMERICHOST)
    except (OSError, UnicodeError):
        return "." in host and host.rsplit(".", 1)[-1] not in _INSIDE
    return all(is_public(str(one[4][0])) for one in found)


def _private() -> Refusal:
    return Refusal("private_address", _("This address is not on the public internet: nothing is sent there."))
