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
    """A field of a `Mirror` with its description; its type is that of the dataclass's field of this name."""

    def __init__(self, text: str, example: object = None) -> None:
        super().__init__(**doc(text, example))


class Mirror(serializers.Serializer[Thing]):
    """Serializer of a frozen dataclass, as `Mirror[SomeDataclass]`: it names and describes what is shown.

    A field that needs more than its type is declared as usual: another name, an enumeration, another mirror.
    """

    of: ClassVar[type]

    def __class_getitem__(cls, thing: type) -> type["Mirror[Thing]"]:
        """Return a mirror of that dataclass; DRF's own generics forget their type."""
        return type(cls.__name__, (cls,), {"of": thing, "__module__": cls.__module__})

    def __init_subclass__(cls) -> None:
        """Give each `MirrorField` its type."""
        super().__init_subclass__()
        for name, field in cls._declared_fields.items():
            if isinstance(field, MirrorField):
                cls._declared_fields[name] = _typed(field, hint_of(cls.of, name))


def _typed(field: MirrorField, hint: object) -> Field:
    """Return the serializer field of a mirrored attribute with this type hint."""
    return field_for(hint, help_text=field.help_text, style=field.style)


def hint_of(thing: type, name: str) -> object:
    """Return the type of a field or a property; KeyError if the dataclass has neither."""
    made = getattr(thing, name, None)
    if isinstance(made, property) and made.fget:
        return get_type_hints(made.fget)["return"]
    return get_type_hints(thing)[name]


def field_for(hint: object, **options: Any) -> Field:
    """Return the field that shows values of a type; `Impossible` for types without one."""
    if get_origin(hint) in (Union, UnionType) and NoneType in get_args(hint):
        (inner,) = (part for part in get_args(hint) if part is not NoneType)
        return _field(inner, is_open=True, **options)
    return _field(hint, is_open=False, **options)


def _field(hint: object, *, is_open: bool, **options: Any) -> Field:
    if hint in PLAIN:
        return PLAIN[hint](allow_null=is_open, **options)
    origin = get_origin(hint)
    if isinstance(origin, type) and issubclass(origin, Sequence) and not is_open:
        return serializers.ListField(child=field_for(get_args(hint)[0]), **options)
    raise Impossible(f"no field shows {hint}")
