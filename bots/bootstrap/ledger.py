"""Opens the ledger that the settings name."""

from pathlib import Path

from bots.bootstrap.database_files import located
from bots.settings import Settings
from review.adapters.open_ledger import open_ledger
from review.adapters.sql_ledger import SqlLedger
from review.ledger.errors import LedgerInUseError, LedgerUnusableError


async def ledger_of(settings: Settings, folder: Path, *, serving: bool) -> SqlLedger:
    """The opened ledger. Raises LedgerInUseError, LedgerUnusableError."""
    url = located(settings.ledger.url.get_secret_value(), folder)
    return await open_ledger(url, serving=serving, connections=settings.ledger.connections)


async def ledger_problem(settings: Settings, folder: Path) -> str:
    """Why the ledger cannot be used, in a sentence; empty where it can."""
    try:
        ledger = await ledger_of(settings, folder, serving=True)
    except LedgerInUseError:
        return ""
    except LedgerUnusableError as error:
        return str(error)
    await ledger.close()
    return ""
