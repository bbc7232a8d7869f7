"""What every form of ours says, whatever it is about."""

from django import forms
from django.utils import translation

from web.service_form import ServiceForm


class TwoChoices(ServiceForm):
    one = forms.ChoiceField(choices=[("a", "A")])
    many = forms.MultipleChoiceField(choices=[("a", "A")])
    own = forms.ChoiceField(choices=[("a", "A")], error_messages={"invalid_choice": "Own words."})


def test_a_choice_that_is_gone_is_said_without_its_internal_value() -> None:
    """A rival acted first: what was offered a moment ago is not there any more."""
    form = TwoChoices({"one": "mx7", "many": ["a", "ex8"], "own": "px9"})
    with translation.override("en"):
        assert not form.is_valid()
        found = {name: list(said) for name, said in form.errors.items()}
    assert form.codes == {"invalid_choice"}
    gone = ["This choice is no longer available. Choose again."]
    assert found == {"one": gone, "many": gone, "own": ["Own words."]}
