"""Take the pictures of the user guide and the README: ``python tests/browser/pictures.py``.

Builds ``example/`` in two themes and photographs real pages of it. Needs a browser, Playwright,
furo, and Pillow, which makes the files small: ``pip install '.[pictures]'``.
"""

import io
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from chromium import SWITCHES, executable
from PIL import Image
from playwright.sync_api import sync_playwright

EXAMPLE = Path(__file__).resolve().parent.parent.parent / 'example'
FOLDER = EXAMPLE / '_static'


class Picture(NamedTuple):
    """One picture: what is shown, and how."""

    theme: str
    page: str
    size: tuple[int, int]
    dark: bool = False
    #: what it shows instead of all that fits into the window
    part: str = ''


PICTURES = {
    'index': Picture('furo', 'kwindex/index.html?#letter-n', (1120, 720)),
    'filter': Picture('furo', 'kwindex/index.html?kw=kwindex&kind=setting', (1120, 620), dark=True),
    'document': Picture('furo', 'kwindex/doc/sample/python.html', (1120, 720)),
    'sections': Picture('furo', 'kwindex/doc/sample/python.html', (1120, 720), part='.kwx-map'),
    'phone': Picture('alabaster', 'kwindex/folder/sample.html', (390, 780)),
    'block': Picture('alabaster', 'getting-started.html', (1120, 720), part='.kwx-in'),
}


def main():
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=executable(), args=SWITCHES)
        for theme in sorted({picture.theme for picture in PICTURES.values()}):
            build(Path(folder), theme)
        for name, picture in PICTURES.items():
            path = FOLDER / f'{name}.png'
            path.write_bytes(small(taken(browser, Path(folder, picture.theme), picture)))
            print(f'{path.name}: {path.stat().st_size / 1000:.0f} kB')
        browser.close()


def build(folder, theme):
    command = [sys.executable, '-m', 'sphinx', '-q', '-D', f'html_theme={theme}']
    subprocess.run([*command, '-d', folder / 'doctrees', EXAMPLE, folder / theme], check=True)


def taken(browser, folder, picture):
    width, height = picture.size
    context = browser.new_context(
        viewport={'width': width, 'height': height},
        color_scheme='dark' if picture.dark else 'light',
    )
    page = context.new_page()
    name, _mark, query = picture.page.partition('?')
    page.goto(f'{(folder / name).as_uri()}?{query}')
    page.wait_for_timeout(500)  # themes fade
    target = page.locator(picture.part).first if picture.part else page
    image = target.screenshot()
    context.close()
    return image


def small(png):
    """Keep the 64 colours that matter: pages have few."""
    image = Image.open(io.BytesIO(png)).convert('RGB')
    file = io.BytesIO()
    image.quantize(64, dither=Image.Dither.NONE).save(file, 'PNG', optimize=True)
    return file.getvalue()


if __name__ == '__main__':
    main()
