"""Administration pages of people: clubs, accounts, API keys, and players with acts for administrators."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext_lazy as _

from accounts.erasing import anonymise
from accounts.mail.addresses import remove_addresses
from accounts.merging import merge
from accounts.messages import text_for_violation
from accounts.models import ApiToken, Club, Player, User
from accounts.name_versions import bump_versions_of, bump_versions_of_club
from accounts.names import public_name
from accounts.services import end_access, rename
from accounts.signing_in.password_links import give_link
from accounts.splitting import split, splittable_personas
from accounts.two_steps.second_factor import remove_all_factors
from core import qr
from core.errors import Refused
from core.http.lan_address import address_for_phones

if TYPE_CHECKING:
    ClubForm = forms.ModelForm[Club]
    PlayerForm = forms.ModelForm[Player]
    ClubBase = admin.ModelAdmin[Club]
    PlayerBase = admin.ModelAdmin[Player]
    TokenBase = admin.ModelAdmin[ApiToken]
    AccountBase = UserAdmin[User]
else:
    ClubForm = PlayerForm = forms.ModelForm
    ClubBase = PlayerBase = TokenBase = admin.ModelAdmin
    AccountBase = UserAdmin


@admin.register(User)
class AccountAdmin(AccountBase):
    """Accounts, with acts for a person who lost password, phone or mailbox. Each act is logged."""

    actions = ["password_link", "end_access", "end_second_factor", "remove_mail_address"]

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Return False: erase a person as a player, because deleting the account would leave the name."""
        return False

    @admin.action(description=_("A link to set a new password"), permissions=["change"])
    def password_link(self, request: HttpRequest, chosen: QuerySet[User]) -> HttpResponse | None:
        """Return a page with a link to set a new password, which no other page shows, and log who gave it.

        None, with a warning, unless exactly one active account is chosen.
        """
        user = chosen.filter(is_active=True).first() if chosen.count() == 1 else None
        if user is None:
            self.message_user(request, _("Choose exactly one account that is active."), messages.WARNING)
            return None
        link = address_for_phones(request, give_link(user, by=request.user.get_username()))
        self.log_change(request, user, "given a link to set a new password")
        around = {**self.admin_site.each_context(request), "title": _("A link to set a new password")}
        shown = {**around, "account": user, "link": link, "code": qr.image(link)}
        return render(request, "admin/password_link.html", shown)

    @admin.action(description=_("Sign out everywhere and revoke all keys"), permissions=["change"])
    def end_access(self, request: HttpRequest, chosen: QuerySet[User]) -> None:
        """End every session and every key of these accounts; their passwords stay."""
        for user in chosen:
            end_access(user)
            self.log_change(request, user, "signed out everywhere, keys revoked")
        self.message_user(request, _("They are signed out everywhere, and all their keys are revoked."))

    @admin.action(description=_("Switch two-step verification off"), permissions=["change"])
    def end_second_factor(self, request: HttpRequest, chosen: QuerySet[User]) -> None:
        """Remove app, recovery codes and passkeys of these accounts, with a notice by mail to each owner."""
        for user in chosen:
            remove_all_factors(user)
            self.log_change(request, user, "two-step verification switched off")
        self.message_user(request, _("They sign in with their password alone again."))

    @admin.action(description=_("Remove the e-mail address"), permissions=["change"])
    def remove_mail_address(self, request: HttpRequest, chosen: QuerySet[User]) -> None:
        """Remove all e-mail addresses of these accounts, waiting ones too; a confirmed one gets a notice."""
        for user in chosen:
            remove_addresses(user)
            self.log_change(request, user, "e-mail address removed")
        self.message_user(request, _("They have no e-mail address any more. A confirmed one got a notice."))


@admin.register(ApiToken)
class TokenAdmin(TokenBase):
    """API keys: owner and scope. The key itself is not stored."""

    list_display = ["code", "name", "user", "scope", "created", "expiry", "last_used"]
    list_display_links = None
    list_select_related = ["user"]
    list_filter = ["scope"]
    search_fields = ["code", "name", "user__username"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return False: a key is created by its owner, with the password."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: ApiToken | None = None) -> bool:
        """Return False: keys are revoked, never changed."""
        return False


@admin.register(Club)
class ClubAdmin(ClubBase):
    """Clubs and cities. Before a change, the records of their entries get another version."""

    search_fields = ["name"]

    def save_model(self, request: HttpRequest, obj: Club, form: "ClubForm", change: bool) -> None:
        """Save the club with its new name."""
        if change:
            bump_versions_of_club(obj.pk)
        super().save_model(request, obj, form, change)

    def delete_model(self, request: HttpRequest, obj: Club) -> None:
        """Delete the club; its players and entries stay without one."""
        with transaction.atomic():
            bump_versions_of_club(obj.pk)
            super().delete_model(request, obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Club]) -> None:
        """Delete each of these clubs."""
        for club in queryset:
            self.delete_model(request, club)


class PublicPlayerForm(PlayerForm):
    """A player's name, which is refused as on the page of the account.

    Each field compares with what the page showed, so one that changed since is no change made here.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for field in self.fields.values():
            field.show_hidden_initial = True

    def clean_name(self) -> str:
        """Return the name as `public_name` does; one that was not changed here stays as it is."""
        name = str(self.cleaned_data["name"])
        try:
            return public_name(name) if "name" in self.changed_data else name
        except Refused as refused:
            raise forms.ValidationError([text_for_violation(found) for found in refused.violations]) from None


@admin.register(Player)
class PlayerAdmin(PlayerBase):
    """Players: search, merge, split, erase. The database refuses to delete a player who has played."""

    list_display = ["name", "code", "club", "user"]
    list_select_related = ["club", "user"]
    search_fields = ["name", "code", "user__username"]
    form = PublicPlayerForm
    fields = ["name", "club", "is_minor", "has_page", "lists_events", "code"]
    actions = ["merge_two", "split", "forget"]

    def get_readonly_fields(self, request: HttpRequest, obj: Player | None = None) -> list[str]:
        """Return what is shown only: of a minor also the two public pages, which they cannot have."""
        return ["code", "is_minor", *(["has_page", "lists_events"] if obj and obj.is_minor else [])]

    def save_model(self, request: HttpRequest, obj: Player, form: "PlayerForm", change: bool) -> None:
        """Bump the versions of the player's records, and save what was changed, a name as `rename` does.

        All else stays as it is in the database under the lock; a minor gets no public page.
        If `has_page` was changed here, `awaits_season` ends: no first season result opens the page any more.
        """
        if change:
            bump_versions_of(obj.pk)
        stored = get_object_or_404(Player.objects.select_for_update(), pk=obj.pk) if change else obj
        for field in form.changed_data:
            setattr(stored, field, getattr(obj, field))
        if "has_page" in form.changed_data:
            stored.awaits_season = False
        if stored.is_minor:
            stored.has_page = stored.lists_events = False
        super().save_model(request, stored, form, change)
        if change and "name" in form.changed_data:
            rename(stored, name=obj.name)

    @admin.action(description=_("Merge two records of one person"), permissions=["change"])
    def merge_two(self, request: HttpRequest, chosen: QuerySet[Player]) -> HttpResponse | None:
        """Ask on a page which record to keep; once that is answered, merge the two.

        None after the merge, and, with a warning, unless exactly two players are chosen.
        """
        both = list(chosen.order_by("pk"))
        if len(both) != 2:
            self.message_user(request, _("Choose exactly two players."), messages.WARNING)
            return None
        kept = next((player for player in both if player.code == request.POST.get("keep")), None)
        if kept is None:
            shown = {**self.admin_site.each_context(request), "players": both, "title": _("Merge")}
            return render(request, "admin/merge_players.html", shown)
        self._merge(request, kept, next(player for player in both if player != kept))
        return None

    def _merge(self, request: HttpRequest, kept: Player, duplicate: Player) -> None:
        """Merge the two, and show a message with the result or why it was refused."""
        code = duplicate.code
        try:
            merge(kept, duplicate)
        except Refused as refused:
            self._show_refusal(request, refused)
            return
        self.log_change(request, kept, f"merged with {code}")
        self.message_user(
            request, _("The two records are now one, with all their results."), messages.SUCCESS
        )

    @admin.action(description=_("Split two people with one record"), permissions=["change"])
    def split(self, request: HttpRequest, chosen: QuerySet[Player]) -> HttpResponse | None:
        """Ask on a page what another person played; once that is answered, split the player.

        None after the split, and, with a warning, unless exactly one player is chosen.
        """
        player = chosen.first() if chosen.count() == 1 else None
        if player is None:
            self.message_user(request, _("Choose exactly one player."), messages.WARNING)
            return None
        if "split" not in request.POST:
            return self._ask_for_tournaments(request, player)
        try:
            other = split(player, request.POST.getlist("persona"))
        except Refused as refused:
            self._show_refusal(request, refused)
            return self._ask_for_tournaments(request, player)
        self.log_change(request, player, f"split, {other.code} is another person")
        self.log_change(request, other, f"split from {player.code}")
        self.message_user(
            request, _("They are two people now, each with their own results."), messages.SUCCESS
        )
        return None

    def _ask_for_tournaments(self, request: HttpRequest, player: Player) -> HttpResponse:
        """Return the page that asks which tournaments the other person played."""
        around = {**self.admin_site.each_context(request), "title": _("Split two people with one record")}
        rows = [
            (persona, persona.memberships.select_related("entry__club").first())
            for persona in splittable_personas(player)
        ]
        return render(request, "admin/split_player.html", {**around, "player": player, "rows": rows})

    def _show_refusal(self, request: HttpRequest, refused: Refused) -> None:
        """Add a message with the sentence of each violation."""
        for violation in refused.violations:
            self.message_user(request, text_for_violation(violation), messages.ERROR)

    @admin.action(description=_("Erase name and account"), permissions=["delete"])
    def forget(self, request: HttpRequest, chosen: QuerySet[Player]) -> None:
        """Erase these players for good: replace names by pseudonyms, remove accounts; results stay."""
        for player in chosen:
            self._forget(request, player)

    def _forget(self, request: HttpRequest, player: Player) -> None:
        """Erase the player, and add a message with the result or why it was refused."""
        try:
            self.log_change(request, anonymise(player), "anonymised")
        except Refused as refused:
            self._show_refusal(request, refused)
            return
        self.message_user(request, _("Forgotten. Their results remain."), messages.SUCCESS)
