"""Microsoft's addresses: who signs what comes in, and who gives out tokens for what goes out."""

from dataclasses import dataclass, replace
from typing import Final

from bots.teams.admitting.access import host_of, is_loopback


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

    def on_loopback(self) -> "Cloud":
        """The cloud, whose files may also be on this machine."""
        return replace(self, file_hosts=(*self.file_hosts, "127.0.0.1", "localhost"))

    def keeps_files(self, url: str) -> bool:
        """Whether Microsoft keeps people's files there, so that nobody points us elsewhere."""
        host = host_of(url)
        known = any(host == each or host.endswith(f".{each}") for each in self.file_hosts)
        return known and (url.startswith("https:") or is_loopback(host))


PUBLIC: Final = Cloud()
