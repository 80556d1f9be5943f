import pytest
from hypothesis import given
from hypothesis import strategies as st
from linear import assert_linear

from sphinxcontrib_kwindex.extract import prose
from sphinxcontrib_kwindex.extract.prose import phrases, wordlists

IDENTIFIERS = {
    'Use PyTorch, GitHub and the HTMLParser.': ['PyTorch', 'GitHub', 'HTMLParser'],
    'Call foo_bar() or foo_baz(a_b, c).': ['foo_bar', 'foo_baz', 'a_b'],
    'An os.path or torch.nn.Module or ns::Foo here': ['os.path', 'torch.nn.Module', 'ns::Foo'],
    'A PyTorch-based tool; OpenAI’s, X86 and IPv4': ['PyTorch', 'OpenAI', 'X86', 'IPv4'],
    'std::vector<FooBaz>, "fooBar" and (FOO_BAR)!': ['std::vector', 'FooBaz', 'fooBar', 'FOO_BAR'],
    'the :heavy_check_mark: and foo_bar:': ['foo_bar'],
    'edit conf.py and $MY_HOME': ['conf.py', 'MY_HOME'],
    'the node.next and load_from here': ['node.next', 'load_from'],
    # ordinary words
    'The Word is here. Then It goes on, don’t': [],
    'The URLs of all APIs are PDFs': [],
    # joined words
    'a TensorBoxfrom there, HTMLParserimport': [],
    'a DataTransform in a GoodPlatform': ['DataTransform', 'GoodPlatform'],
    'it is done.The next is this.We go': [],
    # addresses and paths
    'see https://a.org/FooBar or www.fooBar.de': [],
    'mail FooBar@example.com or foo_bar@x': [],
    'in /usr/FooBar, foo_bar/baz.txt, C:\\FooBar': [],
    'docs.python.org, my-foo_bar.tar.gz, --foo_bar': [],
    # numbers
    'v2, v1.2, 1.2.3, 1e5, py3.11, 0x1F, rc1, A1': [],
    'at 5GHz or 10 kB, MHz, dB, 10ms': [],
    'commit a1b2c3d4 by McDonald, Ph.D.': [],
    'e.g. this, i.e. that, U.S.A.': [],
    'NaN': [],
}


@pytest.mark.parametrize(('text', 'names'), IDENTIFIERS.items())
def test_identifiers(text, names):
    assert [name for name, _offset in prose.identifiers(text)] == names


@given(st.text(alphabet='aB_.: ()-/@1é\n"', max_size=60))
def test_identifiers_stand_where_they_are_said_to(text):
    for name, offset in prose.identifiers(text):
        assert text[offset : offset + len(name)] == name


ACRONYMS = {
    'The URLs of an API are known.': ['URL', 'API'],
    'The API, an API, and the API’s uses': ['API', 'API', 'API'],
    'A tool for JSON-RPC over TCP/IP here': ['JSON', 'RPC', 'TCP', 'IP'],
    'Pass the url, which is a URL, as json': ['URL'],
    'Encoded as UTF-8 with a BOM at the start': ['BOM'],
    'You must NOT do this, NEVER, and ALWAYS that': [],
    'You should please DO NOT EDIT it with the GUI today': ['GUI'],
    'the ACTUAL size is not the actual one': [],
    'chapter IV or part XII of it': [],
    '10 KB and 5 MB of it at 5 AM, OK': [],
    'NOTE that TODO and FIXME are left': [],
    'a CamelCASE and FOO_BAR and SHA256 and A': [],
    'too LONGERTHAN the rest of it': [],
    'at https://x.org/API or a@HTTP.org or docs/API.md': [],
    'mail ROOT@HOST now or see docs/API now': [],
    'it is TRUE and not FALSE, and FRESH is fresh': [],
    'a POSIX thing and the JSON API': ['POSIX', 'JSON', 'API'],
    # shouting
    'SHORT BIG SIGNS here': [],
    'READ THE API DOCS NOW': [],
    'USAGE': [],
    '': [],
}


@pytest.mark.parametrize(('text', 'acronyms'), ACRONYMS.items())
def test_acronyms(text, acronyms):
    found = list(prose.acronyms(text))
    assert [acronym for acronym, _offset in found] == acronyms
    assert all(text[offset:].startswith(acronym) for acronym, offset in found)


EXPANSIONS = {
    'the Hypertext Transfer Protocol (HTTP) is': ('HTTP', 'Hypertext Transfer Protocol'),
    'HTTP (Hypertext Transfer Protocol) is': ('HTTP', 'Hypertext Transfer Protocol'),
    'the HyperText Markup Language (HTML)': ('HTML', 'HyperText Markup Language'),
    'the Department of Defense (DoD)': ('DoD', 'Department of Defense'),
    'of continuous integration (CI) systems': ('CI', 'continuous integration'),
    'Application Programming Interfaces (APIs)': ('API', 'Application Programming Interfaces'),
    'Extensible Markup Language (XML)': ('XML', 'Extensible Markup Language'),
    'at the Point of Sale ( PS )': ('PS', 'Point of Sale'),
    'Just-in-Time (JIT) compilers': ('JIT', 'Just-in-Time'),
    'a Cross-Site Request Forgery (CSRF).': ('CSRF', 'Cross-Site Request Forgery'),
    'Nothing. Least recently used (LRU)': ('LRU', 'Least recently used'),
    'LRU (least recently used, or so)': ('LRU', 'least recently used'),
    'MVC (Model, View, Controller)': ('MVC', 'Model, View, Controller'),
}
NO_EXPANSIONS = [
    'the file (FOO) is', 'a fast old one (OK)', 'Hypertext. Protocol (HP)', 'the identifier (ID)',
    'of the disk (OTD)', 'HTTP (see below)', 'HTTP (Web Protocol)',
    'Hypertext Transfer Protocol (1.1)', 'a long form (lf)', '(AB)', 'Foo (fast old one)',
    'Alpha (AB',
]  # fmt: skip


@pytest.mark.parametrize('text', [*EXPANSIONS, *NO_EXPANSIONS])
def test_expansions(text):
    assert list(prose.expansions(text)) == ([EXPANSIONS[text]] if text in EXPANSIONS else [])


HEADINGS = {
    'The request object': ['request object'],
    'Command-line options and environment variables': [
        'Command-line options', 'environment variables',
    ],
    'Logging, tracing: metrics (new)': ['Logging', 'tracing', 'metrics'],
    'Configuring the client': ['client'],
    'Configure client libraries': ['client libraries'],
    'Set up the project': ['project'],
    'Set operations': ['Set operations'],
    'How to use the app factory': ['app factory'],
    'Working with Files in Python 3': ['Files', 'Python'],
    'Use client libraries': ['client libraries'],
    'Writing Sphinx extensions: a tutorial': ['Sphinx extensions'],
    'Introduction to C++ extensions': ['C++ extensions'],
    'Using ``foo_bar`` with .NET': ['foo_bar', '.NET'],
    'Routing basics': ['Routing'],
    'Routing and testing': ['Routing', 'testing'],
    'Additional options': ['options'],
    "The 'big client' here": ['big client'],
    'Testing the application': ['application'],
    'Test client': ['Test client'],
    "Python's garbage collector": ['Python garbage collector'],
    'Sockets, socket and Socket': ['Sockets'],
    'Troubleshooting': ['Troubleshooting'],
    '1. Installing': ['Installing'],
    'install': ['install'],
    '安装指南': ['安装指南'],
    'How to store raw data': ['raw data'],
    'Order of execution': ['Order of execution', 'Order', 'execution'],
    'Non-blocking I/O': ['Non-blocking I/O'],
    'Input/output errors': ['Input', 'output errors'],
    'The … option': ['option'],
    # about nothing
    'Overview': [],
    'Getting Started': [],
    "What's new in 1.2": [],
    'See also': [],
    'Examples': [],
    'How it works': [],
    '3.2.1': [],
    'x': [],
    '': [],
    'distributed asynchronous remote procedure call': [],
}  # fmt: skip


@pytest.mark.parametrize(('heading', 'found'), HEADINGS.items())
def test_heading_phrases(heading, found):
    ignored = frozenset({'works'})
    assert phrases.heading_phrases(heading, ignored) == found


def test_heading_phrases_split_at_the_stop_words_of_their_language():
    found = phrases.heading_phrases('Dateien und Ordner', frozenset({'und'}))
    assert found == ['Dateien', 'Ordner']


@given(st.text(max_size=80))
def test_heading_phrases_are_of_one_to_four_words(text):
    for phrase in phrases.heading_phrases(text, frozenset()):
        assert 1 <= len(phrase.split()) <= 4
        assert phrase.casefold() not in wordlists.FUNCTION_WORDS


def test_words_are_given_by_identity():
    assert phrases.words('The Code-blocks of HTMLParser’s files') == [
        'the', 'code', 'block', 'of', 'HTMLParser', 's', 'file',
    ]  # fmt: skip


def test_count():
    texts = ['Code blocks and a code-block. Settings', 'files of the Settings files, a CODE BLOCK.']
    wanted = ['code block', 'settings file', 'Settings files', 'nothing', '...']
    counts = {'code block': 3, 'settings file': 1, 'Settings files': 1}
    assert phrases.count_phrases(wanted, texts) == counts
    assert not phrases.count_phrases(['code block'], ['code', 'block'])


def test_stop_lists_hold_no_identifiers_that_readers_look_up():
    assert not {'Any', 'Optional', 'Linear', 'Module', 'Graph'} & wordlists.LITERAL_NOISE
    assert 'test' not in wordlists.HEADS
    assert {'using', 'getting', 'configuring', 'omitting', 'how'} <= wordlists.HEADS


def test_section_words_are_identities():
    assert {'best practice', 'note', 'see also', 'table of content'} <= wordlists.SECTION_TITLES


FUNCTIONS = [
    wordlists.is_noise,
    lambda text: list(prose.identifiers(text)),
    lambda text: list(prose.acronyms(text)),
    lambda text: list(prose.expansions(text)),
    lambda text: phrases.heading_phrases(text, frozenset()),
    phrases.words,
    phrases.shared_phrases,
    lambda text: list(phrases.recurring_phrases(phrases.tokenize([text]), frozenset())),
    lambda text: list(phrases.proper_names([text])),
    lambda text: list(phrases.marked_phrases([text], {'a', 'A b'})),
    prose.is_address,
    prose.is_link_name,
]
PIECES = [
    '(', 'a', '_', 'aB', 'a(', '(A', 'AB ', 'AB,', 'AB/', '::', 'a.', '. ', ' ', 'AB (', 'DO NOT ',
    'A b (AB) ', 'a-', "a'", '…', '-', 'aB.', 'aB::', '\x00', '\ud800', 'The ',
    'Wheel cache ', 'how to ', 'a and ', 'A-1 ', '$A', '%A', 'x=', 'a(x=',
]  # fmt: skip


@pytest.mark.parametrize('piece', PIECES)
@pytest.mark.parametrize('function', FUNCTIONS)
def test_is_linear(function, piece):
    assert_linear(function, piece)


@given(st.text())
def test_never_raises(text):
    for function in FUNCTIONS:
        function(text)
