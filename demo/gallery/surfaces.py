"""Draws cards as Slack (in the local workspace), Teams and the terminal show them, to pictures."""

import base64
from collections.abc import Mapping
from io import StringIO
from pathlib import Path
from typing import Any, Final

from playwright.async_api import Browser, Page
from rich.console import Console
from rich.terminal_theme import DEFAULT_TERMINAL_THEME, MONOKAI, TerminalTheme
from slack_sdk.web.async_client import AsyncWebClient

from bots.cards import Buttons, Card, Form, Image
from bots.local_workspace import LocalWorkspace, WorkspacePlan
from bots.local_workspace.people import ChannelPlan
from bots.slack.sending.mail import Mail, Place, outgoing
from bots.teams.cards.adaptive import Room
from bots.teams.cards.dialogs import dialog
from bots.teams.cards.fitting import fitted
from bots.terminal.screen import Screen

# Microsoft's own renderer, after `npm install` in tests/node.
RENDERER: Final = (
    Path(__file__).parents[2] / "tests/node/node_modules/adaptivecards/dist/adaptivecards.min.js"
)
WIDTHS: Final = {"wide": 760, "phone": 360}
SCHEMES: Final = ("light", "dark")
_TALLEST: Final = 12_000
# Slack's page has a sidebar beside the messages where there is room.
_SIDEBAR: Final = 260
_PHONE: Final = 720
_COLUMNS: Final = {"wide": 96, "phone": 42}
_DRAW: Final = """([card, dark, name]) => {
  const ink = dark ? "#ffffff" : "#242424", faint = dark ? "#adadad" : "#616161";
  const ground = dark ? "#292929" : "#ffffff";
  const one = (light, night) => dark ? [night, night] : [light, light];
  const tones = {default: [ink, faint], accent: one("#4f52b2", "#9299f7"),
    good: one("#237b4b", "#92c353"), warning: one("#835c00", "#f8d22a"),
    attention: one("#c4314b", "#f1707b"), light: [ink, faint], dark: [ink, faint]};
  const each = Object.fromEntries(Object.entries(tones).map(
    ([key, [full, subtle]]) => [key, {default: full, subtle}]));
  const style = {backgroundColor: ground, foregroundColors: each};
  const tinted = (light, night) => ({...style, backgroundColor: dark ? night : light});
  const drawn = new AdaptiveCards.AdaptiveCard();
  drawn.hostConfig = new AdaptiveCards.HostConfig({
    fontFamily: "Liberation Sans, Arial, sans-serif",
    containerStyles: {default: style, emphasis: tinted("#f5f5f5", "#1f1f1f"),
      good: tinted("#e7f2da", "#0d2e0d"), warning: tinted("#fbf6d9", "#463100"),
      attention: tinted("#fcf4f6", "#3e1f25"), accent: tinted("#e9eaf6", "#2f2f4a")},
    actions: {actionsOrientation: "horizontal", actionAlignment: "left"},
  });
  drawn.parse(card, new AdaptiveCards.SerializationContext(AdaptiveCards.Versions.v1_5));
  document.body.style.background = dark ? "#1f1f1f" : "#f0f0f0";
  if (!document.getElementById("look")) {
    const look = document.createElement("style");
    look.id = "look";
    look.textContent = `body { margin: 12px; color: ${ink}; font: 14px Liberation Sans, Arial }
      h2 { font: bold 12px Liberation Sans; color: ${faint}; margin: 16px 0 4px }
      .card { background: ${ground}; border-radius: 6px; padding: 2px }
      button { font: bold 13px Liberation Sans, Arial; padding: 6px 12px; margin: 3px 6px 3px 0;
        border: 1px solid #c4c4c4; border-radius: 4px; background: ${ground}; color: ${ink} }
      button.style-positive { background: #5b5fc7; color: #fff; border-color: #5b5fc7 }
      button.style-destructive { color: ${dark ? "#f1707b" : "#c4314b"} }
      .ac-actionSet { flex-wrap: wrap }`;
    document.head.append(look);
  }
  if (name) {
    const title = document.createElement("h2");
    title.textContent = name;
    document.body.append(title);
  }
  const holder = document.createElement("div");
  holder.className = "card";
  holder.append(drawn.render());
  document.body.append(holder);
}"""

Shown = Card | Form


def teams_content(shown: Shown) -> dict[str, Any]:
    """The Adaptive Card of a message, or the one in a dialog."""
    if isinstance(shown, Form):
        content: dict[str, Any] = dialog(shown)["task"]["value"]["card"]["content"]
        return content
    pictures = {
        each.name: f"data:image/png;base64,{base64.b64encode(each.png).decode()}"
        for each in shown.blocks
        if isinstance(each, Image)
    }
    return fitted(shown, Room(pictures=pictures), 400_000).content


async def draw_in_teams(
    page: Page, content: Mapping[str, Any], *, dark: bool, name: str = ""
) -> None:
    """Add the card to the page, below its name."""
    await page.evaluate(_DRAW, [content, dark, name])


async def teams_pictures(
    browser: Browser, group: str, shown: Mapping[str, Shown], folder: Path
) -> None:
    """One picture for each theme and width."""
    contents = {name: teams_content(each) for name, each in shown.items()}
    for scheme in SCHEMES:
        for size, width in WIDTHS.items():
            page = await browser.new_page(viewport={"width": width, "height": 400})
            await page.add_script_tag(path=str(RENDERER))
            for name, content in contents.items():
                await draw_in_teams(page, content, dark=scheme == "dark", name=name)
            path = folder / f"teams-{group}-{scheme}-{size}.png"
            await page.screenshot(path=path, full_page=True)
            await page.close()


async def slack_pictures(
    browser: Browser, groups: Mapping[str, Mapping[str, Shown]], folder: Path
) -> None:
    """Each group as a channel of the local workspace; dialogs are left to Teams."""
    spoken = (
        name for name, shown in groups.items() if any(isinstance(c, Card) for c in shown.values())
    )
    channels = tuple(ChannelPlan(id=f"C0{at:07}", name=name) for at, name in enumerate(spoken, 1))
    async with LocalWorkspace(WorkspacePlan(channels=channels)) as local:
        client = AsyncWebClient(local.workspace.app.bot_token, base_url=local.api_url)
        mail = Mail(client)
        for channel in channels:
            for card in groups[channel.name].values():
                if isinstance(card, Card):
                    await _post(mail, channel.id, card)
        for channel in channels:
            for scheme in SCHEMES:
                for size, width in WIDTHS.items():
                    path = folder / f"slack-{channel.name}-{scheme}-{size}.png"
                    url = f"{local.page_url('ana')}#{channel.id}"
                    await _photograph(browser, url, path, width, scheme)


def _has_messages(shown: Mapping[str, Shown]) -> bool:
    return any(isinstance(each, Card) for each in shown.values())


async def _post(mail: Mail, channel: str, card: Card) -> None:
    images = [block for block in card.blocks if isinstance(block, Image)]
    pictures = {image.name: await mail.picture(image) for image in images}
    await mail.post(Place(channel=channel), outgoing(card, pictures=pictures))


async def _photograph(browser: Browser, url: str, path: Path, width: int, scheme: str) -> None:
    whole = width + (_SIDEBAR if width > _PHONE else 0)
    page = await browser.new_page(
        viewport={"width": whole, "height": _TALLEST},
        color_scheme="dark" if scheme == "dark" else "light",
    )
    await page.goto(url)
    await page.locator("article.message").last.wait_for()
    await page.wait_for_load_state("networkidle")
    first = await page.locator(".scroll").first.bounding_box()
    last = await page.locator("article.message").last.bounding_box()
    if first and last:
        height = last["y"] + last["height"] - first["y"] + 8
        await page.screenshot(path=path, clip={**first, "height": height})
    await page.close()


def terminal_html(shown: Mapping[str, Shown], columns: int, theme: TerminalTheme) -> str:
    """The cards as a terminal of so many columns shows them; the keyboard answers for buttons."""
    console = Console(record=True, width=columns, file=StringIO(), force_terminal=True)
    for name, each in shown.items():
        if isinstance(each, Card):
            console.print(f"\n── {name} ──", style="dim")
            Screen(console).show(each)
            labels = [b.label for row in each.blocks if isinstance(row, Buttons) for b in row.items]
            console.print(" ".join(f"[ {label} ]" for label in labels), style="cyan", markup=False)
    return console.export_html(theme=theme, inline_styles=True)


async def terminal_pictures(
    browser: Browser, group: str, shown: Mapping[str, Shown], folder: Path
) -> None:
    if not _has_messages(shown):
        return
    themes = dict(zip(SCHEMES, (DEFAULT_TERMINAL_THEME, MONOKAI), strict=True))
    for scheme, theme in themes.items():
        for size, columns in _COLUMNS.items():
            page = await browser.new_page(viewport={"width": columns * 9 + 30, "height": 300})
            await page.set_content(terminal_html(shown, columns, theme))
            path = folder / f"terminal-{group}-{scheme}-{size}.png"
            await page.screenshot(path=path, full_page=True)
            await page.close()


async def pictures(
    browser: Browser, groups: Mapping[str, Mapping[str, Shown]], folder: Path
) -> None:
    """Every group on every surface, in both themes, wide and on a phone."""
    await slack_pictures(browser, groups, folder)
    for group, shown in groups.items():
        if RENDERER.exists():
            await teams_pictures(browser, group, shown, folder)
        await terminal_pictures(browser, group, shown, folder)
