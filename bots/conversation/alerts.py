"""Says to admins that a chat, or a place in it, cannot be reached any more."""

import logging

from bots.ports import ADMIN, Roles
from review.owed.alerting import Alert
from review.ports.desk import Desk

_log = logging.getLogger(__name__)


class Alerts:
    """Tells those whom the settings call `admin`, wherever they can be reached still."""

    def __init__(self, desk: Desk, roles: Roles) -> None:
        self._desk = desk
        self._roles = roles

    async def tell(self, subject: str, text: str, *, away: str = "") -> None:
        """`away` is how the ids of people begin who cannot be told; raises nothing."""
        admins = self._roles.holders(ADMIN)
        people = tuple(each for each in admins if not (away and each.startswith(away)))
        try:
            await self._desk.alert(Alert(subject=subject, text=text, people=people))
        except Exception:  # noqa: BLE001 - what it is about is in the log already
            _log.exception("Nobody could be told that %s", subject)
