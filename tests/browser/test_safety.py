"""Under the strictest rules for content, and with hostile names, nothing runs but our script."""

import functools
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest
import sample

POLICY = "default-src 'none'; script-src 'self'; style-src 'self'"
WATCH = """document.addEventListener('securitypolicyviolation', event => {
  (window.violations ??= []).push(`${event.violatedDirective}: ${event.blockedURI}`);
});"""


class Handler(SimpleHTTPRequestHandler):
    """Serves files under the policy."""

    def end_headers(self):
        self.send_header('Content-Security-Policy', POLICY)
        super().end_headers()

    def log_message(self, *_arguments):
        """Say nothing."""


@pytest.fixture
def serve():
    servers = []

    def serve(folder):
        handler = functools.partial(Handler, directory=folder)
        server = ThreadingHTTPServer(('127.0.0.1', 0), handler)
        servers.append(server)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return f'http://127.0.0.1:{server.server_port}'

    yield serve
    for server in servers:
        server.shutdown()
        server.server_close()


def plain(files):
    """Give pages nothing but their listings."""
    return {**files, 'templates/layout.html': sample.PLAIN}


def violations(page):
    return page.evaluate('window.violations ?? []')


PAGES = ['kwindex/glossary', 'kwindex/index', 'kwindex/doc/guide/first', 'kwindex/folder/guide', 'words']


@pytest.mark.parametrize('name', PAGES)
def test_nothing_violates_the_policy(site, serve, open_page, name):
    address = serve(site('plain', plain(sample.small()), theme='basic'))
    page = open_page(f'{address}/index.html')
    page.add_init_script(WATCH)
    page.goto(f'{address}/{name}.html')
    assert page.locator('.kwx').first.evaluate('e => getComputedStyle(e).containerType') == 'inline-size'
    box = page.locator('[type=search]')
    assert box.count() == (name != 'words')
    if box.count():
        box.fill('a0')
        page.wait_for_function('() => document.querySelector(".kwx-on")')
        page.keyboard.press('Escape')
    assert violations(page) == []


def test_the_filter_of_all_ranges_keeps_to_the_policy(site, serve, open_page):
    files = plain(sample.many(60, 2))
    address = serve(site('plain-cut', files, theme='basic', kwindex_page_size=20))
    page = open_page(f'{address}/index.html')
    page.add_init_script(WATCH)
    page.goto(f'{address}/kwindex/glossary-b.html?kw=name')
    page.locator('.kwx-hits > div').first.wait_for()
    assert violations(page) == []


def test_the_policy_is_watched(site, serve, open_page):
    files = {**plain(sample.many(20, 2)), 'raw.rst': ':orphan:\n\nRaw\n===\n\n.. raw:: html\n\n   <b style="color: red">x</b>\n'}
    address = serve(site('violated', files, theme='basic'))
    page = open_page(f'{address}/index.html')
    page.add_init_script(WATCH)
    page.goto(f'{address}/raw.html')
    assert violations(page)


HOSTILE = ['<img src=x onerror=alert(1)>', '"><script>alert(1)</script>', "'+alert(1)+'", '${alert(1)}']


def test_hostile_names_do_nothing(site, open_page):
    terms = ''.join(f'   {name}\n      Says {name}.\n\n' for name in HOSTILE)
    literals = ' '.join(f'``{name}``' for name in HOSTILE)
    files = sample.many(60, 2)
    files['index.rst'] += f'\n{HOSTILE[0]}\n{"=" * 40}\n\n{literals}\n\n.. glossary::\n\n{terms}\n\n.. kwindex::\n'
    for size in (20, 5000):
        out = site(f'hostile{size}', files, kwindex_page_size=size)
        for name in ('kwindex/glossary', 'kwindex/index', 'kwindex/doc/index', 'index'):
            page = open_page(out / f'{name}.html', '?kw=alert')
            page.wait_for_timeout(100)
            assert page.locator('.kwx img').count() == 0
            assert page.locator('.kwx script').count() == 0
