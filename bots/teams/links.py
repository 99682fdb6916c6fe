"""Links to our own server that carry their permission, and end."""

import datetime as dt
import hashlib
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import jwt

from bots.cards import Press
from bots.conversation.presses import UnreadablePress, decode, encode
from bots.ports import Clock
from bots.teams.admitting.access import UNREADABLE

Json: TypeAlias = dict[str, Any]

FILES: Final = "/teams/files"
PICTURES: Final = "/teams/pictures"
_FILE_LASTS: Final = dt.timedelta(minutes=10)
_PICTURE_LASTS: Final = dt.timedelta(days=30)


@dataclass(frozen=True, slots=True, kw_only=True)
class Grant:
    """What a link allows: this press, as this person."""

    press: Press
    person: str


class Links:
    """Makes and reads links; without a public address there are none."""

    def __init__(self, public_url: str, secret: str, clock: Clock) -> None:
        self._public_url = public_url.rstrip("/")
        # Each replica derives the same key, so that any of them can answer.
        self._key = hashlib.sha256(f"countersign links:{secret}".encode()).digest()
        self._clock = clock

    @property
    def open(self) -> bool:
        """Whether there is an address that people can reach."""
        return bool(self._public_url)

    def file(self, press: Press, person: str) -> str:
        """A link that hands this person's file to whoever has it, for ten minutes."""
        return self._link(FILES, {"p": encode(press), "by": person}, _FILE_LASTS)

    def picture(self, run: str) -> str:
        return self._link(PICTURES, {"run": run}, _PICTURE_LASTS)

    def granted(self, token: str) -> Grant | None:
        """What a file link allows; None where it is forged or over."""
        claims = self._read(token, FILES)
        try:
            return Grant(press=decode(str(claims["p"])), person=str(claims["by"]))
        except (LookupError, UnreadablePress):
            return None

    def pictured(self, token: str) -> str:
        """The run of a picture link, empty where it is forged or over."""
        return str(self._read(token, PICTURES).get("run") or "")

    def _link(self, path: str, claims: Json, lasts: dt.timedelta) -> str:
        if not self._public_url:
            return ""
        until = int((self._clock() + lasts).timestamp())
        token = jwt.encode(claims | {"until": until, "aud": path}, self._key, algorithm="HS256")
        return f"{self._public_url}{path}/{token}"

    def _read(self, token: str, path: str) -> Json:
        try:
            claims: Json = jwt.decode(token, self._key, algorithms=["HS256"], audience=path)
        except UNREADABLE:
            return {}
        over = int(claims.get("until") or 0) < self._clock().timestamp()
        return {} if over else claims
