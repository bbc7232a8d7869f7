"""Words about corrections and reviews."""

from collections.abc import Mapping

from api.words.everywhere import MOMENT

WORDS: Mapping[str, tuple[str, object]] = {
    "remedies": ("What becomes of later matches that began, by their code.", {"m7xk2qpw": "replay"}),
    "remedy": ("What becomes of that match.", "replay"),
    "Choice.remedy": ("What was chosen for that match; null while nothing is.", None),
    "TrialIn.sheet": ("The sheet as it should be.", None),
    "CorrectionIn.sheet": ("The sheet as it should be.", None),
    "TableReportIn.sheet": ("How the match ended.", None),
    "Recorded.sheet": ("The sheet that counts.", None),
    "MatchChange.place": ("Where the match stands in the bracket, in words.", "Round 2, match 1"),
    "MatchChange.before": ("As the match stands.", None),
    "MatchChange.after": ("As it would stand, or stands since.", None),
    "before": ("As it stands; null where there is nothing.", None),
    "after": ("As it would stand, or stands since; null where there is nothing.", None),
    "MatchLook.players": (
        "Names side by side; an open side says where it comes from.",
        [["Lia Prado"], ["Caio"]],
    ),
    "MatchLook.winner": ("Who won; empty where nobody did, or not yet.", ["Lia Prado"]),
    "Outcome.winner": ("Who won; empty where nobody did.", ["Lia Prado"]),
    "PlaceChange.names": ("Who they are.", ["Lia Prado"]),
    "places": ("Places that would change, from the top.", None),
    "Trial.choices": ("Later matches that began with somebody who would not have been there.", None),
    "sits": ("The code of the entry that sits there; null for nobody.", "e4k2x9"),
    "rightful": ("The code of the entry that should sit there; null for nobody.", "e8m3p7"),
    "no_replacing": ("Why `replace` is refused there; null where it is not.", None),
    "effects": ("What became of later matches.", None),
    "NoticeShown.version": ("The version of the sheet that the correction made, from 2.", 2),
    "undoes": ("The `seq` of the correction that this one takes back; null for none.", None),
    "undone_by": ("The `seq` of the correction that took this one back; null for none.", None),
    "undone_at": ("When it was taken back; null for never.", MOMENT),
    "is_current": ("Whether it is the version that counts.", True),
    "SheetShown.version": ("Counts the versions of this match's sheet, from 1.", 1),
    "VersionShown.version": ("Counts the versions of this match's sheet, from 1.", 1),
    "VersionShown.seq": ("The number of the record's line that has it; null where no line does.", 42),
    "DisputeShown.sheet": (
        "Another sheet, which was not recorded; null where a side only says that it is wrong.",
        None,
    ),
    "DisputeShown.side": (
        "The number of the side that says so; null where somebody sent another sheet.",
        None,
    ),
}
