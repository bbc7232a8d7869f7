"""Who calls, what is offered, what is held back."""

from typing import Any

from rest_framework import serializers

from api.strict import Flag, Strict, Text


class CallOfferSerializer(serializers.Serializer[Any]):
    """The match that is to be called next, and the free table for it."""

    match = serializers.CharField()
    table = serializers.CharField()


class CallingShownSerializer(serializers.Serializer[Any]):
    """How matches come to tables."""

    by_hand = serializers.BooleanField()
    offers = CallOfferSerializer(many=True)
    held = serializers.ListField(child=serializers.CharField())


class CallingInSerializer(Strict):
    """Whether people call from now on."""

    by_hand = Flag()


class SeparateInSerializer(Strict):
    """A person (code) of the match for whom it waits."""

    person = Text(max_length=12)


class SwapInSerializer(Strict):
    """The match whose table is wanted."""

    match = Text(max_length=12)
