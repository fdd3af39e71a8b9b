"""Reads XML into elements that know their lines: no entities, no document type, within limits."""

from __future__ import annotations

from typing import Any, Final, final

from dmcli.core.errors import Unreadable
from dmcli.decks.forms.words import folded

TEXT_LIMIT: Final = 512 * 1024
DEEPEST: Final = 40
MOST_ELEMENTS: Final = 10_000
MOST_ATTRIBUTES: Final = 50


@final
class Element:
    """One element, its names without prefix, capitals and signs."""

    def __init__(self, written: str, attributes: dict[str, str], line: int) -> None:
        self.written = written
        self.tag = _plain(written)
        self.written_attributes = attributes
        self.attributes = {_plain(key): value for key, value in attributes.items()}
        self.line = line
        self.children: list[Element] = []
        self.texts: list[str] = []

    @property
    def text(self) -> str:
        """The text that stands directly in it."""
        return "".join(self.texts).strip()


def read_xml(
    text: str, place: str, limit: int = TEXT_LIMIT, most_elements: int = MOST_ELEMENTS
) -> Element:
    """Read a whole document."""
    from xml.sax import SAXException, SAXParseException

    from defusedxml import sax
    from defusedxml.common import DefusedXmlException

    if len(text) > limit:
        raise Unreadable(f"{place}: is larger than a deck in XML can be ({limit // 1024} KB).")
    parser = sax.make_parser()
    builder = _builder(parser, place, most_elements)
    parser.forbid_dtd = True
    parser.setContentHandler(builder)
    try:
        parser.feed(text)
        parser.close()
    except DefusedXmlException:
        line = parser.getLineNumber()
        raise Unreadable(
            f"{place}:{line}: has a document type or entities, which no deck needs; remove them."
        ) from None
    except SAXParseException as error:
        line = error.getLineNumber() or 1
        raise Unreadable(f"{place}:{line}: is not XML: {error.getMessage()}.") from None
    except SAXException as error:
        raise Unreadable(f"{place}: is not XML: {error.getMessage()}.") from None
    root: Element = builder.root
    return root


def _plain(name: str) -> str:
    """An element's or an attribute's name without its prefix."""
    return folded(name.rpartition(":")[2])


def _builder(parser: Any, place: str, most_elements: int) -> Any:
    """A handler that builds the tree; the base class is only loaded where there is XML."""
    from xml.sax.handler import ContentHandler

    class Builder(ContentHandler):
        """Builds the tree, and stops where a document is no deck any more."""

        def __init__(self) -> None:
            super().__init__()
            self.root: Element | None = None
            self.open: list[Element] = []
            self.elements = 0

        def startElement(self, name: str, attrs: Any) -> None:
            self.elements += 1
            self.check(len(attrs))
            element = Element(name, dict(attrs.items()), self.line)
            if self.open:
                self.open[-1].children.append(element)
            else:
                self.root = element
            self.open.append(element)

        def endElement(self, name: str) -> None:
            self.open.pop()

        def characters(self, content: str) -> None:
            self.open[-1].texts.append(content)

        @property
        def line(self) -> int:
            """The line on which the parser is."""
            line: int = parser.getLineNumber() or 1
            return line

        def check(self, attributes: int) -> None:
            """Refuse what no deck has."""
            if len(self.open) >= DEEPEST:
                raise Unreadable(f"{place}:{self.line}: is nested more than {DEEPEST} deep.")
            if self.elements > most_elements:
                raise Unreadable(f"{place}:{self.line}: has more than {most_elements:,} elements.")
            if attributes > MOST_ATTRIBUTES:
                raise Unreadable(
                    f"{place}:{self.line}: has an element with {attributes:,} attributes."
                )

    return Builder()
