"""Every limit that Slack sets on what an app sends, in one table."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class SlackLimits:
    """Sizes are characters unless the name says otherwise."""

    message_blocks: int = 50
    view_blocks: int = 100
    message_text: int = 4_000
    message_text_refused: int = 40_000
    # Slack refuses a message somewhere between 11.3k and 13.3k characters over all its blocks
    # and documents neither figure (slackapi/bolt-js #2509, #2867), so we stay below both.
    message_all_blocks: int = 11_000
    tables_per_message: int = 1
    block_id: int = 255
    action_id: int = 255
    callback_id: int = 255

    section_text: int = 3_000
    section_fields: int = 10
    field: int = 2_000
    header: int = 150
    markdown: int = 12_000
    actions_elements: int = 25
    context_elements: int = 10
    context_actions_elements: int = 5
    input_label: int = 2_000
    input_hint: int = 2_000
    image_url: int = 3_000
    alt_text: int = 2_000
    image_title: int = 2_000
    table_rows: int = 100
    table_cells: int = 20

    button_text: int = 75
    button_value: int = 2_000
    url: int = 3_000
    placeholder: int = 150
    option_text: int = 75
    option_value: int = 150
    option_description: int = 75
    select_options: int = 100
    option_groups: int = 100
    overflow_options: int = 5
    choice_options: int = 10
    input_value: int = 3_000

    confirm_title: int = 100
    confirm_text: int = 300
    confirm_button: int = 30

    modal_title: int = 24
    modal_button: int = 24
    private_metadata: int = 3_000
    modal_stack: int = 3

    stream_text: int = 12_000
    acknowledge_seconds: float = 3.0
    trigger_seconds: float = 3.0
    response_url_uses: int = 5
    response_url_seconds: float = 1_800.0


LIMITS: Final = SlackLimits()
