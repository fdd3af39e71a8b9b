"""The rules language: one line an ability ⇄ a tree of frozen nodes; two printers."""

from dmcli.lang.english import english
from dmcli.lang.errors import RulesError
from dmcli.lang.line import line
from dmcli.lang.parser import parse

FORMAT = 2
"""Counts up when nodes change, so that caches of trees are made anew."""

__all__ = ["FORMAT", "RulesError", "english", "line", "parse"]
