"""A message with buttons and a modal, as a small app would send them."""

from bots.local_workspace.people import Json

YES_OR_NO: list[Json] = [
    {"type": "section", "text": {"type": "mrkdwn", "text": "Run it?"}},
    {
        "type": "actions",
        "block_id": "decide",
        "elements": [
            {
                "type": "button",
                "action_id": "yes",
                "value": "run-1",
                "text": {"type": "plain_text", "text": "Yes, run"},
            },
            {
                "type": "static_select",
                "action_id": "region",
                "options": [
                    {"text": {"type": "plain_text", "text": each}, "value": each}
                    for each in ("Spain", "France")
                ],
            },
        ],
    },
]
MODAL: Json = {
    "type": "modal",
    "callback_id": "why",
    "title": {"type": "plain_text", "text": "Why?"},
    "submit": {"type": "plain_text", "text": "Send"},
    "notify_on_close": True,
    "blocks": [
        {
            "type": "input",
            "block_id": "reason",
            "label": {"type": "plain_text", "text": "Reason"},
            "element": {"type": "plain_text_input", "action_id": "text", "max_length": 20},
        }
    ],
}
