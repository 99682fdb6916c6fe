"""Slack's user groups, and who left the workspace."""

from collections.abc import Collection

from bots.ports import DirectoryAway
from bots.slack.people import REFUSED, person_id
from bots.slack.refusals import ours
from bots.slack.sides import Side, Sides
from review.ports.desk import TryLater, Undeliverable

_SURFACE = "slack"
_UNKNOWN = frozenset({"user_not_found", "user_not_visible", "users_not_found"})


class SlackDirectory:
    """The groups and accounts of one Slack workspace: of many, the reviewers' own."""

    def __init__(self, sides: Sides, team: str) -> None:
        self._sides = sides
        self._team = team

    def has(self, group: str) -> bool:
        return group.startswith("S")

    async def members(self, group: str) -> frozenset[str]:
        """The ids of the people in the group. Raises DirectoryAway.

        A user id is somebody else's in a workspace that is no part of the organisation.
        """
        try:
            client = (await self._side()).client
            with ours():
                own = await client.auth_test()
                # With an organisation's token Slack must be told whose group it is.
                said = await client.usergroups_users_list(
                    usergroup=group, team_id=self._team or None
                )
        except REFUSED as error:
            raise DirectoryAway(str(error)) from error
        # In an organisation people are known by its id, once an event has named it.
        places = {self._team, own.get("team_id"), own.get("enterprise_id")} - {"", None}
        if not places:
            reason = "Slack does not say of which workspace its token is"
            raise DirectoryAway(reason)
        users = said.get("users") or ()
        return frozenset(person_id(str(place), user) for place in places for user in users)

    async def left(self, accounts: Collection[str]) -> frozenset[str]:
        """Those of these accounts that were deactivated. Raises DirectoryAway."""
        ours_ = [each for each in accounts if each.startswith(f"{_SURFACE}:")]
        return frozenset([each for each in ours_ if await self._has_left(each)])

    async def _has_left(self, account: str) -> bool:
        try:
            client = (await self._side()).client
            with ours():
                said = await client.users_info(user=account.partition(":")[2])
        except Undeliverable as error:
            # Whom Slack does not know is of another workspace: that is no news of leaving.
            if error.reason in _UNKNOWN:
                return False
            raise DirectoryAway(str(error)) from error
        except REFUSED as error:
            raise DirectoryAway(str(error)) from error
        return bool((said.get("user") or {}).get("deleted"))

    async def _side(self) -> Side:
        try:
            return await self._sides.of(self._team)
        except TryLater as error:
            raise DirectoryAway(str(error)) from error
