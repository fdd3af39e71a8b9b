"""How deck lists are written: the forms, each with its reader and its writer."""

from dmcli.decks.forms.registry import FORMS, Form, form_named, form_of, sniffed

__all__ = ["FORMS", "Form", "form_named", "form_of", "sniffed"]
