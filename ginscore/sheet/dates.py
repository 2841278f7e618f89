"""When an entry was made: ISO dates and date-times, always with their offset."""

from datetime import date, datetime, time, tzinfo

from ginscore.errors import N_, GinscoreError, refuse


def parse_date(text: str, zone: tzinfo | None = None) -> datetime:
    """An ISO 8601 date (00:00 of that day) or date-time; without an offset it is local time.

    `zone` is the local time zone, None the computer's.

    Raises:
        GinscoreError: `bad-date`.
    """
    try:
        return _aware(_read(text.strip()), zone)
    except (ValueError, OverflowError, OSError):
        raise _refused(text.strip()) from None


def _read(text: str) -> datetime:
    try:
        return datetime.combine(date.fromisoformat(text), time())
    except ValueError:
        return datetime.fromisoformat(text)


def _aware(moment: datetime, zone: tzinfo | None) -> datetime:
    if moment.tzinfo is not None:
        return moment
    return moment.astimezone() if zone is None else moment.replace(tzinfo=zone)


def _refused(text: str) -> GinscoreError:
    return refuse(
        "bad-date",
        N_("“{text}” is no date; allowed: an ISO date or date-time, such as 2024-05-31T20:30"),
        where="--date",
        text=text if len(text) <= 40 else f"{text[:39]}…",
    )


def known_moment(at: datetime | None) -> datetime | None:
    """`at` as an entry keeps it.

    Raises:
        GinscoreError: `bad-date` for a moment without an offset, which could be any hour.
    """
    if at is not None and at.utcoffset() is None:
        raise refuse(
            "bad-date",
            N_("{text} has no offset from UTC"),
            hint=N_("with one: 2024-05-31T20:30+02:00"),
            where="at",
            text=at.isoformat(),
        )
    return at
