"""Differences of chances in percentage points: `6% of the chance` could be a share of a share.

From 47% to 41% are 6 percentage points.
"""

from django.utils.translation import ngettext


def percentage_points(count: int) -> str:
    """Return `6 percentage points`, below nothing with a minus sign."""
    sentence = ngettext("{count} percentage point", "{count} percentage points", abs(count))
    return sentence.format(count=f"−{-count}" if count < 0 else count)


def change(count: int) -> str:
    """Return `+6 percentage points` or `−6 percentage points`."""
    return f"+{percentage_points(count)}" if count > 0 else percentage_points(count)
