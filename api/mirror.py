"""Serializers that show a frozen dataclass: fields come from its type hints, not from a second list."""

from collections.abc import Sequence
from datetime import datetime
from types import NoneType, UnionType
from typing import Any, ClassVar, TypeVar, Union, get_args, get_origin, get_type_hints

from rest_framework import serializers

from core.errors import Impossible

Thing = TypeVar("Thing")
Field = serializers.Field[Any, Any, Any, Any]
PLAIN: dict[object, type[Field]] = {
    bool: serializers.BooleanField,
    int: serializers.IntegerField,
    str: serializers.CharField,
    datetime: serializers.DateTimeField,
}


class Mirror(serializers.Serializer[Thing]):
    """What `Mirror[SomeDataclass]` shows of it: the fields named in `shows`, in that order.

    A field that is declared as usual stays as declared: another name, words to choose from, another mirror.
    """

    of: ClassVar[type]
    shows: ClassVar[tuple[str, ...]]

    def __class_getitem__(cls, thing: type) -> type["Mirror[Thing]"]:
        """A mirror of that dataclass; DRF's own generics forget what they are of."""
        return type(cls.__name__, (cls,), {"of": thing, "__module__": cls.__module__})

    def get_fields(self) -> dict[str, Field]:
        """Those of the dataclass and those declared; what only a subclass declares comes last."""
        declared = super().get_fields()
        shown = {name: declared.get(name) or field_for(hint_of(self.of, name)) for name in self.shows}
        return {**shown, **declared}


def hint_of(thing: type, name: str) -> object:
    """The type of a field or a property; KeyError where the thing has neither."""
    made = getattr(thing, name, None)
    if isinstance(made, property) and made.fget:
        return get_type_hints(made.fget)["return"]
    return get_type_hints(thing)[name]


def field_for(hint: object) -> Field:
    """The field that shows values of a type; `Impossible` for types without one."""
    if get_origin(hint) in (Union, UnionType) and NoneType in get_args(hint):
        (inner,) = (part for part in get_args(hint) if part is not NoneType)
        return _field(inner, is_open=True)
    return _field(hint, is_open=False)


def _field(hint: object, *, is_open: bool) -> Field:
    if hint in PLAIN:
        return PLAIN[hint](allow_null=is_open)
    origin = get_origin(hint)
    if isinstance(origin, type) and issubclass(origin, Sequence) and not is_open:
        return serializers.ListField(child=field_for(get_args(hint)[0]))
    raise Impossible(f"no field shows {hint}")
