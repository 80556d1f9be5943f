"""Sentences that say what a name is: the patterns of English for definitions.

A sentence that begins with the name says what it is or does. One that follows a heading, a cell or
a dash may leave out its subject, but must not have another one.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.extract.names import clean, last_component
from sphinxcontrib_kwindex.extract.prose.sentences import first_sentence
from sphinxcontrib_kwindex.extract.prose.wordlists import LONE_HEADS, VERB_FORMS
from sphinxcontrib_kwindex.model import Kind

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

#: nouns that say what kind of thing a name is, if they tell it: "The build command"
KINDS: Final = {
    'attribute': Kind.ATTRIBUTE,
    'class': Kind.CLASS,
    'command': Kind.COMMAND,
    'component': Kind.CLASS,
    'constant': Kind.CONSTANT,
    'crate': Kind.MODULE,
    'decorator': Kind.FUNCTION,
    'directive': Kind.DIRECTIVE,
    'directory': Kind.FILE,
    'enum': Kind.ENUM,
    'environment variable': Kind.ENVIRONMENT_VARIABLE,
    'exception': Kind.CLASS,
    'field': Kind.ATTRIBUTE,
    'file': Kind.FILE,
    'flag': Kind.OPTION,
    'folder': Kind.FILE,
    'function': Kind.FUNCTION,
    'interface': Kind.CLASS,
    'library': Kind.MODULE,
    'macro': Kind.MACRO,
    'method': Kind.METHOD,
    'module': Kind.MODULE,
    'namespace': Kind.NAMESPACE,
    'object': None,
    'option': Kind.OPTION,
    'package': Kind.MODULE,
    'parameter': None,
    'property': Kind.ATTRIBUTE,
    'role': Kind.ROLE,
    'section': None,
    'setting': Kind.SETTING,
    'statement': None,
    'struct': Kind.CLASS,
    'subcommand': Kind.COMMAND,
    'trait': Kind.CLASS,
    'type': Kind.TYPE,
    'union': Kind.CLASS,
    'variable': Kind.VARIABLE,
}
NOUN = '|'.join(sorted(KINDS, key=len, reverse=True))
#: "This method returns …"
THIS_THING: Final = re.compile(rf'this (?:{NOUN}) ', re.IGNORECASE)
SENTENCE_END: Final = re.compile(r'(?<=[\w)\]`\'"’”][.!?])\s+(?=[A-Z`"“*])')
ARTICLE: Final = re.compile(r'^(?:an?|the)\s+', re.IGNORECASE)
#: "A fixture is …", "**Fixtures** (also *set-ups*) are …": what may stand around the name
_BEFORE: Final = re.compile(r'(?:(?:an?|the)\s+)?["“‘\'*]*', re.IGNORECASE)
_AFTER: Final = re.compile(r'(?:e?s)?["”’\'*]*(?:\s*\([^()]{0,60}\))?,?\s+', re.IGNORECASE)
#: says what something is: "is a …", "are objects that …", "means …"
_IS: Final = re.compile(
    r"""(?:
        (?:is|are)\s(?:\w+ly\s)?(?:
            (?:an?|the|one|any|another|for|what|how|where|like|similar\sto|short\w*\s(?:for|of))\b
          | (?:used|designed|intended|meant|responsible)\s(?:to|for|by|as|when)\b
          | \S+['’]s\b
        )
      | can\sbe\sused\b
      | (?:means?|refers?\sto|denotes?|stands?\sfor|consists?\sof)\b(?!\sthat\b)
    )\s+\S
    | are\s(?!(?:al\w+|available|no\w*|only|still)\s)(?:[\w-]+\s){0,2}[\w-]+s\b""",
    re.VERBOSE,
)
#: says what something does, if it begins with a verb: "groups the …"
_DOES: Final = re.compile(r'([a-z]+)\s+(?!like\b|that\b)(\S+)\s+\S')
_NO_DEFINING_VERBS: Final = frozenset(
    str.split('fail fails happens has have knows need needs require requires thanks work works')
)
_DETERMINERS: Final = frozenset(str.split('a all an any each how its one the what which your'))
#: verbs before which a sentence has its subject, and words that begin a clause with another one
_THIS: Final = frozenset({'it', 'this', *KINDS})
_FINITE: Final = frozenset(
    str.split('are can could did do does had has have is may might must should was were will would')
)
_CLAUSES: Final = frozenset(
    str.split("""
    after as at because before by for from how if in of on per that to until when where whether
    which while who whose with
    """)
)
#: how sentences begin that lead to a topic, or speak of the text or of a part of it only
_NO_DEFINITION: Final = re.compile(
    r"""(?:
        according\sto|although|as|assuming|because|besides|but|corresponding|finally|first|for\sexample|here
      | avoid|has|have|however
      | do(?:n['’]t|\snot)\s(?:add|be|call|change|confuse|declare|do|edit|forget|have|let|modify
            |need|pass|put|rely|remove|run|set|try|use|want|worry|write)
      | if\s(?:omitted|unset|(?:it|this)\s(?:is|was)\snot)
      | in\s(?:general|many|most|other|some)|instead|never|now|please|see|since|so|sometimes|suppose
      | conceptually|generally|normally|often|then|typically|usually
      | there|these|they|those|though|to|we|while|with|you|your
      | (?-i:I)(?:['’]\w+)?\s|if\s(?:i|we|you|your|there|not)|in\s(?:addition|this)|it['’]s
      | (?:are|can|is|was|were)\s(?:also|no|not|now|only)|consider\s(?:an?|the|this)
      | fixed\s(?:an?|bugs?|in|issue|the)|let(?:['’]?s|\sus)|make\ssure
      | n/a|next,|note(?::|\sthat)|once\s(?:the|this|you)|starting\s(?:from|in|with)
      | (?:the\s)?same\sas\sabove
      | the\s(?:above|below|code|example|following|output|previous)|use\sthese
      | valid\svalues?|default\svalues?
      | this\s(?:(?:article|chapter|document\w*|example|guide|list|page|part|recipe|release|section
            |table|time|tutorial|version|way|can|could|has|may|means|should|was|will|would)\b
            |is\s(?!an?\b|the\b))
    )\b
    |(?!if\b|until\b|wh)(?:the\s|this\s)?\S+(?:\s\S+)?\s(?:      # states, and changes
        (?:is|are)\s(?:deprecated|no\slonger|only\spartially)|recently\s
     )\b
    |(?:(?!(?:after|if|once|that|until|wh\w+)\b)[^\s,]+\s){1,14}  # "Support for it has been …"
     has\sbeen\s(?:deprecated|moved|removed|renamed|replaced|stabilized)\b
    |\W*<|\{\{
    |use\s\S+\sinstead\b|[^,.]*,\s(?:(?-i:I)|let['’]s|we|you)\b  # "When it runs, you can …"
    |.*\bthe\sfollowing\b(?!.*\.$)|.*(?:\?|\b(?:and|are|as|by|includes?|is|of|or|the))$
    # no word in small letters
    |(?!.*(?:^|[\s(])\w?(?!(?:and|or)\b)(?-i:[^\W\dA-Z_]){2,}(?:[\s.,;:)!?…。、，]|$))""",
    re.IGNORECASE | re.VERBOSE,
)
#: remarks and properties that may stand before a definition: "Note: …", "(optional)", "Default 3."
_REMARK: Final = re.compile(
    r"""(?:
        \([^()]*\)\.?
      | (?:
          (?:attention|availability|caution|defaults?|deprecated|examples?|hint|important|note|optional
            |platforms?|read[- ]only|required|since|status|tip|todo|types?|warning)
            (?=[\s:,.(]*(?:$|[:.,(\d]|(?:in|is|since|to|value)\b))
        | see(?:\salso)?\b | (?:added|available|changed|introduced|new|removed)\s(?:in|on|since)\b
        )
        (?:[^.]|\.(?=[^\s)\]"'”]))*\.?
    )\s*""",
    re.IGNORECASE | re.VERBOSE,
)
#: what begins with a qualified name or a path says something of that: "os.path does …"
_OF_A_NAME: Final = re.compile(r'\W*\w+[._/]\w')


def accepted(sentence: str, names: Iterable[str] = ()) -> str:
    """Return a sentence, or nothing if it does not say what one of some names, casefolded, is."""
    plain = sentence.lstrip('@"“*').casefold()
    is_of_another = _OF_A_NAME.match(sentence) and not plain.startswith(tuple(names))
    return '' if is_of_another or _NO_DEFINITION.match(sentence) else sentence


def without_remarks(text: str) -> str:
    """Return a text without the remarks and properties at its beginning."""
    while (match := _REMARK.match(text)) and match[0]:
        text = text[match.end() :]
    return text


def sentences_of(text: str) -> list[str]:
    """Return the sentences of a paragraph, each as plain text."""
    return [first_sentence(sentence) for sentence in SENTENCE_END.split(text)]


def defines(sentence: str, phrase: str) -> bool:
    """Check whether a sentence says what a phrase is."""
    return says_what(sentence, phrase, does=True)


def says_what(sentence: str, phrase: str, *, does: bool) -> bool:
    """Check whether a sentence begins with a phrase, and says what it is, or also what it does."""
    start = _BEFORE.match(sentence)
    rest = sentence[start.end() if start else 0 :]
    stem = phrase.casefold().removesuffix('s')
    after = _AFTER.match(rest, len(stem)) if rest.casefold().startswith(stem) else None
    if after is None:
        return False
    predicate = rest[after.end() :]
    is_plural = phrase[-1:] in 'sS'
    return bool(_IS.match(predicate)) or (does and _says_what_it_does(predicate, plural=is_plural))


def _says_what_it_does(predicate: str, *, plural: bool) -> bool:
    """Check whether a predicate begins with a verb; a word that may be a noun needs an object."""
    match = _DOES.match(predicate)
    if match is None or match[1] in _NO_DEFINING_VERBS or not (plural or match[1].endswith('s')):
        return False
    is_verb = match[1] in VERB_FORMS and not match[1].endswith(('ed', 'ing'))
    return is_verb or (match[1][-1:] == 's' and match[2] in _DETERMINERS)


def begins_with(sentence: str, names: Sequence[str]) -> bool:
    """Check whether a sentence begins with all of some names: "min(v) and max(v) return …"."""
    words = ARTICLE.sub('', re.sub(r'\([^()]*\)', '', sentence), count=1).split()
    first = {word.strip(',`') for word in words[: 2 * len(names)]}
    return first.issuperset(map(clean, names))


def has_other_subject(sentence: str, name: str) -> bool:
    """Check whether a sentence has a subject without a name: "Vite supports …" of TypeScript."""
    subject: list[str] = []
    words = [word.strip('.,:;()"') for word in sentence.casefold().split()]
    for plain, following in pairwise([*words, '']):
        if plain in _CLAUSES or (not subject and (plain in VERB_FORMS or plain in _THIS)):
            return False
        is_verb = plain in VERB_FORMS or (  # "Vite supports …", but not "All supports of …"
            len(subject) == 1 and plain[:-1] in LONE_HEADS and following not in _CLAUSES
        )
        # "SD cards support access"
        is_plural = bool(subject) and subject[-1].endswith('s') and plain in LONE_HEADS
        is_verb = (is_verb and plain.endswith('s')) or (is_plural and following not in _CLAUSES)
        if plain in _FINITE or is_verb:
            return last_component(name).casefold().removesuffix('s') not in ' '.join(subject)
        subject.append(plain)
    return False
