"""The filter and the folding of one page, by mouse and keyboard, with and without scripts."""

from urllib.parse import parse_qs

import pytest
import sample

BOX = '.kwx [type=search]'
COUNT = '.kwx-count'
ROWS = '.kwx-list > div'


@pytest.fixture
def out(site):
    return site('small', sample.small())


@pytest.fixture
def glossary(out, open_page):
    return open_page(out / 'kwindex/glossary.html')


def shown(page):
    """Give the names in sight."""
    return page.locator(f'{ROWS}:visible dt a').all_inner_texts()


def filtered(page, words):
    page.locator(BOX).fill(words)
    page.wait_for_function('() => document.querySelector(".kwx.kwx-on")')
    return shown(page)


def address(page):
    """Give the address that a script has just set: Playwright hears of it a moment later."""
    return page.evaluate('location.href')


def goes_to(page, end):
    """Wait until a link has led to an address with this end."""
    page.wait_for_url(lambda url: url.endswith(end))


def test_it_shows_what_has_the_words_and_counts_it(glossary):
    everything = shown(glossary)
    assert glossary.locator(COUNT).inner_text() == f'{len(everything)} keywords'
    hits = filtered(glossary, 'FIRST a0')
    assert hits == [f'a{n:02}_first()' for n in range(10)]
    assert glossary.locator(COUNT).inner_text() == f'10 of {len(everything)}'
    assert glossary.locator('h2:visible').count() == 0
    assert filtered(glossary, 'no such name') == []
    assert glossary.locator(COUNT).inner_text() == f'0 of {len(everything)}'
    glossary.locator(BOX).fill('')
    glossary.wait_for_function('() => !document.querySelector(".kwx.kwx-on")')
    assert shown(glossary) == everything


def test_it_limits_to_kinds(glossary):
    glossary.get_by_text('Limit to kinds').click()
    glossary.get_by_label('Classes').check()
    assert shown(glossary) == ['First', 'Second', 'Third']
    glossary.get_by_label('Terms').check()
    assert shown(glossary) == ['builder', 'First', 'node', 'Second', 'Third']
    assert filtered(glossary, 'd') == ['node', 'Third', 'Second', 'builder']


def test_enter_goes_to_the_first_hit_and_escape_clears(glossary):
    everything = shown(glossary)
    glossary.locator(BOX).press_sequentially('b1')
    glossary.keyboard.press('Enter')
    assert glossary.evaluate('document.activeElement.textContent') == 'b10_second()'
    glossary.locator(BOX).press('Escape')
    assert glossary.locator(BOX).input_value() == ''
    assert shown(glossary) == everything
    assert glossary.evaluate('location.search') == ''


def test_it_is_kept_in_the_address_that_others_open(out, glossary, open_page):
    glossary.get_by_text('Limit to kinds').click()
    glossary.get_by_label('Functions').check()
    hits = filtered(glossary, 'a1 first')
    query = glossary.evaluate('location.search').removeprefix('?')
    assert parse_qs(query) == {'kw': ['a1 first'], 'kind': ['function']}
    other = open_page(out / 'kwindex/glossary.html', f'?{query}')
    assert shown(other) == hits
    assert other.locator(BOX).input_value() == 'a1 first'
    assert other.get_by_label('Functions').is_visible()
    other.reload()
    assert shown(other) == hits


def test_it_leaves_other_addresses_alone(out, open_page):
    page = open_page(out / 'kwindex/glossary.html', '?other=x#letter-b')
    assert address(page).endswith('?other=x#letter-b')
    filtered(page, 'b0')
    assert address(page).endswith('?kw=b0#letter-b')


def test_places_unfold(glossary):
    row = glossary.locator('#kw-function-alpha_run')
    assert row.locator('details').count() == 0
    page = glossary
    page.goto(page.url.replace('glossary.html', 'index.html'))
    details = page.locator('#kw-name-shared_name details')
    assert details.locator('summary').inner_text().startswith('11 more sections on 3 pages')
    assert not details.locator('li').first.is_visible()
    details.locator('summary').focus()
    page.keyboard.press('Enter')
    assert details.locator('li').first.inner_text().startswith('The first page: Part 1, Part 2')
    details.locator('li a').first.click()
    goes_to(page, 'guide/first.html#part-1')


def test_what_the_filter_finds_in_a_fold_is_unfolded(out, open_page):
    page = open_page(out / 'kwindex/doc/source.html')
    group = page.locator('.kwx section:has(#kind-also)')
    assert not group.locator(ROWS).first.is_visible()
    assert filtered(page, 'counter') == ['counter']
    page.locator(BOX).press('Escape')
    assert not group.locator(ROWS).first.is_visible()


def test_a_fold_that_the_reader_opened_stays_open(out, open_page):
    page = open_page(out / 'kwindex/doc/source.html')
    group = page.locator('.kwx section:has(#kind-also)')
    group.locator('summary').click()
    assert filtered(page, 'counter') == ['counter']
    page.locator(BOX).press('Escape')
    assert group.locator(ROWS).first.is_visible()


def test_nothing_leads_to_what_is_filtered_away(out, glossary, open_page):
    assert glossary.locator('.kwx-letters').is_visible()
    filtered(glossary, 'a0')
    assert not glossary.locator('.kwx-letters').is_visible()
    glossary.locator(BOX).press('Escape')
    assert glossary.locator('.kwx-letters').is_visible()
    page = open_page(out / 'kwindex/doc/source.html')
    assert page.locator('.kwx-chips').is_visible()
    filtered(page, 'counter')
    assert not page.locator('.kwx-chips').is_visible()


def test_neither_case_nor_accents_count(site, open_page):
    names = ['caf\xe9', 'na\xefve', 'Stra\xdfe', 'plain']
    terms = ''.join(f'   {name}\n      Is a word.\n\n' for name in names)
    files = {'index.rst': sample.page('Words', f'.. glossary::\n\n{terms}')}
    page = open_page(site('accents', files) / 'kwindex/glossary.html')
    for words, name in {
        'cafe': names[0], 'naive': names[1], 'CAFE\u0301': names[0], 'nai\u0308ve': names[1], 'strasse': names[2],
        'STRA\xdfE': names[2],
    }.items():  # fmt: skip
        assert filtered(page, words) == [name]
        page.locator(BOX).press('Escape')


def test_an_address_opens_the_fold_it_leads_into(out, open_page):
    page = open_page(out / 'kwindex/doc/source.html', '#kw-variable-counter')
    page.locator('#kw-variable-counter').wait_for(state='visible')


def test_the_first_stop_skips_to_the_keywords(glossary):
    glossary.locator('.kwx-lead').click()
    skip = glossary.locator('.kwx-skip')
    assert skip.evaluate('e => getComputedStyle(e).position') == 'absolute'
    skip.focus()
    assert skip.bounding_box()['height'] >= 16
    assert skip.evaluate('e => getComputedStyle(e).clipPath') == 'none'
    glossary.keyboard.press('Enter')
    goes_to(glossary, '#letter-a')
    glossary.keyboard.press('Tab')
    assert glossary.evaluate('document.activeElement.textContent') == 'a00_first()'


def test_no_stop_is_hidden_behind_the_bar(out, open_page):
    page = open_page(out / 'kwindex/glossary.html', height=500)
    page.locator('.kwx-kinds summary').focus()
    for _ in range(40):
        page.keyboard.press('Tab')
        where = 'e = document.activeElement, r = e.getBoundingClientRect()'
        over = f'({where}, document.elementFromPoint(r.x + 2, r.y + r.height / 2))'
        assert page.evaluate(f'{over} && ({over} === e || e.contains({over}))')


def test_without_scripts_everything_is_there_and_linked(out, open_page):
    page = open_page(out / 'kwindex/glossary.html', java_script_enabled=False)
    assert not page.locator(BOX).is_visible()
    assert not page.locator('.kwx-kinds').is_visible()
    assert page.locator(f'{ROWS}:visible').count() == page.locator(ROWS).count() > 50
    page.locator('.kwx-letters a', has_text='G').click()
    goes_to(page, '#letter-g')
    page.goto((out / 'kwindex/index.html').as_uri())
    page.locator('#kw-name-shared_name summary').click()
    assert page.locator('#kw-name-shared_name li').first.is_visible()
    page.goto((out / 'kwindex/doc/source.html').as_uri())
    page.locator('.kwx section:has(#kind-also) summary').click()
    assert page.locator('#kw-variable-counter').is_visible()


def test_on_paper_there_is_nothing_to_click(glossary):
    glossary.emulate_media(media='print')
    assert not glossary.locator('.kwx-bar').is_visible()
    assert glossary.locator(ROWS).first.is_visible()


CODE = '.. code-block:: python\n\n   area = area_call(3)\n'


@pytest.fixture
def index(site, open_page):
    files = sample.small()
    files['source.rst'] += f'\nMore\n----\n\n{CODE}\nSome ``zone_name``, ``zone_name``.\n'
    return open_page(site('switch', files) / 'kwindex/index.html')


def test_it_switches_to_what_is_explained(index):
    everything = shown(index)
    assert 'zone_name' in everything
    index.goto(index.url.replace('index.html', 'glossary.html'))
    explained = shown(index)
    index.go_back()
    index.locator(BOX).focus()
    index.keyboard.press('Tab')
    index.keyboard.press('Space')
    assert shown(index) == explained
    assert len(explained) < len(everything)
    assert parse_qs(index.evaluate('location.search')[1:]) == {'only': ['explained']}
    assert filtered(index, 'node') == ['node']
    index.reload()
    assert index.get_by_label('Only what is explained').is_checked()
    assert shown(index) == ['node']
    index.locator(BOX).press('Escape')
    assert shown(index) == everything
    assert not index.get_by_label('Only what is explained').is_checked()


def test_it_finds_names_that_are_only_in_code(index):
    assert 'area_call()' not in shown(index)
    assert filtered(index, 'area_call') == ['area_call()']
    index.locator(BOX).press('Escape')
    folds = index.locator('.kwx section details', has_text='more only in code')
    assert folds.locator(ROWS, has=index.get_by_text('area_call()', exact=True)).count() == 1
