"""Microsoft's addresses: who signs what comes in, and who gives out tokens for what goes out."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Cloud:
    """One of Microsoft's clouds."""

    issuer: str = "https://api.botframework.com"
    keys_url: str = "https://login.botframework.com/v1/.well-known/openidconfiguration"
    login_url: str = "https://login.microsoftonline.com"
    scope: str = "https://api.botframework.com/.default"
    graph_url: str = "https://graph.microsoft.com"
    service_url: str = "https://smba.trafficmanager.net/teams/"
    file_hosts: tuple[str, ...] = ("sharepoint.com", "sharepoint.us", "sharepoint.cn")


PUBLIC: Final = Cloud()
