"""Situation: somebody names an address of our own network, in one of the many ways there are."""

import asyncio
import socket

import pytest

from games.rules.base.refusal import Refusal
from league.webhooks import address_guard, transport
from tests.league.webhooks.receiver import receiving

NOT_PUBLIC = [
    *("127.0.0.1", "127.8.8.8", "0.0.0.0", "0.1.2.3", "10.0.0.1", "172.16.0.1", "172.31.255.255"),
    *("192.168.1.1", "169.254.169.254", "100.64.0.1", "192.0.0.1", "192.0.2.1", "198.18.0.1", "198.51.100.1"),
    *("203.0.113.1", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255", "192.88.99.1"),
    *("::", "::1", "fe80::1", "fe80::1%eth0", "fc00::1", "fd12:3456::1", "fec0::1", "ff02::1", "ff0e::1"),
    *("::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:a9fe:a9fe", "::127.0.0.1", "::ffff:0:127.0.0.1"),
    *("64:ff9b::7f00:1", "64:ff9b::169.254.169.254", "64:ff9b:1::10.0.0.1", "2002:7f00:1::", "2002:a00:1::1"),
    *("2001:0:4136:e378:8000:63bf:3fff:fdd2", "2001:db8::1", "100::1", "3fff::1", "5f00::1", "x", ""),
]
PUBLIC = [
    "1.1.1.1",
    "8.8.8.8",
    "93.184.216.34",
    "2606:4700:4700::1111",
    "2a00:1450:4001::1",
    "64:ff9b::808:808",
]


@pytest.mark.parametrize("number", NOT_PUBLIC)
def test_numbers_that_are_not_public(number):
    assert not address_guard.is_public(number)


@pytest.mark.parametrize("number", PUBLIC)
def test_numbers_that_are(number):
    assert address_guard.is_public(number)


NASTY = {
    "http://example.org/": "not_https",
    "ftp://example.org/": "bad_address",
    "file:///etc/passwd": "bad_address",
    "gopher://example.org:443/": "not_https",
    "javascript:alert(1)": "bad_address",
    "//example.org/": "bad_address",
    "example.org": "bad_address",
    "": "bad_address",
    "https://": "bad_address",
    "https:///hook": "bad_address",
    "https://user@example.org/": "bad_address",
    "https://user:word@example.org/": "bad_address",
    "https://example.org/#here": "bad_address",
    "https://example.org/a b": "bad_address",
    "https://example.org/\r\nHost: x": "bad_address",
    "https://example.org/\x00": "bad_address",
    "https://example.org\\@127.0.0.1/": "bad_address",
    "https://example.org/ü": "bad_address",
    "https://example.org:99999/": "bad_address",
    "https://example.org:0/": "bad_address",
    "https://example.org%00.evil.org/": "bad_address",
    "https://ex%61mple.org/": "bad_address",
    "https://-x.org/": "bad_address",
    "https://" + "a." * 130 + "org/": "bad_address",
    "https://[2606:4700:4700::1111%25eth0.com]/": "bad_address",
    "https://localhost.localdomain/": "private_address",
    "https://example.org:x/": "bad_address",
    "https://[::1/": "bad_address",
    "https://" + "a" * 64 + ".org/": "bad_address",
    "https://example.org/" + "x" * 500: "bad_address",
    "https://example.org:22/": "bad_port",
    "https://example.org:80/": "bad_port",
    "https://localhost/": "private_address",
    "https://LOCALHOST./": "private_address",
    "https://intranet/": "private_address",
    "https://db.internal/": "private_address",
    "https://printer.local/": "private_address",
    "https://router.lan:8443/": "private_address",
    "https://1.0.0.127.in-addr.arpa/": "private_address",
    "https://127.0.0.1/": "private_address",
    "https://127.1/": "private_address",
    "https://2130706433/": "private_address",
    "https://0x7f000001/": "private_address",
    "https://0x7f.0.0.1/": "private_address",
    "https://0177.0.0.1/": "private_address",
    "https://017700000001/": "private_address",
    "https://0/": "private_address",
    "https://10.1/": "private_address",
    "https://169.254.169.254/latest/meta-data/": "private_address",
    "https://１２７.０.０.１/": "private_address",
    "https://127。0。0。1/": "private_address",
    "https://[::1]/": "private_address",
    "https://[::ffff:127.0.0.1]/": "private_address",
    "https://[::ffff:7f00:1]:8443/": "private_address",
    "https://[64:ff9b::7f00:1]/": "private_address",
    "https://[fe80::1%25eth0]/": "private_address",
    "https://[fd00::1]/": "private_address",
}


@pytest.mark.parametrize("url", NASTY)
def test_addresses_that_are_refused_when_they_are_written_down(url):
    with pytest.raises(Refusal) as refused:
        address_guard.read(url)
    assert refused.value.code == NASTY[url]


@pytest.mark.parametrize(
    "url",
    [
        "https://example.org/",
        "https://hooks.example.org:8443/a?b=c&d=%20",
        "https://bücher.example/hook",
        "https://1.1.1.1/",
        "https://[2606:4700:4700::1111]/",
    ],
)
def test_addresses_that_are_taken(url):
    assert address_guard.read(url).scheme == "https"


def named(*numbers: str):
    """A server of names that gives every name these numbers."""

    def ask(host, port, *args, **facts):
        family = socket.AF_INET6 if ":" in numbers[0] else socket.AF_INET
        return [(family, socket.SOCK_STREAM, 6, "", (number, port)) for number in numbers]

    return ask


@pytest.mark.parametrize(
    "numbers", [["10.0.0.1"], ["1.1.1.1", "127.0.0.1"], ["::ffff:127.0.0.1"], ["fe80::1%2"]]
)
def test_a_name_that_means_something_of_our_network_is_sent_nothing(monkeypatch, numbers):
    monkeypatch.setattr(socket, "getaddrinfo", named(*numbers))
    answer = asyncio.run(transport.post("https://harmless.example.org/", b"{}", {}))
    assert answer == (0, "private_address")


def test_a_delivery_connects_to_the_address_that_was_judged(monkeypatch):
    """A name that means another machine a moment later (DNS rebinding) is asked for once only."""
    asked, reached = [], []
    usual = socket.getaddrinfo

    def ask(host, *args, **facts):
        if host == "rebinding.example.org" and not facts.get("flags"):
            asked.append(host)
            return named("127.0.0.1" if len(asked) > 1 else "1.1.1.1")(host, *args, **facts)
        return usual(host, *args, **facts)

    async def connect(host, port, **facts):
        reached.append((host, port, facts["server_hostname"]))
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "getaddrinfo", ask)
    monkeypatch.setattr(asyncio, "open_connection", connect)
    answer = asyncio.run(transport.post("https://rebinding.example.org/", b"{}", {}))
    assert answer == (0, "not_reached")
    assert asked == ["rebinding.example.org"]
    assert reached == [("1.1.1.1", 443, "rebinding.example.org")]


def test_a_certificate_that_is_not_good_is_no_receiver(settings):
    with receiving() as receiver:
        settings.WEBHOOK_LOCAL_HOSTS = ["127.0.0.1"]
        url = receiver.url.replace("http://", "https://")
        answer = asyncio.run(transport.post(url, b"{}", {}))
    assert answer.status == 0
    assert answer.text in ("bad_certificate", "not_reached")
    assert receiver.got == []


def test_only_hosts_of_the_settings_are_told_without_tls(settings):
    settings.WEBHOOK_LOCAL_HOSTS = ["127.0.0.1:9000", "hall.local"]
    assert address_guard.read("http://127.0.0.1:9000/").is_ours
    assert address_guard.read("http://hall.local/").is_ours
    for url in ("http://127.0.0.1:9001/", "https://127.0.0.1/", "http://localhost:9000/"):
        with pytest.raises(Refusal):
            address_guard.read(url)
