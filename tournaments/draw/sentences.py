"""Sentences about stages before the bracket, in the reader's language."""

from django.utils.translation import gettext_lazy as _

STAGE_SENTENCES = {
    "stages_unknown": _("These stages are not known. Choose Swiss rounds, or the bracket alone."),
    "stages_need_unranked": _(
        "A tournament with Swiss rounds counts for no season. Make it unranked, or play the bracket alone."
    ),
    "swiss_rounds_out_of_range": _("Play from %(low)s to %(high)s Swiss rounds."),
    "advance_out_of_range": _("From %(low)s to %(high)s go on to the bracket, or none without a bracket."),
    "not_for_rounds": _("The first draw is a Swiss round: it is drawn at random, without a shape or seeds."),
    "no_open_stage": _("No Swiss rounds are being played now."),
    "rounds_all_drawn": _("All planned Swiss rounds are drawn. Close them."),
    "stage_open": _("The Swiss rounds are still open. Close them first."),
    "cut_needed": _(
        "These entries share the last places that go on. They cut cards: mark the %(free)s that win."
    ),
    "bracket_only": _("How long a day with Swiss rounds may take is not worked out here."),
    "cut_not_needed": _("No cut of cards is needed: the order decides who goes on."),
}
