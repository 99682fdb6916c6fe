"""The names of the small layers stand in one place; whatever is kept by name has all of them."""

from bots.settings import ModelsSettings
from bots.wording.progress import step
from pipeline.agents.prompts import prompt_names
from pipeline.small_layers import CEILINGS, ON_THE_WAY, SMALL_LAYERS
from pipeline.steps_in_order import STEPS


def test_every_small_layer_has_a_ceiling_and_a_prompt() -> None:
    assert set(CEILINGS) == set(SMALL_LAYERS)
    assert set(SMALL_LAYERS) <= set(prompt_names())


def test_those_on_the_way_are_steps_in_that_order_and_say_what_they_do() -> None:
    names = [name for name, _ in STEPS]
    at = names.index(ON_THE_WAY[0])
    assert tuple(names[at : at + len(ON_THE_WAY)]) == ON_THE_WAY
    assert all(step(name) for name in ON_THE_WAY)


def test_each_of_them_can_be_set() -> None:
    ladder = [{"provider": "compatible", "model": "m", "base_url": "http://127.0.0.1:9/v1"}]
    layers = {name: {"ask": "never"} for name in SMALL_LAYERS}
    settings = ModelsSettings.model_validate({"ladder": ladder, "layers": layers})
    assert set(settings.layers) == set(SMALL_LAYERS)
