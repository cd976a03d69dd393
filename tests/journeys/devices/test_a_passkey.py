"""Journey: somebody makes a passkey, logs in with it after the password, then without one, and removes it."""

import pytest
from allauth.mfa.models import Authenticator
from playwright.sync_api import Browser, Page, expect

from tests.journeys.people import visitor
from tests.league.people import PASSWORD, somebody

REFUSED = pytest.mark.slow(
    "opens the page once more, at a number",
    about=["templates/mfa/", "league/accounts/"],
)


@pytest.fixture
def page(asgi_server: str, browser: Browser) -> Page:
    """A browser with a device that knows its owner. Passkeys belong to names, never to numbers of hosts."""
    page = visitor(browser, asgi_server.replace("127.0.0.1", "localhost"))
    device = page.context.new_cdp_session(page)
    device.send("WebAuthn.enable")
    facts = {"protocol": "ctap2", "transport": "internal", "automaticPresenceSimulation": True}
    knows = {"hasResidentKey": True, "hasUserVerification": True, "isUserVerified": True}
    device.send("WebAuthn.addVirtualAuthenticator", {"options": facts | knows})
    return page


def gives_password(page: Page) -> None:
    page.goto("/log-in/")
    page.get_by_label("Log-in name").fill("ana")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in", exact=True).click()


def leaves(page: Page) -> None:
    page.get_by_role("button", name="Log out", exact=True).click()
    page.get_by_role("link", name="Log in", exact=True).wait_for()


@REFUSED
def test_at_a_number_the_page_says_that_passkeys_need_a_name(asgi_server: str, browser: Browser) -> None:
    somebody("Ana")
    page = visitor(browser, asgi_server.replace("localhost", "127.0.0.1"))
    gives_password(page)
    page.get_by_role("link", name="Ana").wait_for()
    page.goto("/me/passkeys/")
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Continue").click()
    page.get_by_label("Passkey name").fill("My phone")
    page.get_by_role("button", name="Create a passkey").click()
    expect(page.get_by_text("Passkeys need a site name in the address, not a number.")).to_be_visible()


def test_a_device_without_a_passkey_says_how_to_log_in_instead(page: Page) -> None:
    page.goto("/log-in/")
    page.get_by_role("button", name="Log in with a passkey").click()
    expect(page.get_by_text("Log in with your name and password above")).to_be_visible()


def test_a_passkey_is_asked_for_after_the_password_and_opens_alone(page: Page) -> None:
    ana = somebody("Ana")
    gives_password(page)
    page.get_by_role("link", name="Ana").wait_for()
    page.goto("/me/passkeys/")
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Continue").click()
    page.get_by_label("Passkey name").fill("My phone")
    page.get_by_label("Log in with it alone").check()
    page.get_by_role("button", name="Create a passkey").click()
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    kept = Authenticator.objects.get(user=ana, type="webauthn")
    assert kept.wrap().name == "My phone"
    assert kept.wrap().is_passwordless
    assert set(kept.data["credential"]) == {"id", "rawId", "type", "response", "clientExtensionResults"}

    leaves(page)
    gives_password(page)
    expect(page.get_by_role("heading", name="Your passkey")).to_be_visible()
    expect(
        page.get_by_text("One of your recovery codes, if you do not have your passkey with you.")
    ).to_be_visible()
    page.get_by_label("Code").fill("12345678")
    page.get_by_role("button", name="Log in", exact=True).click()
    expect(
        page.get_by_text("This is not one of your recovery codes, or it has already been used.")
    ).to_be_visible()
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_role("link", name="Ana")).to_be_visible()

    leaves(page)
    kept.data["credential"]["clientExtensionResults"]["credProps"]["rk"] = False  # made without the tick
    kept.save(update_fields=["data"])
    page.goto("/log-in/?next=/me/passkeys/")
    page.get_by_role("button", name="Log in with a passkey").click()
    expect(page.get_by_text("This passkey was not accepted.")).to_be_visible()
    kept.data["credential"]["clientExtensionResults"]["credProps"]["rk"] = True
    kept.save(update_fields=["data"])
    page.get_by_role("button", name="Log in with a passkey").click()
    page.get_by_role("link", name="Use a passkey").click()  # as before everything that matters
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_text("My phone")).to_be_visible()
    page.get_by_role("link", name="Remove My phone").click()
    page.get_by_role("button", name="Remove it").click()
    expect(page.get_by_text("You have no passkey yet.")).to_be_visible()
    assert not Authenticator.objects.exists()
    assert page.complaints == []
