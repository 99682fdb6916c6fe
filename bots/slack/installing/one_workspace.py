"""Who the app is in the one workspace that it is installed in: asked once, and not per request."""

from typing import Any

from slack_bolt.authorization import AuthorizeResult
from slack_bolt.authorization.async_authorize import AsyncAuthorize
from slack_sdk.web.async_client import AsyncWebClient
from typing_extensions import override

from bots.slack.in_flight import InFlight


class OneWorkspace(AsyncAuthorize):
    """Bolt's `authorize`. A burst after a start asks Slack once, not once for each request."""

    def __init__(self, client: AsyncWebClient) -> None:
        self._client = client
        self._known: AuthorizeResult | None = None
        self._asked: InFlight[AuthorizeResult] = InFlight()

    @override
    async def __call__(self, **_request: Any) -> AuthorizeResult:
        """Raises what the SDK raises."""
        if self._known is None:
            self._known = await self._asked.get("", self._ask)
        return self._known

    async def _ask(self) -> AuthorizeResult:
        return AuthorizeResult.from_auth_test_response(
            auth_test_response=await self._client.auth_test(), bot_token=self._client.token
        )
