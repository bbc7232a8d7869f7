"""A tournament's webhooks: the addresses to which its events are sent, and the log of it (ADR 0127)."""

from collections.abc import Mapping

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Scope
from api.base_view import TournamentApiView, WriteRequest
from api.field_docs import MOMENT, doc, example_body
from api.serialization import JSONObject, parse_body, serialize, serialize_all
from api.strict import StrictFields, Text
from tournaments.models import DeliveryState, Tournament, WebhookDelivery, WebhookEndpoint
from tournaments.webhooks.deliveries import KINDS, log_of, send_again
from tournaments.webhooks.endpoints import add_endpoint, endpoints_of, find_endpoint, remove_endpoint
from tournaments.webhooks.signing import secret_of
from tournaments.webhooks.transport import MAX_URL

NUMBER = doc("What names the webhook in addresses.", 12)
URL = doc(
    "Where events are sent: https, and no address of a private network.", "https://hooks.example.org/chama"
)


class WebhookInSerializer(StrictFields):
    """The address of a new webhook."""

    url = Text(max_length=MAX_URL, **URL)


class WebhookSerializer(serializers.Serializer[WebhookEndpoint]):
    """A webhook without its secret."""

    number = serializers.IntegerField(source="pk", **NUMBER)
    url = serializers.CharField(**URL)
    added_at = serializers.DateTimeField(source="at", **doc("When it was added.", MOMENT))


class WebhookSecretSerializer(serializers.Serializer[Mapping[str, str]]):
    """The secret of a webhook, with which its receiver verifies signatures."""

    secret = serializers.CharField(
        **doc("Verifies signatures, as in Standard Webhooks.", "whsec_QUJDREVGR0g=")
    )


class WebhookDeliverySerializer(serializers.Serializer[WebhookDelivery]):
    """A delivery: one event that was sent to one webhook, or waits to be sent."""

    number = serializers.IntegerField(source="pk", **doc("What names the delivery in addresses.", 71))
    webhook = serializers.IntegerField(source="endpoint_id", **NUMBER)
    id = serializers.CharField(
        source="message", **doc("The header `webhook-id` of all its attempts.", "msg_k7m2qxk7m2qxk7m2qx")
    )
    event = serializers.ChoiceField(
        source="kind", choices=sorted(KINDS), **doc("The kind of event.", "sheet.recorded")
    )
    state = serializers.ChoiceField(
        choices=DeliveryState.values, **doc("Whether it waits, arrived, or failed for good.", "sent")
    )
    attempts = serializers.IntegerField(**doc("How often it was tried since it last began to wait.", 1))
    tried_at = serializers.DateTimeField(
        allow_null=True, **doc("When it was last tried; null before that.", MOMENT)
    )
    response_status = serializers.IntegerField(
        source="status",
        allow_null=True,
        **doc("The status of the receiver's latest answer; null without one.", 204),
    )
    error = serializers.CharField(
        allow_blank=True, **doc("Why there was no answer; empty if there was one.", "webhook_timeout")
    )


class WebhooksApiView(TournamentApiView):
    """Routes to list the webhooks of a tournament and to add one."""

    reads = Scope.ORGANIZE
    rights = {"POST": "manage"}

    @extend_schema(operation_id="list_webhooks", responses=WebhookSerializer(many=True))
    def get(self, request: Request, slug: str) -> HttpResponse:
        """List the webhooks of a tournament: addresses to which its events are sent. For organizers."""

        def list_webhooks(tournament: Tournament) -> list[JSONObject]:
            return serialize_all(WebhookSerializer, endpoints_of(tournament))

        return self.show(list_webhooks, need="manage", is_all_recorded=False)

    @extend_schema(
        operation_id="add_webhook",
        request=WebhookInSerializer,
        responses={201: WebhookSerializer},
        examples=example_body({"url": "https://hooks.example.org/chama"}),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Add a webhook: what happens from now on is sent to this address.

        Its secret has a route of its own, since answers are stored for a while for retries. 422
        `webhook_url`, `webhook_known`, `webhook_simulated`, `too_many_webhooks`.
        """
        url = parse_body(WebhookInSerializer, request)["url"]

        def add_and_show_webhook(tournament: Tournament, write: WriteRequest) -> JSONObject:
            endpoint, _secret = add_endpoint(tournament, url=url, by=write.actor, now=write.now)
            return dict(serialize(WebhookSerializer, endpoint))

        return self.act_on_tournament(add_and_show_webhook, status=201)


class OneWebhookApiView(TournamentApiView):
    """Route to remove a webhook."""

    rights = {"DELETE": "manage"}

    @extend_schema(operation_id="remove_webhook", request=None, responses={204: None})
    def delete(self, request: Request, slug: str, number: int) -> Response:
        """Remove a webhook with its log; what waits to be sent to it is dropped."""

        def remove_webhook_by_number(tournament: Tournament, write: WriteRequest) -> None:
            remove_endpoint(tournament, number=number, by=write.actor, now=write.now)

        return self.act_on_tournament(remove_webhook_by_number, status=204)


class WebhookSecretApiView(TournamentApiView):
    """Route to read the secret of one webhook."""

    reads = Scope.ORGANIZE

    @extend_schema(operation_id="retrieve_webhook_secret", responses=WebhookSecretSerializer)
    def get(self, request: Request, slug: str, number: int) -> HttpResponse:
        """Read the secret with which the signatures of a webhook are verified. For organizers."""

        def show_secret(tournament: Tournament) -> JSONObject:
            return {"secret": secret_of(find_endpoint(tournament, number).seed)}

        return self.show(show_secret, need="manage", is_all_recorded=False)


class WebhookDeliveriesApiView(TournamentApiView):
    """Route to list the latest deliveries."""

    reads = Scope.ORGANIZE

    @extend_schema(operation_id="list_webhook_deliveries", responses=WebhookDeliverySerializer(many=True))
    def get(self, request: Request, slug: str) -> HttpResponse:
        """List the latest hundred deliveries to all webhooks, newest first. For organizers."""

        def list_deliveries(tournament: Tournament) -> list[JSONObject]:
            return serialize_all(WebhookDeliverySerializer, log_of(tournament))

        return self.show(list_deliveries, need="manage", is_all_recorded=False)


class DeliveryAgainApiView(TournamentApiView):
    """Route to send a delivery again."""

    rights = {"POST": "manage"}

    @extend_schema(operation_id="send_webhook_again", request=None, responses={204: None})
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Send a delivery again, with the same id; 409 `webhook_waits` if it still waits."""

        def requeue_delivery(tournament: Tournament, write: WriteRequest) -> None:
            send_again(tournament, number=number, by=write.actor, now=write.now)

        return self.act_on_tournament(requeue_delivery, status=204)
