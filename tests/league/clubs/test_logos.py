"""Somebody uploads a picture as the logo of a club, or something that only says it is one."""

import io
import struct
import zlib

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from pytest_django.asserts import assertContains

from games.rules.base.refusal import Refusal
from league.clubs import logos
from league.models import Logo
from tests.league.club_nights import club
from tests.league.clubs.test_a_club_and_its_page import settings_of
from tests.league.clubs.visiting import post, somebody


def picture(kind: str = "PNG", size: tuple[int, int] = (600, 300), mode: str = "RGB", **facts) -> bytes:
    out = io.BytesIO()
    Image.new(mode, size, "red" if mode == "RGB" else 1).save(out, kind, **facts)
    return out.getvalue()


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))


@pytest.mark.django_db
def test_another_picture_under_the_id_of_the_first_is_not_passed_over_in_silence() -> None:
    """Somebody went back to the form in the browser, which still had its id."""
    home = club()
    owner, page = somebody(home, is_owner=True), f"/clubs/{home.slug}/edit/"

    def send(size: tuple[int, int]):
        file = SimpleUploadedFile("logo.png", picture(size=size))
        return owner.post(page, settings_of(home, logo=file, command_id="one"))

    assert send((90, 30)).status_code == send((90, 30)).status_code == 302
    assertContains(send((300, 900)), "This ID was already used for something else", status_code=422)
    assert opened(bytes(Logo.objects.get().picture)).size == (90, 30)


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF"])
def test_a_picture_of_any_usual_kind_becomes_a_small_one_of_our_own(kind: str) -> None:
    made = opened(logos.encoded(io.BytesIO(picture(kind))))
    assert (made.format, made.size) == ("WEBP", (256, 128))
    red, green, blue, alpha = made.convert("RGBA").getpixel((100, 60))
    assert red > 240
    assert max(green, blue) < 20
    assert alpha == 255


def test_a_small_picture_keeps_its_size_and_what_is_transparent_stays_so() -> None:
    out = io.BytesIO()
    Image.new("RGBA", (20, 30), (0, 0, 255, 0)).save(out, "PNG")
    made = opened(logos.encoded(io.BytesIO(out.getvalue())))
    assert made.size == (20, 30)
    assert made.getpixel((3, 3))[3] == 0


def test_nothing_that_the_file_said_beside_the_picture_is_kept() -> None:
    exif = Image.Exif()
    exif[0x010E] = "taken at home, 12 Hill Road"
    exif[0x0112] = 6  # lies on its side
    made = logos.encoded(io.BytesIO(picture("JPEG", exif=exif, comment=b"secret")))
    assert b"Hill Road" not in made
    assert b"secret" not in made
    assert not opened(made).getexif()
    assert opened(made).size == (128, 256)


def test_a_picture_that_unpacks_to_far_more_is_refused_before_it_is_unpacked() -> None:
    """A PNG of some kilobytes that says it is 30,000 pixels wide and high."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    for size in ((30_000, 30_000), (5_000, 4_000)):
        head = struct.pack(">IIBBBBB", *size, 8, 2, 0, 0, 0)
        bomb = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes(10**6)))
        with pytest.raises(Refusal) as refused:
            logos.encoded(io.BytesIO(bomb))
        assert refused.value.code in ("picture_too_many_pixels", "picture_unknown")


def test_text_in_a_picture_that_unpacks_to_far_more_is_refused() -> None:
    text = zlib.compress(bytes(100_000_000), 9)
    data = b"Comment\x00\x00" + text
    chunk = struct.pack(">I", len(data)) + b"zTXt" + data + struct.pack(">I", zlib.crc32(b"zTXt" + data))
    whole = picture()
    with pytest.raises(Refusal):
        logos.encoded(io.BytesIO(whole[:33] + chunk + whole[33:]))


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "picture_unknown"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>", "picture_unknown"),
        (b"GIF89a<script>alert(1)</script>", "picture_unknown"),
        (picture()[:-40], "picture_broken"),
        (picture("TIFF"), "picture_unknown"),
        (picture("BMP"), "picture_unknown"),
        (bytes(logos.MOST_BYTES + 1), "picture_too_big"),
    ],
)
def test_a_file_that_is_no_picture_is_refused_with_a_sentence(data: bytes, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        logos.encoded(io.BytesIO(data))
    assert refused.value.code == code
    assert refused.value.sentence.endswith(".")


@given(
    st.sampled_from(["PNG", "JPEG", "WEBP", "GIF"]),
    st.lists(st.tuples(st.integers(0, 5000), st.integers(0, 255)), max_size=12),
    st.integers(0, 300),
)
def test_whatever_is_changed_about_a_file_it_is_a_picture_or_refused(kind, changes, cut) -> None:
    data = bytearray(picture(kind, (40, 40)))
    for place, value in changes:
        data[place % len(data)] = value
    try:
        made = logos.encoded(io.BytesIO(bytes(data[: len(data) - cut])))
    except Refusal:
        return
    assert max(opened(made).size) <= logos.SIDE


@pytest.mark.django_db
class TestPages:
    def put(self, client: Client, club, data: bytes, **more):
        file = SimpleUploadedFile("logo.png", data, content_type="image/png")
        return post(client, f"/clubs/{club.slug}/edit/", **settings_of(club, **more), logo=file)

    def test_the_logo_is_shown_to_everybody_and_kept_by_browsers(self, client) -> None:
        club_ = club()
        ana = somebody(club_, is_owner=True)
        assert self.put(ana, club_, picture()).status_code == 302
        logo = Logo.objects.get()
        address = f"/clubs/{club_.slug}/logo/"
        assertContains(client.get(f"/clubs/{club_.slug}/"), f'src="{address}?v={logo.digest}"')
        shown = client.get(f"{address}?v={logo.digest}")
        assert shown.content == bytes(logo.picture)
        assert len(shown.content) < 10_000
        assert shown["Content-Type"] == "image/webp"
        assert shown["X-Content-Type-Options"] == "nosniff"
        assert shown["Cache-Control"] == "public, max-age=31536000, immutable"
        assert client.get(address)["Cache-Control"] == "no-cache"
        assert client.get(address, headers={"If-None-Match": shown["ETag"]}).status_code == 304

    def test_another_picture_takes_its_place_and_it_can_be_removed(self, client) -> None:
        club_ = club()
        ana = somebody(club_, is_owner=True)
        self.put(ana, club_, picture())
        before = Logo.objects.get().digest
        self.put(ana, club_, picture(size=(50, 50)))
        assert Logo.objects.get().digest != before
        post(ana, f"/clubs/{club_.slug}/edit/", **settings_of(club_), no_logo="1")
        assert not Logo.objects.exists()
        assert client.get(f"/clubs/{club_.slug}/logo/").status_code == 404

    def test_a_refused_picture_changes_nothing_and_says_why_beside_the_field(self) -> None:
        club_ = club()
        ana = somebody(club_, is_owner=True)
        self.put(ana, club_, picture())
        before = bytes(Logo.objects.get().picture)
        answer = self.put(ana, club_, b"no picture", name="Another name")
        assertContains(answer, "This picture cannot be read", status_code=422)
        club_.refresh_from_db()
        assert bytes(Logo.objects.get().picture) == before
        assert club_.name != "Another name"
