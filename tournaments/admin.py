"""Tournaments and their staff in the administration: read-only, except for what only an administrator may do.

Everything else is changed on the tournament's own pages and recorded.
"""

from collections.abc import Callable
from contextlib import suppress
from functools import partial

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core.admin import ReadOnlyAdmin
from core.errors import Refused, Stale, Violation
from tournaments.endings import put_back, replace_organizer, take_down
from tournaments.messages import text_for_violation
from tournaments.models import DeliveryState, Role, Staff, Tournament, WebhookDelivery
from tournaments.setup.acceptance import accept_tournament
from tournaments.webhooks.deliveries import enqueue_again


@admin.register(Staff)
class StaffAdmin(ReadOnlyAdmin):
    """Roles of people in tournaments."""

    list_display = ["person", "role", "tournament"]
    list_select_related = ["tournament", "persona__player__user"]
    list_filter = ["role"]
    search_fields = [
        "persona__player__name", "persona__player__code", "persona__player__user__username",
        "persona__code", "tournament__title",
    ]  # fmt: skip

    @admin.display(description=_("person"), ordering="persona__player__name")
    def person(self, staff: Staff) -> str:
        """Return the name, with the account if there is one."""
        player = staff.persona.player
        return f"{player.name} ({player.user})" if player.user else player.name


@admin.register(Tournament)
class TournamentAdmin(ReadOnlyAdmin):
    """Tournaments, read-only; actions take pages down, accept tournaments and replace organizers."""

    list_display = [
        "title", "state", "created_by", "created_at", "finished_at", "archived_at", "taken_down_at",
        "unaccepted_since", "simulated",
    ]  # fmt: skip
    list_filter = [("unaccepted_since", admin.EmptyFieldListFilter), "state", "game", "year", "simulated"]
    list_select_related = ["created_by"]
    search_fields = [
        "title",
        "slug",
        "staff__persona__player__name",
        "staff__persona__player__user__username",
    ]
    actions = ["accept", "take_down", "put_back", "replace_organizer"]

    def has_decide_permission(self, request: HttpRequest) -> bool:
        """Return whether the user may change tournaments; viewing is not enough."""
        return request.user.has_perm("tournaments.change_tournament")

    @admin.action(description=_("Accept waiting tournaments: show them to everyone"), permissions=["decide"])
    def accept(self, request: HttpRequest, chosen: QuerySet[Tournament]) -> None:
        """Accept the chosen tournaments."""
        by = request.user.get_username()
        for tournament in chosen:
            work = partial(accept_tournament, tournament, by=by, now=timezone.now())
            self._run_and_log(request, tournament, work, "accepted")

    @admin.action(description=_("Take the pages down"), permissions=["decide"])
    def take_down(self, request: HttpRequest, chosen: QuerySet[Tournament]) -> HttpResponse | None:
        """Ask for a reason, then hide the tournaments from all but their staff."""
        if "reason" not in request.POST:
            return self._render_question(request, chosen, "take_down", _("Take the pages down"))
        reason = request.POST["reason"]
        for tournament in chosen:
            work = partial(take_down, tournament, reason=reason, now=timezone.now())
            self._run_and_log(request, tournament, work, f"pages taken down: {reason}")
        return None

    @admin.action(description=_("Put the pages back"), permissions=["decide"])
    def put_back(self, request: HttpRequest, chosen: QuerySet[Tournament]) -> None:
        """Make the tournaments public again; those that are not taken down are left out."""
        for tournament in chosen.exclude(taken_down_at=None):
            put_back(tournament, now=timezone.now())
            self.log_change(request, tournament, "pages put back")
        self.message_user(request, _("Everyone sees them again."), messages.SUCCESS)

    @admin.action(description=_("Replace an organizer who left"), permissions=["decide"])
    def replace_organizer(self, request: HttpRequest, chosen: QuerySet[Tournament]) -> HttpResponse | None:
        """Ask for the two organizers and the reason, then replace one; of exactly one chosen tournament."""
        if chosen.count() != 1:
            self.message_user(request, _("Choose exactly one tournament."), messages.WARNING)
            return None
        tournament = chosen.get()
        if "username" not in request.POST:
            organizers = Staff.objects.filter(tournament=tournament, role=Role.ORGANIZER)
            more = {"organizers": organizers.select_related("persona__player__user")}
            return self._render_question(
                request, chosen, "replace_organizer", _("Replace an organizer who left"), **more
            )
        leaving, coming, reason = (request.POST.get(key, "") for key in ("leaving", "username", "reason"))

        def work() -> Staff:
            return replace_organizer(
                tournament, leaving=leaving, username=coming, reason=reason, now=timezone.now()
            )

        self._run_and_log(
            request, tournament, work, f"organizer {leaving or '–'} replaced by {coming}: {reason}"
        )
        return None

    def _render_question(
        self, request: HttpRequest, chosen: QuerySet[Tournament], action: str, title: object, **more: object
    ) -> HttpResponse:
        shown = {**self.admin_site.each_context(request), "tournaments": chosen, "action": action}
        return render(request, "admin/decide_tournament.html", {**shown, "title": title, **more})

    def _run_and_log(
        self, request: HttpRequest, tournament: Tournament, work: Callable[[], object], said: str
    ) -> None:
        """Run the action and log `said`, or show its refusals as messages."""
        try:
            work()
        except Refused as refused:
            for violation in refused.violations:
                self.message_user(request, f"{tournament}: {text_for_violation(violation)}", messages.ERROR)
        except Stale as stale:
            told = text_for_violation(Violation(stale.code, stale.facts))
            self.message_user(request, f"{tournament}: {told}", messages.ERROR)
        else:
            self.log_change(request, tournament, said)
            self.message_user(request, _("Done: %(title)s") % {"title": tournament}, messages.SUCCESS)


@admin.register(WebhookDelivery)
class WebhookDeliveryAdmin(ReadOnlyAdmin):
    """What webhooks were sent, to the site's endpoints and to those of organizers; it can be sent again."""

    list_display = ["kind", "tournament", "url", "at", "state", "attempts", "status", "error"]
    list_filter = ["state", "endpoint__is_site", "kind"]
    list_select_related = ["endpoint__tournament"]
    search_fields = ["endpoint__tournament__title", "=endpoint__tournament__slug", "=message"]
    actions = ["send_again"]

    @admin.display(description=_("tournament"), ordering="endpoint__tournament__title")
    def tournament(self, delivery: WebhookDelivery) -> str:
        """Return the title of the delivery's tournament."""
        return delivery.endpoint.tournament.title

    @admin.display(description=_("address"), ordering="endpoint__url")
    def url(self, delivery: WebhookDelivery) -> str:
        """Return the address of the delivery's endpoint."""
        return delivery.endpoint.url

    def has_send_again_permission(self, request: HttpRequest) -> bool:
        """Require the permission to change deliveries; to view them is not enough."""
        return request.user.has_perm("tournaments.change_webhookdelivery")

    @admin.action(description=_("Send again"), permissions=["send_again"])
    def send_again(self, request: HttpRequest, chosen: QuerySet[WebhookDelivery]) -> None:
        """Enqueue the chosen deliveries once more, with all attempts, except those that wait."""
        count, settled = 0, chosen.exclude(state=DeliveryState.WAITING)
        for delivery in settled.select_related("endpoint__tournament__ledger"):
            with suppress(Stale):
                enqueue_again(delivery, timezone.now())
                count += 1
        level = messages.SUCCESS if count else messages.WARNING
        self.message_user(request, _("%(count)s will be sent again.") % {"count": count}, level)
