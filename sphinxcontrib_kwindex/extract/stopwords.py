"""Words that are no keywords by themselves.

None of these lists is asked about a name that a document defines: the docs of Python may well
define ``int``, and a glossary "note". The function words of the document's language come from
Sphinx's search and are given by the caller; ``FUNCTION_WORDS`` completes them for English, of
which older versions of Sphinx know but 33. Words of a template that many documents share are
not listed here: they are found by counting.
"""

from __future__ import annotations

import re
from typing import Final

from sphinxcontrib_kwindex.extract.names import identity


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _phrases(text: str) -> frozenset[str]:
    return frozenset(
        identity(' '.join(phrase.split()), defined=False) for phrase in text.split(',')
    )


#: Literals that say nothing of a page, as they are written: values, placeholders, keywords of
#: every program, and the names of built-in types, which readers look up nowhere but in the docs
#: of their language, where they are defined. ``Any`` or ``Optional`` are no noise: they are
#: imported, and so may be looked up.
LITERAL_NOISE: Final = _words("""
    true True TRUE false False FALSE none None NONE null Null NULL nullptr nil undefined NaN nan inf
    yes Yes no No on On off Off ok Ok OK n/a N/A default auto
    self cls this super args kwargs arg kwarg param params obj val var tmp temp res ret fn func cb
    foo Foo FOO bar Bar BAR baz Baz BAZ qux Qux quux corge foobar FooBar spam Spam eggs Eggs ham
    hello Hello world World lorem ipsum alice Alice bob Bob hello_world
    myapp mymodule mypackage myproject myclass MyClass myfunc my_app my_module my_package
    my_function yourapp yourmodule yourpackage yourproject example.com example.org example.net
    a b c d e f g h i j k l m n o p q r s t u v w x y z
    A B C D E F G H I J K L M N O P Q R S T U V W X Y Z x1 x2 y1 y2
    if elif else for while do in is not and or as return def class import from pass del new end
    int integer float double long short str string String bool boolean bytes char void byte complex
    number list dict tuple set frozenset object array any callable iterable sequence mapping
    unsigned size_t ssize_t int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t
    int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64
    """)

#: no letters, escapes, placeholders, hexadecimal and other numbers with their units, dates
_NO_NAME = re.compile(
    r"""
      \d{2,4}-\d\d[\d.:TZ+-]* |
      [\W\d_]* | \\.* | \{+[^{}]*\}+ | %\(\w*\)\w
    | 0[xXoObB][\da-fA-F_]+ | [-+]?\d[\d_.,]*(?:[eE][-+]?\d+|[^\W\d]{1,3}|%)?
    """,
    re.VERBOSE,
)


def is_noise(literal: str) -> bool:
    """Tell whether a literal, cleaned, names nothing unless it is defined."""
    return (
        not literal[1:]
        or literal in LITERAL_NOISE
        or literal in FUNCTION_WORDS
        or _NO_NAME.fullmatch(literal) is not None
    )


#: What Sphinx's lists leave out: pronouns, auxiliaries, conjunctions, adverbs of any text.
FUNCTION_WORDS: Final = _words("""
    a about above across actually after again against ahead all almost along already also although
    always am among an and another any anyone anything anyway are aren't around as aside at away be
    became because become been before behind being below beside besides between beyond both but by
    can can't cannot certain could couldn't currently despite did didn't do does doesn't doing
    don't done down due during each either else enough especially etc even eventually ever every
    everyone everything everywhere except few first following for former from further furthermore
    generally given had has have having he hence her here hers him his how however i if in indeed
    inside instead into is isn't it it's its itself just last later latter least less let let's
    like likely likewise many may maybe me meanwhile might mine more moreover most mostly much must
    my myself namely near nearly necessarily neither never nevertheless next no nobody none
    nonetheless nor normally not nothing now nowhere obviously of off often on once one ones only
    onto or other others otherwise ought our ours out outside over own per perhaps please possibly
    probably quite rather really regarding same second several shall she should shouldn't simply
    since so some someone something sometimes somewhat somewhere soon still such than that that's
    the their theirs them themselves then there there's thereby therefore these they they're this
    those though through throughout thus till to together too toward towards two typically under
    unless unlike until up upon us usually various versus very via was wasn't we we're well were
    what what's whatever when whenever where where's whereas wherever whether which whichever while
    who who's whoever whole whom whose why will with within without won't would wouldn't yes yet
    you you're your yours yourself yourselves able kind kinds thing things unable used uses
    using vs worth
    """)

#: Verbs that open a heading: they go, what is done to stays ("Configure the client"). They are
#: hardly ever nouns: no "test", no "build", no "log".
_VERBS: Final = _words("""
    achieve add adapt adjust allow apply arrange assign attach automate avoid become begin bring
    choose clean clear combine compare configure connect consider construct contribute convert
    create customise customize deal declare define delete deploy describe detect determine develop
    diagnose disable discover discuss distribute employ enable ensure enter evaluate examine
    exclude execute explain expose extend find follow generate get give go happen have ignore
    implement improve increase inspect install integrate introduce invoke keep know learn leave let
    locate maintain make manage manipulate modify obtain omit organise organize override perform
    pick prepare preserve prevent produce provide publish put reach receive recommend reduce refer
    remove rename replace reproduce require resolve restrict retrieve reuse reveal send serve solve
    specify submit suppress talk tell troubleshoot try tweak understand uninstall unpack use
    verify write
    """)
#: Verbs that are as often nouns go only if nothing else stands before a function word: "Set up
#: the project", but "Set operations".
_NOUNS_TOO: Final = _words("""
    access ask build bundle call change check collect compile control display download embed
    extract file fix handle help import include join launch limit load look mix move need offer
    open place read register release report request return run save select set share show start
    stop supply support switch take test turn update upgrade upload visit wait walk want work
    """)
_DOUBLING: Final = _words('begin get let omit put refer run set stop submit')
#: These gerunds name topics as well: "Testing tools", "Embedding layers".
TOPICS: Final = _words('embedding testing')


def _gerund(verb: str) -> str:
    stem = verb.removesuffix('e')
    return stem + stem[-1] * (verb in _DOUBLING) + 'ing'


GERUNDS: Final = frozenset(map(_gerund, _VERBS | _NOUNS_TOO))
#: what may not begin a phrase out of a heading
HEADS: Final = _VERBS | (GERUNDS - TOPICS) | {'how'}
#: what is no phrase by itself if more of the heading follows
LONE_HEADS: Final = HEADS | _NOUNS_TOO | TOPICS

#: Phrases, by their identity, that say what a section is for and not what it is about.
SECTION_WORDS: Final = _phrases("""
    about, abstract, acknowledgements, acknowledgments, advanced, advanced topics, advanced usage,
    api, api documentation, api reference, appendix, authors, background, basic example, basic
    usage, basics, best practices, brief, bugs, caution, caveats, changelog, changes, code example,
    common issues, common problems, common use cases, conclusion, contents, copyright, credits,
    danger, demo, description, details, discussion, documentation, example,
    example usage, exercises, faq,
    features, further reading, general, getting help, getting involved, getting started, goals,
    guide, hint, history, important, info, information, installation instructions, intro,
    introduction, issues, key concepts, known issues, limitations, links, misc, miscellaneous,
    motivation, next steps, note, notes on, outline, overview, part, preamble, preface,
    prerequisites, quick reference, quick start, quickstart, rationale, reference, related topics,
    release notes, remarks, requirements, resources, results, section, see, see also, setup, simple
    example, step, step by step, summary, synopsis, table of contents, tbd, tip, todo, topics,
    tutorial, usage, usage example, use case, user guide, warning, welcome, what's new
    """)

#: what a phrase out of a heading sheds: "Routing basics", "Additional options"
TRAILERS: Final = _words("""
    basics details example examples explained intro introduction overview summary tutorial usage
    """)
VAGUE: Final = _words("""
    additional common complete detailed different further important minimal new quick useful various
    """)

#: words glued to the end of another one where a line break was lost: ``TensorBoxfrom``
GLUED: Final = (
    'because', 'could', 'from', 'import', 'should', 'that', 'these', 'this', 'those', 'using',
    'when', 'which', 'while', 'with', 'would',
)  # fmt: skip

#: Verbs of any text that are no nouns as well; no term goes over one of their forms.
_ACTS: Final = _words("""
    accept affect aim appear apply approach behave belong bring care cause come concern contain
    correspond cover decide depend differ do encourage exist expect fail fall feel find fit get give
    go happen hope indicate involve know lead let lie live make matter mean mention meet note notice
    occur pass perform prefer print raise reach recognize remain represent require return say see
    seem send serve share suggest suit suppose take tell tend think throw treat trigger try turn
    wait want wish work allow add apply
    """)


def _forms(verb: str) -> set[str]:
    stem = verb.removesuffix('e')
    third = verb[:-1] + 'ies' if verb.endswith('y') and verb[-2] not in 'aeou' else verb + 's'
    return {_gerund(verb), stem + 'ed', third, verb + 'es' * verb.endswith(('sh', 'ch', 'ss', 'x'))}


#: what has been done to something is no name of it: "moved"
PARTICIPLES: Final = frozenset(verb.removesuffix('e') + 'ed' for verb in _NOUNS_TOO)
#: forms of verbs, and what stands around verbs, that no term goes over
ACTS: Final = (
    _VERBS
    | (_ACTS - _NOUNS_TOO)
    | frozenset(form for verb in _VERBS | _ACTS for form in _forms(verb))
    | _words("""
    using based called caused chosen done fixed found gave given gone got going held instead kept
    known left looked looking made meant met needed needs opened opens put puts run said saw seen
    sent set shown started starting stays stood taken thought told took tried tries used uses using
    wants went works written wrote wants follows trying started calls called returns returned passed
    passes raised raises sets got getting let lets makes making means thanks sure aware ready
    free up-to-date please vice versa hand instance order reason sense sake
    """)
)
#: What fits any noun, and so makes no term of it.
ANY_FIRST: Final = VAGUE | _words("""
    actual appropriate arbitrary available bad basic best better big bit brief careful clear close
    complex convenient correct corresponding couple current desired difficult direct easier easiest
    easy entire exact existing extra fairly familiar famous final fine following full fun future
    good great greater handy hard helpful high higher huge ideal immediate individual initial
    interested interesting kind large larger little long longer lot low lower main major multiple
    necessary next nice non-trivial normal obvious old older only original particular past perfect
    popular possible potential powerful preferred present previous proper purpose real reasonable
    recent recommended regular related relevant remaining required resulting right same separate
    short similar simple simpler simplest single slight small smaller special specific specified
    straightforward strong subsequent sufficient suitable time total true typical unique unnecessary
    unusual usual valid whole wide wrong example note way
    """)
ANY_LAST: Final = VAGUE | ANY_FIRST - {'time'} | _words("""
    advantage amount approach area aspect benefit bit care case chance choice circumstance
    combination day detail difference end example fact form goal idea issue job list look lot
    manner matter means moment need note number occasion one part people person piece place point
    problem purpose question range reason result rest section sense side situation step stuff
    thing time tip title topic way ways word year cases details examples issues points problems
    things times parts places steps people lots reasons results numbers bits
    """)

#: Nouns of any text about software: by themselves they tell no text from another one.
GENERIC: Final = ANY_LAST | _words("""
    action address answer app application argument array attribute base behavior behaviour block
    body box bug button call change character check class client code collection column command
    comment component computer condition content context control copy count creation data default
    definition dependency description design developer development device dictionary directory
    document effect element entry environment error event exception execution explanation expression
    extension factor feature field figure file flag folder form format function group handler header
    help hook id identifier image implementation index information input installation instance
    instruction integer interface item key keyword label language layer length letter level library
    limit line link literal load location log loop machine map mapping member memory message method
    mode model module name network node object operation operator option order output package page
    pair parameter parent path pattern phase platform plugin pointer policy port position
    process processing product program programmer project property protocol record reference release
    report request resource response return root row rule run runtime scope screen script sequence
    server service session set setting shape size slot software source space specification standard
    start state statement status storage store string structure style subclass support syntax system
    table tag target task team term test text tool tree type unit update usage use user value
    variable version view warning web window word work
    """)
