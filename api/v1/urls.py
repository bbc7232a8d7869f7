"""Addresses of version 1. Codes are random and unique in their tournament; nothing is counted."""

from django.urls import path

from api.v1.views import accounts, catalogue, corrections, day, draws, entries, matches, setup, tournaments

T = "tournaments/<slug:slug>/"
E = f"{T}entries/<slug:code>/"
M = f"{T}matches/<slug:code>/"

urlpatterns = [
    path("accounts/", accounts.Accounts.as_view()),
    path("token/", accounts.Token.as_view()),
    path("me/", accounts.Me.as_view()),
    path("catalogue/", catalogue.Catalogue.as_view()),
    path("titles/preview/", catalogue.TitlePreview.as_view()),
    path("titles/parse/", catalogue.TitleParse.as_view()),
    path("seasons/", day.Seasons.as_view()),
    path("seasons/<slug:game>/<int:year>/", day.Season.as_view()),
    path("tournaments/", tournaments.Tournaments.as_view()),
    path(T, tournaments.OneTournament.as_view()),
    path(f"{T}staff/", setup.Helpers.as_view()),
    path(f"{T}staff/<slug:role>/<slug:person>/", setup.OneHelper.as_view()),
    path(f"{T}announcement/", setup.Announcement.as_view()),
    path(f"{T}tables/", setup.Tables.as_view()),
    path(f"{T}tables/<str:label>/", setup.OneTable.as_view()),
    path(f"{T}entries/", entries.Entries.as_view()),
    path(f"{T}entries/self/", entries.SelfEntry.as_view()),
    path(f"{T}entries/import/", entries.Import.as_view()),
    path(f"{T}entries/check-in/", entries.CheckInAll.as_view()),
    path(E, entries.OneEntry.as_view()),
    path(f"{E}withdraw/", entries.Withdraw.as_view()),
    path(f"{E}check-in/", entries.CheckIn.as_view()),
    path(f"{E}check-out/", entries.CheckOut.as_view()),
    path(f"{T}draw/", draws.DrawDoor.as_view()),
    path(f"{T}draw/withdraw/", draws.Withdrawal.as_view()),
    path(f"{T}draw/shapes/", draws.Shapes.as_view()),
    path(f"{T}draw/ready/", draws.Ready.as_view()),
    path(f"{T}bracket/", matches.Bracket.as_view()),
    path(f"{T}matches/", matches.Matches.as_view()),
    path(M, matches.OneMatch.as_view()),
    path(f"{M}start/", matches.Start.as_view()),
    path(f"{M}time/", matches.Time.as_view()),
    path(f"{M}redraw/", matches.Redraw.as_view()),
    path(f"{M}place/", matches.Place.as_view()),
    path(f"{M}check/", matches.Check.as_view()),
    path(f"{M}sheet/", matches.SheetDoor.as_view()),
    path(f"{M}correction/preview/", corrections.Trial.as_view()),
    path(f"{M}corrections/", corrections.MatchCorrections.as_view()),
    path(f"{M}versions/", corrections.Versions.as_view()),
    path(f"{T}corrections/", corrections.Corrections.as_view()),
    path(f"{T}corrections/<int:seq>/undo/", corrections.Undo.as_view()),
    path(f"{T}disputes/", corrections.Disputes.as_view()),
    path(f"{T}disputes/<int:seq>/dismiss/", corrections.Dismissal.as_view()),
    path(f"{T}reopen/", corrections.Reopening.as_view()),
    path(f"{T}now/", day.Now.as_view()),
    path(f"{T}mine/", day.Mine.as_view()),
    path(f"{T}standing/", day.Standing.as_view()),
    path(f"{T}finish/", day.Finish.as_view()),
    path(f"{T}record/", day.Record.as_view()),
    path(f"{T}people/", day.People.as_view()),
]
