"""Serializers of frozen dataclasses: the types of their fields come from type hints."""

from collections.abc import Sequence
from datetime import datetime
from types import NoneType, UnionType
from typing import Any, ClassVar, TypeVar, Union, get_args, get_origin, get_type_hints

from rest_framework import serializers

from api.field_docs import doc
from core.errors import Impossible

Thing = TypeVar("Thing")
Field = serializers.Field[Any, Any, Any, Any]
PLAIN: dict[object, type[Field]] = {
    bool: serializers.BooleanField,
    int: serializers.IntegerField,
    str: serializers.CharField,
    datetime: serializers.DateTimeField,
}


class MirrorField(serializers.Field[Any, Any, Any, Any]):
    """A placeholder in a `Mirror`: description and example of a dataclass's field or property of this name.

    `Mirror` replaces it by a serializer field of the type that the dataclass's hint names.
    """

    def __init__(self, text: str, example: object = None) -> None:
        super().__init__(**doc(text, example))


class Mirror(serializers.Serializer[Thing]):
    """Serializer of a frozen dataclass, as `Mirror[SomeDataclass]`: it names and describes what is shown.

    A field that needs more than its type is declared as usual: another name, an enumeration, another mirror.
    """

    of: ClassVar[type]

    def __class_getitem__(cls, thing: type) -> type["Mirror[Thing]"]:
        """Return a new base class for serializers of that dataclass, which it holds as `of`."""
        return type(cls.__name__, (cls,), {"of": thing, "__module__": cls.__module__})

    def __init_subclass__(cls) -> None:
        """Replace each `MirrorField` by one of its attribute's type. Raise as `hint_of` and `field_for`."""
        super().__init_subclass__()
        for name, field in cls._declared_fields.items():
            if isinstance(field, MirrorField):
                hint = hint_of(cls.of, name)
                cls._declared_fields[name] = field_for(hint, help_text=field.help_text, style=field.style)


def hint_of(thing: type, name: str) -> object:
    """Return the type hint of a field or property of a dataclass; KeyError if it has none of this name."""
    made = getattr(thing, name, None)
    if isinstance(made, property) and made.fget:
        return get_type_hints(made.fget)["return"]
    return get_type_hints(thing)[name]


def field_for(hint: object, **options: Any) -> Field:
    """Return the serializer field for values of a type hint; null is allowed for `… | None`.

    `bool`, `int`, `str`, `datetime` have one, and sequences of these that are not nullable. Raise
    `Impossible` for any other type.
    """
    if get_origin(hint) in (Union, UnionType) and NoneType in get_args(hint):
        (inner,) = (part for part in get_args(hint) if part is not NoneType)
        return _field(inner, is_nullable=True, **options)
    return _field(hint, is_nullable=False, **options)


def _field(hint: object, *, is_nullable: bool, **options: Any) -> Field:
    """Return the serializer field for a type that is no `… | None`. Raise `Impossible` as `field_for`.

    Sequences have a field only if they are not nullable.
    """
    if hint in PLAIN:
        return PLAIN[hint](allow_null=is_nullable, **options)
    origin = get_origin(hint)
    if isinstance(origin, type) and issubclass(origin, Sequence) and not is_nullable:
        return serializers.ListField(child=field_for(get_args(hint)[0]), **options)
    raise Impossible(f"no field shows {hint}")
