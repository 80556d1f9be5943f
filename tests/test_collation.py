import itertools
import random
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinxcontrib_kwindex.index.collation import DIGITS, IDEOGRAPHS, SYMBOLS, letter, sort_key

LETTERS = {
    'A': 'Apple apple _apple Äpfel Ångström Æon ａ 𝐀 ꜳ',
    'D': 'Đ ð ǆ',
    'F': '~Foo $FOO @foo --foo .foo :foo: /foo __foo ﬁle',
    'I': 'ı İ i Ⅳ',
    'L': 'łódź Ľ',
    'M': 'µs m',
    'N': 'ŋ ñ ŉ',
    'O': 'Œuvre Øre ö',
    'S': 'ß ſ ẞ š s',
    'T': 'þorn t',
    'Z': 'Ʒ ž',
    DIGITS: '0 9x 3D ² ½ ① ٣ -1 〇',
    SYMBOLS: '... #include <div> _ % 😀 ⟨x⟩ \ufffd \ud800 ー',
    IDEOGRAPHS: '漢字 一 㐀 豈',
    'Μ': 'μ Μ',
    'Α': 'Άλφα ἀρχή α',
    'Σ': 'ς σ',
    'Й': 'Йод йод',
    'И': 'Игра',
    'Ё': 'ёж',
    'Ж': 'жук',
    'Ґ': 'ґ',
    'Ա': 'ա Ա',
    'ა': 'ა Ა',
    'ㄱ': '가방 까 각 ㄱ',
    'ㅎ': '한글 ㅎ',
    'か': 'か カ が ガ ｶ ヵ',
    'つ': 'っ ツ づ',
    'う': 'う ヴ ゥ',
    'א': 'אב',
    'ا': 'أحمد',
    'ก': 'เกม ก',
    'เ': 'เ',
    'क': 'क क़',
}


@pytest.mark.parametrize(
    ('group', 'name'), [(group, name) for group, names in LETTERS.items() for name in names.split()]
)
def test_letter(group, name):
    assert letter(name) == group


def test_letter_of_nothing():
    assert letter('') == letter(' ') == SYMBOLS


def test_groups_are_ordered_by_script_and_end_with_symbols():
    names = [*'#漢5か가', 'Йод', 'zoo', 'Ёж', 'alpha', 'Еда', 'Жук', 'Ωmega', 'Игра']
    assert [letter(name) for name in sorted(names, key=sort_key)] == [
        'A', 'Z', 'Ω', 'Е', 'Ё', 'Ж', 'И', 'Й', 'ㄱ', 'か', IDEOGRAPHS, DIGITS, SYMBOLS,
    ]  # fmt: skip


ORDERS = [
    'ecole école ecu ezra', 'FOO Foo _foo foo ~foo foo_bar foobar', 'aeon Æon afon',
    'strasse straße strata', 'маи май мак', 'дим дия дім дія', '가방 각', 'か がく カサ きく',
    'A a B b', 'fab FOB foc', 'カサ かた', 'かつお カッパ かつら',
]  # fmt: skip


@pytest.mark.parametrize('order', ORDERS)
def test_order(order):
    names = order.split()
    shuffled = random.Random(order).sample(names, len(names))
    assert sorted(shuffled, key=sort_key) == names


@pytest.mark.slow
def test_no_character_makes_a_second_group():
    characters = map(chr, range(sys.maxunicode + 1))
    groups = [group for group, _ in itertools.groupby(sorted(characters, key=sort_key), key=letter)]
    assert len(groups) == len(set(groups))
    assert [group for group in groups if letter(group) != group] == []
    assert not {'SS', 'ß', 'µ'} & set(groups)
    assert groups[:26] == [chr(code) for code in range(ord('A'), ord('Z') + 1)]
    assert groups[-2:] == [DIGITS, SYMBOLS]


NAMES = st.text() | st.text(alphabet='aAäÄbßssſ_-.~0９zZЖёЕйи가각かガ漢\u0301 ', max_size=5)


@given(st.lists(NAMES, unique=True))
def test_sorting_leaves_each_group_in_one_piece(names):
    ordered = sorted(names, key=sort_key)
    groups = [group for group, _ in itertools.groupby(ordered, key=letter)]
    assert len(groups) == len(set(groups))


@given(NAMES, NAMES)
def test_order_is_total(one, other):
    assert (sort_key(one) == sort_key(other)) == (one == other)


@given(st.text(min_size=1))
def test_case_and_composition_make_no_difference_to_the_group(name):
    assert letter(unicodedata.normalize('NFC', name)) == letter(unicodedata.normalize('NFD', name))
