"""The Bot Framework adapter: what comes in is checked by us, what goes out is plain dictionaries.

The SDK's own adapter answers 500 to bad tokens and to every Action.Execute, asks for a new token
in every turn, and holds up the event loop while it does; none of that code is used.
"""

from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeAlias

from botbuilder.core import CloudAdapterBase, TurnContext
from botbuilder.schema import Activity, ActivityTypes, ConversationReference
from botframework.connector.aio import ConnectorClient
from botframework.connector.auth import (
    AuthenticateRequestResult,
    BotFrameworkAuthentication,
    ClaimsIdentity,
    ConnectorFactory,
)
from msrest.authentication import Authentication
from typing_extensions import override

from bots.teams.admitting.access import Access, Admission
from bots.teams.admitting.cloud import Cloud
from bots.teams.admitting.tokens import Tokens

Json: TypeAlias = dict[str, Any]
Turn: TypeAlias = Callable[[], Awaitable[Json | None]]

_TIMEOUT_SECONDS: Final = 15
_MOST_CLIENTS: Final = 50
_TURN: Final = {
    "type": "type",
    "id": "id",
    "name": "name",
    "channel_id": "channelId",
    "service_url": "serviceUrl",
}


class _Signed(Authentication):
    """Adds the token that was fetched before, so that nothing waits for one here."""

    token = ""

    @override
    def signed_session(self, session: Any = None) -> Any:
        signed = super().signed_session(session)
        if self.token:
            signed.headers["Authorization"] = f"Bearer {self.token}"
        return signed


class _Connectors(ConnectorFactory):
    """One client for each service URL; the outbox alone decides about trying again."""

    def __init__(self, tokens: Tokens) -> None:
        self._tokens = tokens
        self._credentials = _Signed()
        self._clients: dict[str, Any] = {}

    @override
    async def create(self, service_url: str, audience: str | None = None) -> Any:
        del audience
        self._credentials.token = await self._tokens.token()
        if service_url not in self._clients:
            if len(self._clients) >= _MOST_CLIENTS:
                self._clients.clear()
            self._clients[service_url] = self._made(service_url)
        return self._clients[service_url]

    def _made(self, service_url: str) -> Any:
        client = ConnectorClient(self._credentials, base_url=service_url)
        client.config.retry_policy.policy.total = 0
        client.config.connection.timeout = _TIMEOUT_SECONDS
        return client


class _Authentication(BotFrameworkAuthentication):
    """The SDK's port for identity, over our own checks."""

    def __init__(self, access: Access, tokens: Tokens, app_id: str) -> None:
        self._access = access
        self._app_id = app_id
        self._connectors = _Connectors(tokens)

    @override
    async def authenticate_request(self, activity: Any, auth_header: str) -> Any:
        self._access.check(await self._access.admit(auth_header), activity.serialize())
        return self.verified()

    def verified(self) -> Any:
        result = AuthenticateRequestResult()
        result.claims_identity = ClaimsIdentity({"aud": self._app_id}, True)  # noqa: FBT003 - theirs
        result.connector_factory = self._connectors
        return result

    @override
    def create_connector_factory(self, claims_identity: Any) -> Any:
        return self._connectors

    @override
    async def create_user_token_client(self, claims_identity: Any) -> Any:
        """We sign nobody in."""
        return

    @override
    async def authenticate_streaming_request(self, auth_header: str, channel_id_header: str) -> Any:
        raise PermissionError


class TeamsAdapter(CloudAdapterBase):
    """Takes activities in and sends ours out, through the SDK's turns and connector."""

    def __init__(self, access: Access, tokens: Tokens, app_id: str, cloud: Cloud) -> None:
        self._access = access
        self._identity = _Authentication(access, tokens, app_id)
        self.app_id = app_id
        self.cloud = cloud
        super().__init__(self._identity)

    async def admit(self, header: str) -> Admission | None:
        """What the token of a request says. Raises NotAuthenticated, KeysUnavailable."""
        return await self._access.admit(header)

    async def take(self, admission: Admission | None, body: Json, turn: Turn) -> Json | None:
        """What the turn answers to an invoke. Raises NotAllowed."""
        self._access.check(admission, body)
        answers: list[Json | None] = []

        async def logic(_context: Any) -> None:
            # Answering an invoke through the context would copy all of it once more.
            answers.append(await turn())

        await self.process_activity(self._identity.verified(), _turn(body), logic)
        is_invoke = body.get("type") == ActivityTypes.invoke
        return (answers[0] or {}) if is_invoke else None

    async def send(self, reference: Any, activity: Any) -> str:
        """The id of the new message. Raises what the connector raises."""
        sent: list[Any] = []

        async def logic(context: Any) -> None:
            # The SDK gives the turn an invented id and would answer to that message.
            context.activity.id = None
            sent.append(await context.send_activity(activity))

        await self._continued(reference, logic)
        return str(sent[0].id or "") if sent and sent[0] else ""

    async def edit(self, reference: Any, activity: Any) -> None:
        async def logic(context: Any) -> None:
            context.activity.id = None
            await context.update_activity(activity)

        await self._continued(reference, logic)

    async def open_chat(self, service_url: str, parameters: Any) -> str:
        """The id of the conversation with one person."""
        connector = await self._identity.create_connector_factory(None).create(service_url)
        opened = await connector.conversations.create_conversation(parameters)
        return str(opened.id)

    async def _continued(
        self, reference: ConversationReference, logic: Callable[[TurnContext], Awaitable[None]]
    ) -> None:
        await self.continue_conversation(reference, logic, self.app_id)


def _turn(body: Json) -> Any:
    """What the SDK's turn needs: it refuses a whole activity for one field it does not know."""
    named = {name: body.get(key) for name, key in _TURN.items()}
    return Activity(**{name: value for name, value in named.items() if isinstance(value, str)})
