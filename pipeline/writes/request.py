"""A change on its way from the wish to the commit, as a value of the run's state."""

import datetime as dt
from dataclasses import dataclass, replace

from pipeline.approval import Signed
from pipeline.people import Person
from pipeline.writes.values import Approved, Preview, Proposal


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteRequest:
    """What is known of a wished change.

    `typed` is SQL that a person wrote in place of the proposal, and `edited_by` who: no approver of
    their own words. Nor are those who edited it before: some of their words may be left. `former`
    is the request before that. `undoes` is the approval whose change this one takes back.
    `remarks` tell approvers what became of it since it was asked for.

    `call` is that of a model which wants the change, `said` how it explains it, already held
    against the statement; it hears who `rejected` it and `why`.
    """

    typed: str = ""
    call: str = ""
    said: str = ""
    rejected: Signed | None = None
    why: str = ""
    edited_by: Person | None = None
    edited_before: tuple[Person, ...] = ()
    undoes: str = ""
    proposal: Proposal | None = None
    preview: Preview | None = None
    expires: dt.datetime | None = None
    approvals: tuple[Signed, ...] = ()
    remarks: tuple[str, ...] = ()
    former: "WriteRequest | None" = None

    @property
    def digest(self) -> str:
        """Over all that an approval binds but the approvers; empty before the preview."""
        return self._approved(()).digest if self.is_previewed else ""

    @property
    def editors(self) -> tuple[Person, ...]:
        """All whose words its statement may hold, besides those of its asker."""
        return (*self.edited_before, *filter(None, (self.edited_by,)))

    @property
    def is_previewed(self) -> bool:
        return None not in (self.proposal, self.preview, self.expires)

    @property
    def counted(self) -> tuple[Signed, ...]:
        """The approvals of exactly this change, one a person."""
        bound = {each.by.id: each for each in self.approvals if each.shown == self.digest}
        return tuple(bound.values()) if self.is_previewed else ()

    def approved(self) -> Approved:
        """What those people approved."""
        return self._approved(tuple(each.by.id for each in self.counted))

    def _approved(self, approvers: tuple[str, ...]) -> Approved:
        proposal, preview, expires = self.proposal, self.preview, self.expires
        assert proposal is not None  # noqa: S101 - the steps' order
        assert preview is not None  # noqa: S101 - the steps' order
        assert expires is not None  # noqa: S101 - the steps' order
        return Approved(
            sql=proposal.sql,
            rows=preview.rows,
            fingerprint=preview.fingerprint,
            image=preview.image,
            undoable=bool(preview.undo),
            approvers=approvers,
            expires=expires,
        )

    def anew(self, *remarks: str) -> "WriteRequest":
        """The same change before its preview: nobody has approved it yet."""
        return replace(self, preview=None, expires=None, approvals=(), remarks=remarks)


def kept_as_it_was(request: WriteRequest, reason: str) -> WriteRequest:
    """The change before an edit that cannot be taken."""
    assert request.former is not None, "it was edited"  # noqa: S101 - whoever calls has looked
    who = request.edited_by.name if request.edited_by is not None else ""
    remark = f"The edit by {who or 'an approver'} was not taken: {reason}"
    return replace(request.former, approvals=(), remarks=(remark,))
