"""What each function of `pipeline.rules` is worth: questions are read again without it.

    python -m benchmarks.rules_cut --questions /tmp/business/questions.jsonl --part train --most 500

First every question is read once, and each function notes what it returns. The result that it gives
most often, and that is None, a truth value, something empty or one of its own arguments, is its
*idle result*. A function acts on a question where it returns something else. Then each function in
turn always gives its idle result, and the questions that it acted on are read again.

Functions without an idle result (builders), and those that change their arguments and return
nothing, are listed and not switched off. What is worked out once for a database is left out too.

A loss is in questions: right at once 1, right after one click 0.8, refused 0.05, wrong at once
-1.5, no outcome at all (an error) -2.
"""

import argparse
import importlib
import inspect
import json
import pkgutil
import types
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import pipeline.rules
from benchmarks.text_to_sql import Bench, judged

_WORTH: Final = {
    "right": 1.0,
    "click": 0.8,
    "refused": 0.05,
    "asked": 0.0,
    "wrong": -1.5,
    "error": -2.0,
}
_EMPTY: Final = (tuple, list, dict, set, frozenset, str, int, float)
# More than this many questions: the function is needed, and trying it takes long.
_MOST_ACTING: Final = 60

Idle = str


@dataclass(slots=True)
class Watched:
    """One function of the rules, its lines, and what it is to do now."""

    name: str
    run: Callable[..., Any]
    lines: int
    yields: bool
    idle: Idle | None = None
    given: list[frozenset[Idle]] = field(default_factory=list)

    def __call__(self, *args: Any, **named: Any) -> Any:
        if self.idle is not None:
            return self._idle(args)
        if self.yields:
            found = list(self.run(*args, **named))
            self.given.append(frozenset() if found else frozenset(("empty list",)))
            return iter(found)
        found = self.run(*args, **named)
        self.given.append(idle_results(found, args))
        return found

    def _idle(self, args: Sequence[Any]) -> Any:
        kind, _, what = str(self.idle).partition(" ")
        if kind == "argument":
            return args[int(what)]
        if kind == "constant":
            return {"None": None, "True": True, "False": False}[what]
        made: Any = next(each for each in _EMPTY if each.__name__ == what)()
        return iter(()) if self.yields else made


def idle_results(found: Any, args: Sequence[Any]) -> frozenset[Idle]:
    """The idle results that something returned could be; none for a result of its own."""
    if found is None or isinstance(found, bool):
        return frozenset((f"constant {found}",))
    same = [f"argument {at}" for at, arg in enumerate(args) if _is_same(found, arg)]
    empty = isinstance(found, _EMPTY) and not found
    return frozenset((*same, f"empty {type(found).__name__}") if empty else same)


def _is_same(found: Any, arg: Any) -> bool:
    plain = isinstance(found, str | list | tuple) and type(found) is type(arg)
    return found is arg or (plain and bool(found == arg))


class Rules:
    """All functions of `pipeline.rules`, each replaced by one that is watched."""

    def __init__(self) -> None:
        self.functions: dict[str, Watched] = {}
        self._caches: list[Any] = []
        modules = pkgutil.walk_packages(pipeline.rules.__path__, "pipeline.rules.")
        for module in [importlib.import_module(each.name) for each in modules]:
            for name, member in list(_members(module)):
                self._watch(f"{module.__name__.removeprefix('pipeline.rules.')}:{name}", member)

    def begin(self) -> None:
        """Forget what functions gave before."""
        for each in self.functions.values():
            each.given.clear()

    def switch_off(self, off: Mapping[str, Idle]) -> None:
        """From now on these functions, and no others, give their idle result."""
        for name, each in self.functions.items():
            each.idle = off.get(name)
        for cache in self._caches:
            cache.cache_clear()

    def _watch(self, name: str, member: Any) -> None:
        if hasattr(member, "cache_clear"):
            self._caches.append(member)
        function = _function_of(member)
        if function is None or function.__closure__ or function.__name__.startswith("__"):
            return
        original = types.FunctionType(
            function.__code__, function.__globals__, name, function.__defaults__
        )
        original.__kwdefaults__ = function.__kwdefaults__
        lines = len(inspect.getsourcelines(function)[0])
        watched = Watched(name, original, lines, inspect.isgeneratorfunction(original))
        self.functions[name] = watched
        _replace_code(function, watched)


def _members(module: types.ModuleType) -> Iterator[tuple[str, Any]]:
    for name, thing in vars(module).items():
        if getattr(thing, "__module__", None) != module.__name__:
            continue
        if isinstance(thing, type):
            yield from ((f"{name}.{part}", member) for part, member in vars(thing).items())
        else:
            yield name, thing


def _function_of(member: Any) -> types.FunctionType | None:
    for within in ("__wrapped__", "__func__", "fget", "func"):
        member = getattr(member, within, None) or member
    own = (
        isinstance(member, types.FunctionType)
        and "rules" in Path(member.__code__.co_filename).parts
    )
    return member if own else None


def _replace_code(function: types.FunctionType, by: Watched) -> None:
    """Other modules hold the function itself, so its code is exchanged and not its name."""

    def template(*args: Any, **named: Any) -> Any:
        call: Any = "the call"
        return call(*args, **named)

    code = template.__code__
    constants = tuple(by if each == "the call" else each for each in code.co_consts)
    function.__code__ = code.replace(co_consts=constants)
    function.__defaults__ = None
    function.__kwdefaults__ = None


@dataclass(frozen=True, slots=True)
class Profile:
    """What the functions gave on each question: their idle result, and where they acted."""

    idle: Mapping[str, Idle]
    acted: Mapping[str, frozenset[int]]
    called: frozenset[str]


def profile_of(given: Mapping[str, Mapping[int, Sequence[frozenset[Idle]]]]) -> Profile:
    """The idle result of each function is the one with which it acts on the fewest questions."""
    idle, acted = {}, {}
    for name, by_question in given.items():
        possible = Counter(
            kind for results in by_question.values() for kinds in results for kind in kinds
        )
        acting = {
            kind: frozenset(
                at for at, results in by_question.items() if any(kind not in r for r in results)
            )
            for kind in sorted(possible)
        }
        if acting:
            idle[name] = min(acting, key=lambda kind: len(acting[kind]))
            acted[name] = acting[idle[name]]
    return Profile(idle, acted, frozenset(given))


def _state(detail: Mapping[str, Any]) -> str:
    if detail.get("unanswerable"):
        return "wrong" if detail["outcome"] == "Planned" else "refused"
    right = bool(detail.get("right"))
    match detail["outcome"]:
        case "Planned":
            return "right" if right else "wrong"
        case "Ask":
            return "click" if right else "asked"
        case _:
            return "refused"


def _state_without(bench: Bench, item: dict[str, Any]) -> str:
    """The state with a function switched off, which others may not be ready for."""
    try:
        return _state(judged(bench, item))
    except Exception:  # noqa: BLE001 - any error of theirs counts alike
        return "error"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--questions", type=Path, required=True)
    parser.add_argument("--db-root", type=Path)
    parser.add_argument("--part")
    parser.add_argument("--most", type=int, default=500, help="questions")
    options = parser.parse_args()
    lines = options.questions.read_text("utf8").splitlines()
    items = [json.loads(line) for line in lines if line.strip()]
    items = [each for each in items if not options.part or each.get("split") == options.part]
    items = items[:: max(1, len(items) // options.most)][: options.most]
    bench, rules = Bench(options.db_root or options.questions.parent), Rules()
    for item in items:
        bench.known(item["db"])
    once = {name for name, each in rules.functions.items() if each.given}
    given: dict[str, dict[int, Sequence[frozenset[Idle]]]] = defaultdict(dict)
    before = []
    for at, item in enumerate(items):
        rules.begin()
        before.append(_state(judged(bench, item)))
        for name, each in rules.functions.items():
            if each.given:
                given[name][at] = tuple(each.given)
    profile = profile_of(given)
    print(json.dumps(_never(rules, profile)))
    losses = []
    for name, places in sorted(profile.acted.items(), key=lambda pair: len(pair[1])):
        if name in once or not 0 < len(places) <= _MOST_ACTING:
            continue
        rules.switch_off({name: profile.idle[name]})
        after = {at: _state_without(bench, items[at]) for at in sorted(places)}
        loss = sum(_WORTH[before[at]] - _WORTH[state] for at, state in after.items())
        losses.append((loss, rules.functions[name].lines, name, len(places)))
    rules.switch_off({})
    for loss, length, name, acting in sorted(losses, key=lambda each: each[0] / each[1]):
        print(f"{loss:7.2f} questions  {length:4} lines  acts on {acting:3}  {name}")
    print(json.dumps({
        "questions": len(items), "states": Counter(before), "tried": len(losses),
        "lines_tried": sum(length for _, length, *_ in losses),
        "lines_without_loss": sum(length for loss, length, *_ in losses if loss <= 0),
    }))  # fmt: skip


def _never(rules: Rules, profile: Profile) -> dict[str, int]:
    """How many functions and lines are never called, and how many are called and never act."""
    uncalled = [each for name, each in rules.functions.items() if name not in profile.called]
    idle = [rules.functions[name] for name, places in profile.acted.items() if not places]
    return {
        "functions": len(rules.functions),
        "lines": sum(each.lines for each in rules.functions.values()),
        "never_called": len(uncalled),
        "lines_never_called": sum(each.lines for each in uncalled),
        "never_acting": len(idle),
        "lines_never_acting": sum(each.lines for each in idle),
    }


if __name__ == "__main__":
    main()
