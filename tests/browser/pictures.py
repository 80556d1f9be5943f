"""Take the pictures of the user guide: ``python tests/browser/pictures.py``.

Builds ``example/`` and photographs real pages of it, light and dark. Needs a browser, Playwright,
and Pillow, which makes the files small: ``pip install '.[docs,pictures]'``.
"""

import io
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from chromium import SWITCHES, executable
from PIL import Image, ImageOps
from playwright.sync_api import sync_playwright

EXAMPLE = Path(__file__).resolve().parent.parent.parent / 'example'
FOLDER = EXAMPLE / '_static'
#: pixels of a picture for each pixel of the page
SCALE = 1.5
#: pixels of the page around what is shown, and the colour of the frame
MARGIN, FRAME = 20, {'light': '#d0d4dc', 'dark': '#3c4048'}


class Picture(NamedTuple):
    """One picture: a part of a page, its greatest height, and the width of the window."""

    page: str
    part: str = 'article'
    height: int = 600
    width: int = 900


PICTURES = {
    'glossary': Picture('kwindex/glossary.html?kw=nimbus', '.kwx', height=432),
    'filter': Picture('kwindex/index.html?kw=kwindex&kind=setting', height=573),
    'document': Picture('kwindex/doc/sample/python.html', height=590),
    'sections': Picture('kwindex/doc/sample/python.html', '.kwx-map'),
    'phone': Picture('kwindex/folder/sample.html', 'body', height=780, width=390),
    'block': Picture('getting-started.html', '.kwx-in'),
}


def main():
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=executable(), args=SWITCHES)
        command = [sys.executable, '-m', 'sphinx', '-q', '-d', f'{folder}/doctrees']
        subprocess.run([*command, EXAMPLE, f'{folder}/html'], check=True)
        for name, picture in PICTURES.items():
            for scheme, suffix in (('light', ''), ('dark', '-dark')):
                path = FOLDER / f'{name}{suffix}.png'
                png = taken(browser, Path(folder, 'html'), picture, scheme)
                path.write_bytes(framed(png, picture, FRAME[scheme]))
                print(f'{path.name}: {path.stat().st_size / 1000:.0f} kB')
        browser.close()


def taken(browser, folder, picture, scheme):
    context = browser.new_context(
        viewport={'width': picture.width, 'height': 1200},
        device_scale_factor=SCALE,
        color_scheme=scheme,
    )
    page = context.new_page()
    name, _mark, query = picture.page.partition('?')
    page.goto(f'{(folder / name).as_uri()}?{query}')
    page.wait_for_timeout(500)  # themes fade
    box = page.locator(picture.part).first.bounding_box()
    clip = box | {'height': min(box['height'], picture.height)}
    image = page.screenshot(full_page=True, clip=clip)
    context.close()
    return image


def framed(png, picture, frame):
    """Add a margin, but not below what is cut off, and a frame; keep the 64 most frequent colours."""
    image = Image.open(io.BytesIO(png)).convert('RGB')
    margin = round(MARGIN * SCALE) if picture.part != 'body' else 0
    cut = image.height >= round(picture.height * SCALE)
    _count, ground = max(image.getcolors(image.width * image.height))
    image = ImageOps.expand(image, (margin, margin, margin, 0 if cut else margin), ground)
    file = io.BytesIO()
    image = ImageOps.expand(image, 2, frame).quantize(64, dither=Image.Dither.NONE)
    image.save(file, 'PNG', optimize=True)
    return file.getvalue()


if __name__ == '__main__':
    main()
