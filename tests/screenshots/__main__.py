"""`python -m tests.screenshots FOLDER`: every main page in both sizes and both colour schemes, as pictures.

A site of its own is put together for it, so nothing has to run. Without words, and with `--readme` alone, the
pictures of the README are made, too.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import tests.environment
from tests.screenshots import readme
from tests.servers import processes

# What is printed here is the command's answer.
# ruff: noqa: T201

DESK, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
LOOKS = [("desk", DESK), ("phone", PHONE)]
SCHEMES = ("light", "dark")


def main(arguments: Sequence[str] | None = None) -> int:
    """Photograph the scenes whose name contains one of the words, all of them without."""
    parser = argparse.ArgumentParser(prog="python -m tests.screenshots", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("words", nargs="*", help="only scenes with one of these in their name")
    parser.add_argument("--readme", action="store_true", help="only what the README shows")
    parser.add_argument("--language", default="en", help="of the browser")
    asked = parser.parse_args(arguments)
    asked.folder.mkdir(parents=True, exist_ok=True)
    scenes = _scenes()
    chosen = [scene for scene in scenes if not asked.words or any(word in scene.name for word in asked.words)]
    if asked.readme:
        chosen = [scene for scene in scenes if scene.name in readme.SUBJECTS.values()]
    with processes.web({}, Path(tests.environment.folder)) as address:
        complaints = _photograph(chosen, address, asked.folder, asked.language)
    if asked.readme or (not asked.words and asked.language == "en"):
        readme.put_together(asked.folder)
    for complaint in complaints:
        print(complaint, file=sys.stderr)
    print(f"{len(chosen) * len(LOOKS) * len(SCHEMES)} pictures.")
    return 1 if complaints else 0


def _scenes() -> Any:
    import django
    from django.core.management import call_command

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
    django.setup()
    call_command("migrate", verbosity=0)
    from tests.screenshots.scenes import build

    return build()


def _photograph(scenes: Sequence[Any], address: str, folder: Path, language: str) -> list[str]:
    from playwright.sync_api import sync_playwright

    from tests.conftest import CHROMIUM, FLAGS

    complaints: list[str] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for look, size in LOOKS:
            for scheme in SCHEMES:
                for scene in scenes:
                    context = browser.new_context(
                        base_url=address, viewport=size, color_scheme=scheme, locale=language
                    )
                    complaints += _picture(
                        context, scene, address, folder / f"{scene.name}-{look}-{scheme}.png"
                    )
                    context.close()
        browser.close()
    return complaints


def _picture(context: Any, scene: Any, address: str, path: Path) -> list[str]:
    page, heard = context.new_page(), []
    page.on("console", lambda message: heard.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: heard.append(str(error)))
    if scene.viewer is not None:
        context.add_cookies([_log_in(scene.viewer, address)])
    answer = page.goto(scene.path)
    if scene.fields:
        _send(page, scene.fields)
    elif answer.status != scene.status:
        heard.append(f"answered {answer.status}")
    if scene.click:
        page.locator(scene.click).click()
    page.wait_for_timeout(150)
    wide = page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
    page.evaluate("scrollTo(0, 0)")  # what sticks to the window would stand where a click has scrolled it
    page.screenshot(path=path, full_page=True)
    refused = f"status of {scene.status}" if scene.status != 200 else "-"
    heard = [line for line in heard if refused not in line]
    return [f"{path.stem}: {line}" for line in heard] + ([f"{path.stem}: scrolls sideways"] if wide else [])


def _send(page: Any, fields: dict[str, str]) -> None:
    """Fill in the form of the page that has these fields, and send it."""
    for name, value in fields.items():
        field = page.locator(f"main [name='{name}']").first
        if field.evaluate("one => one.tagName") == "SELECT":
            field.select_option(value)
        elif field.get_attribute("type") == "file":
            field.set_input_files({"name": name, "mimeType": "image/png", "buffer": bytes(int(value))})
        elif field.get_attribute("type") == "radio":
            page.locator(f"main [name='{name}'][value='{value}']").check(force=True)
        else:
            field.fill(value)
    page.locator("main form", has=page.locator(f"[name='{next(iter(fields))}']")).locator(
        "button[type=submit], button:not([type])"
    ).first.click()
    page.wait_for_load_state()


def _log_in(player: Any, address: str) -> dict[str, str]:
    from django.test import Client

    from tests.games.visiting import log_in

    client = Client()
    log_in(client, player, by_password=True)
    return {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": address}


if __name__ == "__main__":
    sys.exit(main())
