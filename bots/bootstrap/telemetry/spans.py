"""Traces by OpenTelemetry: one trace for each run, however long it waits and wherever it goes on.

The ids of a run's trace and of its first span are made from the run's id. So every replica puts
its spans into the same trace, and the span of the run itself is sent when the run ends.
"""

import hashlib
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Final, TypeAlias

from opentelemetry import context as contexts
from opentelemetry import trace
from opentelemetry.trace import (
    NonRecordingSpan,
    Span,
    SpanContext,
    SpanKind,
    Status,
    StatusCode,
    TraceFlags,
    Tracer,
)
from typing_extensions import override

from countersign_bot import __version__

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import SpanExporter

Attributes: TypeAlias = Mapping[str, str | int | float | bool]

# Starts of runs that are at work here; one that began elsewhere is shown from its first step here.
_MOST_STARTS: Final = 2_000
_FIXED: ContextVar[tuple[int, int] | None] = ContextVar("fixed_ids", default=None)


class Traces:
    """Begins spans. Without a provider they cost next to nothing and go nowhere."""

    def __init__(self, tracer: Tracer | None = None) -> None:
        self._tracer = tracer
        self._starts: OrderedDict[str, int] = OrderedDict()

    @property
    def is_on(self) -> bool:
        """Whether anybody takes what is traced."""
        return self._tracer is not None

    def use(self, tracer: Tracer | None) -> None:
        self._tracer = tracer

    @contextmanager
    def span(
        self, name: str, attributes: Attributes, *, run: str = "", within: bool = False
    ) -> Iterator[Span]:
        """A span within the one around it, or right below the run's own.

        One that is only traced `within` another asks somebody else, as a client: a look whether a
        database is there is no trace of its own.
        What is raised in it is noted by its class alone: its words may hold values.
        """
        alone = within and not trace.get_current_span().get_span_context().is_valid
        if self._tracer is None or alone:
            yield trace.INVALID_SPAN
            return
        around = self._below(run) if run else None
        with self._tracer.start_as_current_span(
            name,
            around,
            SpanKind.CLIENT if within else SpanKind.INTERNAL,
            dict(attributes),
            record_exception=False,
            set_status_on_exception=False,
        ) as span:
            try:
                yield span
            except BaseException as error:
                span.set_attribute("error.type", type(error).__name__)
                span.set_status(Status(StatusCode.ERROR))
                raise

    def run_ended(self, run: str, attributes: Attributes) -> None:
        """Send the span of the whole run."""
        if self._tracer is None:
            return
        began = self._starts.pop(run, None)
        fixed = _FIXED.set(_ids(run))
        try:
            self._tracer.start_span(
                "run", contexts.Context(), SpanKind.SERVER, dict(attributes), start_time=began
            ).end()
        finally:
            _FIXED.reset(fixed)

    def _below(self, run: str) -> contexts.Context:
        self._starts.setdefault(run, time.time_ns())
        if len(self._starts) > _MOST_STARTS:
            self._starts.popitem(last=False)
        of_trace, of_span = _ids(run)
        flags = TraceFlags(TraceFlags.SAMPLED)
        parent = SpanContext(of_trace, of_span, is_remote=True, trace_flags=flags)
        return trace.set_span_in_context(NonRecordingSpan(parent), contexts.Context())


def _ids(run: str) -> tuple[int, int]:
    """The ids of a run's trace and of its own span; neither may be zero."""
    digest = hashlib.sha256(run.encode()).digest()
    return int.from_bytes(digest[:16]) or 1, int.from_bytes(digest[16:24]) or 1


def provider(exporter: "SpanExporter", service: str) -> "TracerProvider":
    """What sends spans to an exporter. Needs the extra `telemetry`."""
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor
    from opentelemetry.sdk.trace.id_generator import RandomIdGenerator

    class RunIds(RandomIdGenerator):
        """Random ids, but for the span of a run."""

        @override
        def generate_trace_id(self) -> int:
            fixed = _FIXED.get()
            return fixed[0] if fixed else super().generate_trace_id()

        @override
        def generate_span_id(self) -> int:
            fixed = _FIXED.get()
            return fixed[1] if fixed else super().generate_span_id()

    about = Resource.create({"service.name": service, "service.version": __version__})
    made = TracerProvider(resource=about, id_generator=RunIds(), shutdown_on_exit=False)
    made.add_span_processor(BatchSpanProcessor(exporter))
    return made


TRACES: Final = Traces()


def tracing(url: str, service: str) -> Callable[[], None]:
    """Send traces by OTLP over HTTP from now on; call what comes back to send the last and stop."""
    if not url:
        return lambda: None
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter

    made = provider(OTLPSpanExporter(endpoint=url, timeout=5), service)
    TRACES.use(made.get_tracer("countersign", __version__))

    def stop() -> None:
        TRACES.use(None)
        made.shutdown()

    return stop
