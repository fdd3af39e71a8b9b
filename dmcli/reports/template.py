"""Pages from templates: everything that is put into one is escaped."""

from __future__ import annotations

from typing import NamedTuple

import jinja2


class Head(NamedTuple):
    """The head of a column on a page."""

    text: str
    number: bool


class Cell(NamedTuple):
    """A cell on a page; what proves little is faint."""

    text: str
    number: bool
    faint: bool = False


def render(template: str, **values: object) -> str:
    """Fill a template of this folder; a value that is missing is an error."""
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("dmcli.reports", "."),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    return environment.get_template(template).render(**values)
