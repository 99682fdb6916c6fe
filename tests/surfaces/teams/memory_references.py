"""References that last as long as a test."""

from bots.teams.sending.references import Member, Reference


class MemoryReferences:
    """The References port over two dictionaries."""

    def __init__(self) -> None:
        self._references: dict[str, Reference] = {}
        self._members: dict[str, Member] = {}

    async def keep(self, reference: Reference) -> None:
        if self._references.get(reference.channel) != reference:
            self._references.pop(reference.channel, None)
            self._references[reference.channel] = reference

    async def of(self, channel: str) -> Reference | None:
        return self._references.get(channel)

    async def nearest(self, tenant: str) -> Reference | None:
        newest = reversed(self._references.values())
        return next((each for each in newest if each.tenant == tenant), None)

    async def private(self, person: str) -> Reference | None:
        newest = reversed(self._references.values())
        return next((each for each in newest if person and each.person == person), None)

    async def forget(self, channel: str) -> None:
        self._references.pop(channel, None)

    async def keep_member(self, person: str, member: Member) -> None:
        self._members[person] = member

    async def member(self, person: str) -> Member | None:
        return self._members.get(person)
