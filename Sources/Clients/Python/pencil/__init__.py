"""The pen, from pencild, with nothing but the standard library.

    import pencil

    for frame in pencil.connect("my program"):
        for sample in frame.samples:
            print(sample.x, sample.y, sample.force)

Numbers and units are those of pencild's protocol.md, which is pencil-protocol(7): mm, radians, µs of
`CLOCK_MONOTONIC`, 0…1. What is not available is None, never 0. Where the daemon goes away, a connection makes itself
anew and goes on after the last record that came; what is lost is told by a gap and a snapshot. Use a connection from
one thread at a time.
"""
from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import select
import socket
import struct
import sys
import time
from collections import deque
from collections.abc import AsyncIterator, Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum, IntEnum, IntFlag
from types import TracebackType
from typing import Any, NamedTuple, Self, TypeAlias, TypeVar

__version__ = "0.1.0"

MAJOR, MINOR = 1, 0
MAX_DATAGRAM = 65536
ONE_BEAT = 0xFFFFFFFF
"""For `Subscription.predict`: one beat, at most 25 ms."""
_U32, _U64 = 2**32 - 1, 2**64 - 1


# ---------------------------------------------------------------------------------------------------- enumerations

class ToolType(IntEnum):
    PEN, ERASER, BRUSH, PENCIL, AIRBRUSH, MOUSE, LENS = range(1, 8)


class Phase(IntEnum):
    HOVER_ENTERED, HOVER_MOVED, HOVER_EXITED, BEGAN, MOVED, ENDED, CANCELLED = range(7)


class Axes(IntFlag):
    POSITION, MILLIMETRES, FORCE, TILT, ROLL, HOVER, SLIDER = (1 << n for n in range(7))


class Properties(IntFlag):
    """What of a sample can be an estimate."""

    FORCE, AZIMUTH, ALTITUDE, LOCATION, ROLL = (1 << n for n in range(5))


class SampleFlags(IntFlag):
    (AFTER_GAP, TOUCH_WITHOUT_PRESSURE, SYNTHETIC, TILT_UNIT_GUESSED, BARREL_TOUCH, TIME_HELD, WORN_PEN,
     CONTACT_BY_PRESSURE, ACROSS_RESTART) = (1 << n for n in range(9))


class Buttons(IntFlag):
    STYLUS, STYLUS2, STYLUS3, LEFT, RIGHT, MIDDLE, SIDE, EXTRA = (1 << n for n in range(8))


class Contents(IntFlag):
    """Classes of records to subscribe to. Tablets, tools and gaps always come."""

    CONTACT, HOVER, BUTTONS, STROKES, UPDATES, GESTURES, PADS, RAW, REASONS = (1 << n for n in range(9))
    DRAWING = 0x7F


class _Open(IntEnum):
    """To which a later version may add: a value that is not known yet is a member of its own, OTHER_n."""

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        if not isinstance(value, int):
            return None
        member = int.__new__(cls, value)
        member._name_, member._value_ = f"OTHER_{value}", value
        return member


class Pace(_Open):
    EVERY_REPORT, DISPLAY_FRAMES, DISPLAY, ON_REQUEST = range(4)


class Cause(_Open):
    """Where an update's value is from. OTHER_n: one of a later version; the value is final all the same."""

    MEASURED, INTERPOLATED, EXPIRED, LIFTED, LOST, SUPERSEDED = range(1, 7)


class GapCause(_Open):
    """KERNEL_OVERRUN: the tablet's buffer ran over. LAPPED: this program was too slow. NOT_HELD: after a reconnect the
    daemon no longer has what was missed. Behind the latter two comes a snapshot. NOT_PERMITTED: after a reconnect, while
    another user's session was the active one; no snapshot comes. CRASH: the daemon ended without warning, and what it
    had read of the tablet and not told is gone. OTHER_n: one of a later version; a gap is one whatever its cause."""

    KERNEL_OVERRUN, LAPPED, NOT_HELD, NOT_PERMITTED, CRASH = range(1, 6)


class PadControl(IntEnum):
    BUTTON, RING, STRIP, DIAL, KEY, MODE = range(1, 7)


class GestureKind(IntEnum):
    DOUBLE_PRESS, TRIPLE_PRESS, HOLD, CONTACT_PRESS = range(1, 5)


class GesturePhase(IntEnum):
    """Act on ENDED. A gesture without duration comes once, so."""

    BEGAN, CHANGED, ENDED, CANCELLED = range(4)


class Action(IntEnum):
    """What the user wants a gesture to do."""

    (IGNORE, SWITCH_ERASER, SWITCH_PREVIOUS, SHOW_COLOR_PALETTE, SHOW_INK_ATTRIBUTES, SHOW_CONTEXTUAL_PALETTE,
     RUN_SYSTEM_SHORTCUT) = range(7)


class Source(IntEnum):
    """Who said what a gesture does."""

    BUILT_IN, CONFIGURATION, USER = range(3)


class Claim(_Open):
    """What became of a claim of gestures. OTHER_n: what a later version has."""

    NONE, HELD, LOST, LAPSED = range(4)


_E = TypeVar("_E", bound=IntEnum)


def _known(kind: type[_E], value: int) -> _E | None:
    """None: a value of a later version."""
    try:
        return kind(value)
    except ValueError:
        return None


# ---------------------------------------------------------------------------------------------------------- errors

class ErrorCode(Enum):
    """What kind of error it is."""

    NO_DAEMON = "noDaemon"
    ACCESS_DENIED = "accessDenied"
    BUSY = "busy"
    TIMED_OUT = "timedOut"
    DISCONNECTED = "disconnected"
    NOT_PERMITTED = "notPermitted"
    UNSUPPORTED_VERSION = "unsupportedVersion"
    REFUSED = "refused"
    PROTOCOL_VIOLATION = "protocolViolation"
    BAD_SUBSCRIPTION = "badSubscription"
    SYSTEM_CALL = "systemCall"


class PencilError(Exception):
    """Why a connection can't be made or can't go on. Its text says what is wrong and what to do about it."""

    def __init__(self, code: ErrorCode, text: str) -> None:
        super().__init__(text)
        self.code = code


class BadArgument(PencilError, ValueError):
    """An argument that can't be: its text names it and its range, and nothing was sent."""

    def __init__(self, text: str) -> None:
        super().__init__(ErrorCode.BAD_SUBSCRIPTION, text)


def _whole(name: str, value: object, highest: int, lowest: int = 0, other: str = "") -> None:
    """Raises unless the value is a whole number in its range; `other`: what it may be instead, for the text."""
    if not isinstance(value, int) or not lowest <= value <= highest:
        raise BadArgument(f"{name} is a whole number from {lowest} to {highest}{other}, not {value!r}")


def _violation(what: str) -> PencilError:
    return PencilError(ErrorCode.PROTOCOL_VIOLATION,
                       f"what the daemon sent isn't version {MAJOR} of the protocol ({what}): is the socket pencild's? "
                       "If it is, report a bug of it")


def _closed() -> PencilError:
    return PencilError(ErrorCode.DISCONNECTED, "the daemon closed the connection: it was stopped or restarted")


def _failed(what: str, error: OSError) -> PencilError:
    return PencilError(ErrorCode.SYSTEM_CALL, f"{what}: {error.strerror}")


def _unreachable(path: str, error: OSError) -> PencilError:
    """Why a socket that is there can't be connected to."""
    if error.errno in (errno.EACCES, errno.EPERM):
        return PencilError(ErrorCode.ACCESS_DENIED,
                           f"this user may not connect to {path}: look at its owner and mode with `ls -l`; those of the "
                           "service's socket are SocketMode= and SocketGroup= in pencild.socket")
    if error.errno == errno.EAGAIN:
        return PencilError(ErrorCode.BUSY,
                           f"the daemon at {path} has more new clients waiting than it can take: try again")
    if error.errno == errno.EPROTOTYPE:
        return PencilError(ErrorCode.NO_DAEMON, f"{path} is a socket of another kind: name the one for apps, pencil.sock "
                                                "(json.sock is for scripts)")
    if error.errno == errno.ENAMETOOLONG:
        return PencilError(ErrorCode.NO_DAEMON,
                           f"{path} is longer than the path of a socket can be (107 bytes): use a shorter one")
    return _failed(f"connecting to {path}", error)


# ---------------------------------------------------------------------------------------------------------- values

@dataclass(slots=True)
class Sample:
    """One report of a tool: everything that is needed to draw it."""

    time: int
    sequence: int
    tablet: int
    attachment: int
    tool: int
    tool_type: ToolType
    stroke: int
    """0: hover."""
    index: int
    """The number by which updates find it; 0: hover."""
    phase: Phase
    estimated: Properties
    """Properties whose value is not the measured one."""
    expecting: Properties
    """Those for which an update will come."""
    available: Axes
    flags: SampleFlags
    buttons: Buttons
    raw_pressure: int
    x: float | None
    y: float | None
    nx: float | None
    ny: float | None
    force: float | None
    altitude: float | None
    azimuth: float | None
    roll: float | None
    hover: float | None
    slider: float | None
    confidence: float | None = None
    """Of a predicted sample alone: 0, no better than the last real one, …1."""

    def apply(self, update: Update) -> bool:
        """Takes an update of this sample. False, and nothing changes: it is of another one."""
        if not self.index or (self.index, self.attachment, self.tablet) != (update.index, update.attachment,
                                                                             update.tablet):
            return False
        match update.property:
            case Properties.FORCE: self.force = update.value
            case Properties.ALTITUDE: self.altitude = update.value
            case Properties.AZIMUTH: self.azimuth = update.value
            case Properties.ROLL: self.roll = update.value
            case Properties.LOCATION: self.x, self.y = update.value, update.second
        self.expecting, self.estimated = update.expecting, update.estimated
        return True


@dataclass(slots=True)
class Update:
    """The later, final value of one property of a sample, found by (tablet, attachment, index)."""

    time: int
    sequence: int
    tablet: int
    attachment: int
    index: int
    tool: int
    tool_type: ToolType
    stroke: int
    property: Properties
    cause: Cause
    expecting: Properties
    estimated: Properties
    value: float
    """Of a location its x, in mm."""
    second: float
    """Of a location its y, in mm; else 0."""


@dataclass(slots=True)
class StrokeSummary:
    """A stroke is over and final."""

    time: int
    sequence: int
    tablet: int
    tool: int
    tool_type: ToolType
    stroke: int
    began: int
    samples: int
    is_cancelled: bool
    is_cut_by_restart: bool = False
    """The daemon was started anew: its ink stays."""


@dataclass(slots=True)
class ButtonChange:
    time: int
    sequence: int
    tablet: int
    tool: int
    tool_type: ToolType
    stroke: int
    button: int
    """The number of its bit in `buttons`."""
    is_pressed: bool
    is_synthetic: bool
    """The tool left; never a click."""
    buttons: Buttons


@dataclass(slots=True)
class Gesture:
    """A double press or its like, what the user wants it to do, and where the tool was."""

    time: int
    sequence: int
    tablet: int
    attachment: int
    tool: int
    tool_type: ToolType
    number: int
    stroke: int
    kind: GestureKind
    phase: GesturePhase
    button: int
    action: Action
    presses: tuple[int, ...]
    """Sequence numbers of the button records that it was made of."""
    buttons: Buttons
    available: Axes
    x: float | None
    y: float | None
    nx: float | None
    ny: float | None
    altitude: float | None
    azimuth: float | None
    roll: float | None
    hover: float | None


@dataclass(slots=True)
class Gap:
    """Something is missing. `first`…`last` are the records that this program won't get; 0: not known."""

    time: int
    sequence: int
    tablet: int
    cause: GapCause
    first: int = 0
    last: int = 0


class AxisRange(NamedTuple):
    minimum: int
    maximum: int
    resolution: int
    """Units per mm or radian; 0: unknown."""


@dataclass(slots=True)
class Tablet:
    time: int
    sequence: int
    id: int
    attachment: int
    """Counts up each time that it is plugged in."""
    name: str
    identity: str
    """The same for the same tablet plugged in again, also after a restart."""
    seat: str
    node: str
    is_present: bool
    """False: it has gone."""
    is_direct: bool
    """The pen draws on a display."""
    is_replayed: bool
    bus: int
    vendor: int
    product: int
    version: int
    width: float | None
    height: float | None
    x: AxisRange
    y: AxisRange
    pressure: AxisRange
    tilt_x: AxisRange
    tilt_y: AxisRange
    available: Axes
    tool_types: frozenset[ToolType]


@dataclass(slots=True)
class Tool:
    time: int
    sequence: int
    tablet: int
    id: int
    type: ToolType
    serial: int
    """0: unknown."""
    hardware_id: int
    """0: unknown."""
    available: Axes


@dataclass(slots=True)
class Pad:
    """A pad appeared, changed or went."""

    time: int
    sequence: int
    tablet: int
    id: int
    attachment: int
    is_present: bool
    is_replayed: bool
    buttons: int
    rings: int
    strips: int
    dials: int
    modes: int
    mode: int
    name: str
    node: str


@dataclass(slots=True)
class PadEvent:
    time: int
    sequence: int
    tablet: int
    pad: int
    attachment: int
    control: PadControl
    index: int
    mode: int
    is_pressed: bool
    is_synthetic: bool
    code: int
    value: float | None
    """Of a ring or strip; None: the finger has left."""
    delta: int
    """Of a dial: 120ths of a notch."""
    buttons: int


class RawEvent(NamedTuple):
    type: int
    code: int
    value: int


@dataclass(slots=True)
class Raw:
    """What the kernel sent in one input frame."""

    time: int
    sequence: int
    tablet: int
    flags: int
    events: list[RawEvent]


@dataclass(slots=True)
class Reason:
    """Why a stage decided as it did: reasons.md in pencild's documentation."""

    time: int
    sequence: int
    tablet: int
    tool: int
    stage: int
    code: int
    values: tuple[int, int, int, int]


class KernelAxis(NamedTuple):
    code: int
    minimum: int
    maximum: int
    fuzz: int
    flat: int
    resolution: int
    value: int


@dataclass(slots=True)
class Description:
    """A tablet as its kernel describes it."""

    time: int
    sequence: int
    tablet: int
    attachment: int
    properties: int
    keys: tuple[int, ...]
    relative: int
    miscellaneous: int
    axes: list[KernelAxis]


@dataclass(slots=True)
class Welcome:
    time: int
    token: int
    major: int
    minor: int
    epoch: int
    head: int
    oldest: int
    version: str


@dataclass(slots=True)
class Refusal:
    """An error of the daemon's."""

    time: int
    token: int
    code: int
    is_fatal: bool
    text: str

    def error(self) -> PencilError:
        """What the daemon refused, in its own words, and what to do."""
        said = self.text or f"error {self.code}"
        match self.code:
            case 7:
                return PencilError(ErrorCode.NOT_PERMITTED, self.text or "suspended: this session is not active; members "
                                   "of group pencil may always listen")
            case 6:
                return PencilError(ErrorCode.BUSY, f"the daemon has no room for another client ({said}): close one, or "
                                   "try again")
            case 5:
                return PencilError(ErrorCode.TIMED_OUT, f"the daemon dropped this client for its silence ({said}): try "
                                   "again")
            case 3:
                return PencilError(ErrorCode.UNSUPPORTED_VERSION, f"the daemon doesn't speak version {MAJOR} of the "
                                   f"protocol ({said}): install an app and a daemon of the same version")
            case 2:
                return PencilError(ErrorCode.BAD_SUBSCRIPTION, f"the daemon refused the subscription: {said}")
            case 8:
                return PencilError(ErrorCode.REFUSED, f"the daemon is too old for this request ({said}): install a newer "
                                   "one")
            case _:
                return PencilError(ErrorCode.REFUSED, f"the daemon refused what this app sent: {said}")

    @property
    def is_transient(self) -> bool:
        """Whether the same client may be taken later, without anything changed on its side."""
        return self.code not in (1, 2, 3, 4, 7, 8, 9)


@dataclass(frozen=True, slots=True)
class Subscription:
    """What to be sent, and how often. The default is what an app that draws wants: each report at once."""

    pace: Pace = Pace.EVERY_REPORT
    rate: int = 0
    """At pace DISPLAY_FRAMES thousandths of a hertz, at pace DISPLAY the display's period in ns; else 0."""
    contents: Contents = Contents.DRAWING
    tablet: int = 0
    """Only this one; 0: all."""
    tool: int = 0
    """Only samples, updates, buttons and strokes of this one; 0: all."""
    tool_types: frozenset[ToolType] = frozenset()
    """Only of these; empty: all."""
    phase: int = 0
    """At pace DISPLAY: when a frame was or will be shown, ns of `CLOCK_MONOTONIC`."""
    lead: int = 0
    """At pace DISPLAY: how long before that the beat is, ns."""
    predict: int = 0
    """How far to predict in frames, µs, up to 50,000; or ONE_BEAT."""
    beats_only: bool = False
    """Frames come at their beats alone; else what begins or ends a stroke, and buttons, are sent at once."""


def display_frames(hertz: float, predict: int = 0) -> Subscription:
    """All of every pen in 1…1000 display frames a second."""
    _check_rate(hertz)
    return Subscription(Pace.DISPLAY_FRAMES, round(hertz * 1000), predict=predict)


def _check_rate(hertz: float) -> None:
    if not 1 <= hertz <= 1000:
        raise BadArgument(f"{float(hertz)} display frames a second can't be had: ask for 1 to 1000 Hz")


def _check_display(period: int, phase: int, lead: int) -> None:
    for name, value in (("period", period), ("lead", lead)):
        _whole(name, value, _U32)
    _whole("phase", phase, _U64)
    if not 10**6 <= period <= 10**9 or lead > period:
        raise BadArgument(f"a display of {period} ns a frame with a lead of {lead} ns can't be had: the period is 1 ms to "
                          "1 s, the lead at most one period")


def _check_subscription(s: Subscription) -> None:
    """Raises where the daemon would refuse it and end the connection."""
    _whole("pace", s.pace, 3)
    _whole("contents", s.contents, 0x1FF)
    _whole("tablet", s.tablet, _U32)
    _whole("tool", s.tool, _U32)
    for kind in s.tool_types:
        _whole("each of tool_types", kind, 7, 1)
    _whole("rate", s.rate, _U32)
    if s.predict != ONE_BEAT:
        _whole("predict", s.predict, 50_000, other=" µs, or ONE_BEAT")
    if s.pace == Pace.DISPLAY_FRAMES:
        _check_rate(s.rate / 1000)
    elif s.pace == Pace.DISPLAY:
        _check_display(s.rate, s.phase, s.lead)
    elif s.rate:
        raise BadArgument("rate goes with the paces DISPLAY_FRAMES and DISPLAY")
    if s.pace != Pace.DISPLAY and (s.phase or s.lead):
        raise BadArgument("phase and lead go with the pace DISPLAY")
    if s.pace == Pace.EVERY_REPORT and (s.predict or s.beats_only):
        raise BadArgument("predict and beats_only go with a pace with frames, such as display_frames(60)")


@dataclass(slots=True)
class Subscribed:
    """What a subscription came to."""

    time: int
    token: int
    granted: Subscription
    head: int


@dataclass(slots=True)
class FrameHeader:
    time: int
    number: int
    due: int
    records: int
    flags: int
    """1 goes on in the next datagram, 2 goes on from the last, 4 flushed."""
    predicted: int


@dataclass(slots=True)
class Snapshot:
    """The begin or the end of one."""

    time: int
    head: int
    is_end: bool


@dataclass(slots=True)
class Suspended:
    """From here on no samples come of this tablet's seat (0: of any), until Resumed. `reason` 1: the session is not
    active."""

    time: int
    tablet: int
    reason: int
    head: int


@dataclass(slots=True)
class Resumed:
    """Samples come again; a snapshot follows."""

    time: int
    tablet: int
    reason: int
    head: int


@dataclass(slots=True)
class Interaction:
    """Whether this program gets gestures, and whether it alone does."""

    time: int = 0
    token: int = 0
    is_enabled: bool = True
    claim: Claim = Claim.NONE


@dataclass(frozen=True, slots=True)
class Preference:
    """What is wanted of a gesture. Of a list of them the first that fits wins."""

    gesture: GestureKind
    action: Action
    button: int | None = None
    """None: any."""
    tool_type: ToolType | None = None
    """None: any."""
    serial: int = 0
    """0: any."""
    tablet: str = ""
    """A pattern for the tablet's name or identity; empty: any."""
    source: Source = Source.USER


@dataclass(slots=True)
class Preferences:
    """What this user wants gestures to do, the most specific first."""

    time: int
    token: int
    lines: list[Preference]
    # Gestures that the daemon's configuration has off everywhere: they never come, whatever the lines say.
    off: frozenset[GestureKind] = frozenset()


# -------------------------------------------------------------------------------------------------------- decoding

class Item(NamedTuple):
    """One item of a datagram, undecoded."""

    type: int
    tablet: int
    sequence: int
    time: int
    data: bytes
    """The header included."""

    @property
    def is_record(self) -> bool:
        return self.type >> 8 == 2


_HEADER = struct.Struct("<HHIQQ")


def split(datagram: bytes) -> Iterator[Item]:
    """The items of a datagram; raises where it isn't the protocol."""
    offset, length = 0, len(datagram)
    while offset < length:
        size = type_ = tablet = sequence = time_ = 0
        if length - offset >= 24:
            size, type_, tablet, sequence, time_ = _HEADER.unpack_from(datagram, offset)
        if size < 24 or size % 8 or size > length - offset:
            raise _violation(f"an item at byte {offset} doesn't end with its datagram of {length}")
        yield Item(type_, tablet, sequence, time_, datagram[offset:offset + size])
        offset += size


def _text(data: bytes) -> str:
    return data.split(b"\0", 1)[0].decode(errors="replace")


def _types(bits: int) -> frozenset[ToolType]:
    return frozenset(kind for kind in ToolType if bits >> kind & 1)


_SAMPLE = struct.Struct("<IIIIBBBBHHIi10f")


def _sample(item: Item) -> Sample | None:
    (tool, attachment, stroke, index, phase_, estimated, expecting, type_, available, flags, buttons, raw, x, y, nx, ny,
     force, altitude, azimuth, roll, hover, slider) = _SAMPLE.unpack_from(item.data, 24)
    phase, tool_type = _known(Phase, phase_), _known(ToolType, type_)
    if phase is None or tool_type is None:
        return None
    return Sample(
        item.time, item.sequence, item.tablet, attachment, tool, tool_type, stroke, index, phase, Properties(estimated),
        Properties(expecting), Axes(available), SampleFlags(flags), Buttons(buttons), raw,
        x if available & 2 else None, y if available & 2 else None, nx if available & 1 else None,
        ny if available & 1 else None, force if available & 4 else None, altitude if available & 8 else None,
        azimuth if available & 8 else None, roll if available & 16 else None, hover if available & 32 else None,
        slider if available & 64 else None)


def _predicted(item: Item) -> Sample | None:
    sample = _sample(item)
    if sample is not None:
        sample.confidence = struct.unpack_from("<f", item.data, 96)[0]
    return sample


def _update(item: Item) -> Update | None:
    (attachment, index, tool, stroke, property_, cause_, expecting, estimated, value, second,
     type_) = struct.unpack_from("<IIIIBBBBffB", item.data, 24)
    tool_type = _known(ToolType, type_)
    if tool_type is None:
        return None
    return Update(item.time, item.sequence, item.tablet, attachment, index, tool, tool_type, stroke,
                  Properties(property_), Cause(cause_), Properties(expecting), Properties(estimated), value, second)


def _stroke(item: Item) -> StrokeSummary | None:
    tool, stroke, began, samples, flags, type_ = struct.unpack_from("<IIQIHB", item.data, 24)
    tool_type = _known(ToolType, type_)
    if tool_type is None:
        return None
    return StrokeSummary(item.time, item.sequence, item.tablet, tool, tool_type, stroke, began, samples, bool(flags & 1),
                         bool(flags & 2))


def _button(item: Item) -> ButtonChange | None:
    tool, stroke, button, flags, type_, buttons = struct.unpack_from("<IIBBBxI", item.data, 24)
    tool_type = _known(ToolType, type_)
    if tool_type is None:
        return None
    return ButtonChange(item.time, item.sequence, item.tablet, tool, tool_type, stroke, button, bool(flags & 1),
                        bool(flags & 2), Buttons(buttons))


def _gesture(item: Item) -> Gesture | None:
    (tool, attachment, number, stroke, kind_, phase_, button, action_, type_, count, available, press0, press1, press2, x,
     y, nx, ny, altitude, azimuth, roll, hover, buttons) = struct.unpack_from("<IIIIBBBBBBHQQQ8fI", item.data, 24)
    kind, phase, action = _known(GestureKind, kind_), _known(GesturePhase, phase_), _known(Action, action_)
    tool_type = _known(ToolType, type_)
    if kind is None or phase is None or action is None or tool_type is None:
        return None
    return Gesture(
        item.time, item.sequence, item.tablet, attachment, tool, tool_type, number, stroke, kind, phase, button, action,
        (press0, press1, press2)[:count], Buttons(buttons), Axes(available),
        x if available & 2 else None, y if available & 2 else None, nx if available & 1 else None,
        ny if available & 1 else None, altitude if available & 8 else None, azimuth if available & 8 else None,
        roll if available & 16 else None, hover if available & 32 else None)


def _gap(item: Item) -> Gap:
    cause_, first, last = struct.unpack_from("<H6xQQ", item.data, 24)
    return Gap(item.time, item.sequence, item.tablet, GapCause(cause_), first, last)


def _tablet(item: Item) -> Tablet:
    attachment, bus, vendor, product, version, flags = struct.unpack_from("<I4HI", item.data, 24)
    x, y, pressure, tilt_x, tilt_y = (AxisRange(*struct.unpack_from("<3i", item.data, at)) for at in range(40, 100, 12))
    available, types, width, height = struct.unpack_from("<HHff", item.data, 100)
    data = item.data
    return Tablet(
        item.time, item.sequence, item.tablet, attachment, _text(data[112:192]), _text(data[192:256]),
        _text(data[256:272]), _text(data[272:304]), bool(flags & 2), bool(flags & 1), bool(flags & 4), bus, vendor,
        product, version, width if width > 0 else None, height if height > 0 else None, x, y, pressure, tilt_x,
        tilt_y, Axes(available), _types(types))


def _tool(item: Item) -> Tool | None:
    tool, type_, available, serial, hardware_id = struct.unpack_from("<IBxHII", item.data, 24)
    tool_type = _known(ToolType, type_)
    if tool_type is None:
        return None
    return Tool(item.time, item.sequence, item.tablet, tool, tool_type, serial, hardware_id, Axes(available))


def _pad(item: Item) -> Pad:
    (pad, attachment, flags, buttons, rings, strips, dials, modes,
     mode) = struct.unpack_from("<III6B", item.data, 24)
    return Pad(item.time, item.sequence, item.tablet, pad, attachment, bool(flags & 2), bool(flags & 4), buttons, rings,
               strips, dials, modes, mode, _text(item.data[48:128]), _text(item.data[128:160]))


def _pad_event(item: Item) -> PadEvent | None:
    (pad, attachment, control_, index, mode, flags, code, value, delta,
     buttons) = struct.unpack_from("<IIBBBBHxxfiQ", item.data, 24)
    control = _known(PadControl, control_)
    if control is None:
        return None
    return PadEvent(item.time, item.sequence, item.tablet, pad, attachment, control, index, mode, bool(flags & 1),
                    bool(flags & 2), code, value if flags & 4 else None, delta, buttons)


def _raw(item: Item) -> Raw | None:
    count, flags = struct.unpack_from("<HH", item.data, 24)
    if len(item.data) < 32 + 8 * count:
        return None
    events = [RawEvent(*event) for event in struct.iter_unpack("<HHi", item.data[32:32 + 8 * count])]
    return Raw(item.time, item.sequence, item.tablet, flags, events)


def _reason(item: Item) -> Reason:
    stage, code, tool, *values = struct.unpack_from("<HHI4i", item.data, 24)
    return Reason(item.time, item.sequence, item.tablet, tool, stage, code, (values[0], values[1], values[2], values[3]))


def _description(item: Item) -> Description | None:
    (count, properties, *rest) = struct.unpack_from("<II12QIII", item.data, 24)
    if count > 64 or len(item.data) < 144 + 32 * count:
        return None
    axes = [KernelAxis(*axis) for axis in struct.iter_unpack("<I6i4x", item.data[144:144 + 32 * count])]
    return Description(item.time, item.sequence, item.tablet, rest[14], properties, tuple(rest[:12]), rest[12], rest[13],
                       axes)


def _welcome(item: Item) -> Welcome:
    token, major, minor, epoch, head, oldest = struct.unpack_from("<IHHQQQ", item.data, 24)
    return Welcome(item.time, token, major, minor, epoch, head, oldest, _text(item.data[64:96]))


def _refusal(item: Item) -> Refusal:
    token, code, flags = struct.unpack_from("<IHH", item.data, 24)
    return Refusal(item.time, token, code, bool(flags & 1), _text(item.data[32:192]))


def _subscribed(item: Item) -> Subscribed:
    (token, pace_, rate, contents, tablet, tool, types, head, phase, lead, predict,
     flags) = struct.unpack_from("<I4xB3xIIIIIQQIII", item.data, 24)
    return Subscribed(item.time, token, Subscription(Pace(pace_), rate, Contents(contents), tablet, tool, _types(types), phase,
                                                     lead, predict, bool(flags & 1)), head)


def _frame(item: Item) -> FrameHeader:
    return FrameHeader(item.time, *struct.unpack_from("<QQIHH", item.data, 24))


def _snapshot(item: Item) -> Snapshot:
    return Snapshot(item.time, struct.unpack_from("<Q", item.data, 24)[0], item.type == 0x0106)


def _suspended(item: Item) -> Suspended | Resumed:
    kind: type[Suspended] | type[Resumed] = Suspended if item.type == 0x0107 else Resumed
    return kind(item.time, item.tablet, *struct.unpack_from("<I4xQ", item.data, 24))


def _interaction(item: Item) -> Interaction:
    token, gestures, claim = struct.unpack_from("<IBB", item.data, 24)
    return Interaction(item.time, token, gestures != 0, Claim(claim))


def _preferences(item: Item) -> Preferences | None:
    token, count, off = struct.unpack_from("<IHH", item.data, 24)
    if len(item.data) < 32 + 168 * count:
        return None
    lines: list[Preference] = []
    for at in range(32, 32 + 168 * count, 168):
        kind_, button, action_, type_, serial, source_ = struct.unpack_from("<BBBBIB", item.data, at)
        kind, action, source = _known(GestureKind, kind_), _known(Action, action_), _known(Source, source_)
        tool_type = _known(ToolType, type_)
        if kind is None or action is None or source is None or (type_ and tool_type is None):
            continue
        lines.append(Preference(kind, action, None if button == 255 else button, tool_type, serial,
                                _text(item.data[at + 16:at + 144]), source))
    return Preferences(item.time, token, lines, frozenset(kind for kind in GestureKind if off >> kind & 1))


Decoded: TypeAlias = (
    Sample | Update | StrokeSummary | ButtonChange | Gesture | Gap | Tablet | Tool | Pad | PadEvent | Raw | Reason
    | Description | Welcome | Refusal | Subscribed | FrameHeader | Snapshot | Suspended | Resumed | Interaction
    | Preferences)

# By type: the decoder, the least size, and what is said of one that is shorter (None: nothing, it is skipped).
_DECODERS: dict[int, tuple[Any, int, str | None]] = {
    0x0101: (_welcome, 96, None),
    0x0102: (_refusal, 192, "a short error"),
    0x0103: (_subscribed, 88, "a bad answer to a subscription"),
    0x0104: (_frame, 56, "a short frame header"),
    0x0105: (_snapshot, 32, None),
    0x0106: (_snapshot, 32, "a short end of a snapshot"),
    0x0107: (_suspended, 40, None),
    0x0108: (_suspended, 40, None),
    0x0109: (_predicted, 104, None),
    0x010A: (_interaction, 32, "a short interaction"),
    0x010B: (_preferences, 32, "short preferences"),
    0x0201: (_tablet, 304, "a short tablet"),
    0x0202: (_tool, 40, "a short tool"),
    0x0203: (_sample, 96, "a short sample"),
    0x0204: (_update, 56, "a short update"),
    0x0205: (_stroke, 48, "a short stroke"),
    0x0206: (_button, 40, "a short button"),
    0x0207: (_gesture, 112, "a short gesture"),
    0x0208: (_gap, 48, "a short gap"),
    0x0209: (_raw, 32, None),
    0x020A: (_reason, 48, None),
    0x020B: (_description, 144, None),
    0x020C: (_pad_event, 56, "a short pad event"),
    0x020D: (_pad, 160, "a short pad"),
    0x020E: (_gesture, 112, "a short gesture"),
}


def decode(item: Item) -> Decoded | None:
    """The item's value; None: its type, or a value in it, is of a later version. Raises where it is too short."""
    known = _DECODERS.get(item.type)
    if known is None:
        return None
    decoder, size, words = known
    value: Decoded | None = decoder(item) if len(item.data) >= size else None
    if value is None and words is not None and (len(item.data) < size or item.type == 0x010B):
        raise _violation(words)
    return value


# -------------------------------------------------------------------------------------------------------- requests

def _padded(text: str, length: int) -> bytes:
    """Cut at a character's border, with at least one NUL."""
    return text.encode(errors="replace")[:length - 1].decode(errors="ignore").encode().ljust(length, b"\0")


# Each raises BadArgument, a ValueError, for what the request can't hold or the daemon would refuse.

def encode_hello(token: int, name: str) -> bytes:
    """A `name` of more than 63 bytes is cut."""
    _whole("token", token, _U32)
    return struct.pack("<HHI4sHH", 80, 0x0001, token, b"PNCL", MAJOR, MINOR) + _padded(name, 64)


def encode_subscribe(token: int, subscription: Subscription, epoch: int = 0, sequence: int = 0) -> bytes:
    """`epoch`, `sequence`: continue after this record."""
    s = subscription
    _whole("token", token, _U32)
    _whole("epoch", epoch, _U64)
    _whole("sequence", sequence, _U64)
    _check_subscription(s)
    return struct.pack("<HHIB3xIIIIIQQQIIII", 72, 0x0002, token, s.pace, s.rate, s.contents, s.tablet, s.tool,
                       sum(1 << kind for kind in s.tool_types), epoch, sequence, s.phase, s.lead, s.predict,
                       s.beats_only, 0)


def encode_frame_request(token: int) -> bytes:
    _whole("token", token, _U32)
    return struct.pack("<HHIIIQII", 32, 0x0003, token, 1, 0, 0, 0, 0)


def encode_display(token: int, period: int, phase: int, lead: int) -> bytes:
    _whole("token", token, _U32)
    _check_display(period, phase, lead)
    return struct.pack("<HHIIIQII", 32, 0x0003, token, 2, period, phase, lead, 0)


def encode_interaction(token: int, what: int) -> bytes:
    """`what`: 1 gestures on, 2 off, 3 claim, 4 release."""
    _whole("token", token, _U32)
    _whole("what", what, 4, 1)
    return struct.pack("<HHIII", 16, 0x0004, token, what, 0)


def encode_prefer(token: int, preference: Preference, forget: bool = False) -> bytes:
    p = preference
    _whole("token", token, _U32)
    _whole("gesture", p.gesture, 4, 1)
    _whole("action", p.action, 6)
    _whole("tool_type", p.tool_type or 0, 7, other=", or None")
    _whole("serial", p.serial, _U32)
    if p.button is not None:
        _whole("button", p.button, 7, other=", or None")
    # A pattern that is cut is another pattern.
    if len(p.tablet.encode(errors="replace")) > 127:
        raise BadArgument(f"tablet is a text of at most 127 bytes, not {len(p.tablet.encode(errors='replace'))}")
    return struct.pack("<HHIBBBBIQ", 152, 0x0005, token, p.gesture, 255 if p.button is None else p.button,
                       255 if forget else p.action, p.tool_type or 0, p.serial, 0) + _padded(p.tablet, 128)


# ---------------------------------------------------------------------------------------------------------- frames

@dataclass(slots=True)
class Beat:
    """When a display frame was due: µs of `CLOCK_MONOTONIC`."""

    number: int
    due: int
    sent: int
    is_flushed: bool


@dataclass(slots=True)
class Frame:
    """What came since the frame before: the samples in order, with all else that happened."""

    samples: list[Sample] = field(default_factory=list)
    """Every sample of every tool, in the order in which the tablets reported: the *coalesced* samples. Updates of this
    very frame are applied to them."""
    predicted: list[Sample] = field(default_factory=list)
    """Where tools are going to be, until the next frame: draw them and forget them."""
    updates: list[Update] = field(default_factory=list)
    buttons: list[ButtonChange] = field(default_factory=list)
    gestures: list[Gesture] = field(default_factory=list)
    strokes: list[StrokeSummary] = field(default_factory=list)
    tablets: list[Tablet] = field(default_factory=list)
    """Tablets that appeared, changed or went; in a snapshot all there are."""
    tools: list[Tool] = field(default_factory=list)
    pads: list[Pad] = field(default_factory=list)
    pad_events: list[PadEvent] = field(default_factory=list)
    gaps: list[Gap] = field(default_factory=list)
    """What was lost. A gap of this program's own comes in a frame alone, and, but for NOT_PERMITTED, a snapshot
    follows."""
    raw: list[Raw] = field(default_factory=list)
    reasons: list[Reason] = field(default_factory=list)
    descriptions: list[Description] = field(default_factory=list)
    beat: Beat | None = None
    """At the paces with frames; None in a snapshot."""
    is_snapshot: bool = False
    """It is what *is*, not what happened: all tablets and tools, and the last sample of each tool in range."""
    epoch: int = 0
    """In which the numbers of strokes, tools and gestures mean something. One of another epoch may have the same number
    and be another stroke; a snapshot comes between."""

    @property
    def main(self) -> Sample | None:
        """The last sample, whatever its tool."""
        return self.samples[-1] if self.samples else None

    @property
    def mains(self) -> list[Sample]:
        """The last sample of each tool on each tablet. Draw these or `samples`, never both."""
        return list({(sample.tablet, sample.tool): sample for sample in self.samples}.values())

    def _is_empty(self) -> bool:
        return not (self.samples or self.predicted or self.updates or self.buttons or self.gestures or self.strokes
                    or self.tablets or self.tools or self.pads or self.pad_events or self.gaps or self.raw
                    or self.reasons or self.descriptions)

    def _add(self, value: Decoded) -> None:
        match value:
            case Sample(): (self.samples if value.confidence is None else self.predicted).append(value)
            case Update():
                self.updates.append(value)
                any(sample.apply(value) for sample in reversed(self.samples))
            case ButtonChange(): self.buttons.append(value)
            case Gesture(): self.gestures.append(value)
            case StrokeSummary(): self.strokes.append(value)
            case Tablet(): self.tablets.append(value)
            case Tool(): self.tools.append(value)
            case Pad(): self.pads.append(value)
            case PadEvent(): self.pad_events.append(value)
            case Gap(): self.gaps.append(value)
            case Raw(): self.raw.append(value)
            case Reason(): self.reasons.append(value)
            case Description(): self.descriptions.append(value)


@dataclass(slots=True)
class Connected:
    """A daemon answered; the subscription was renewed, and goes on after the last record that came."""

    welcome: Welcome


@dataclass(slots=True)
class Disconnected:
    """No daemon, for this reason. Told once; it is tried again, until Connected."""

    error: PencilError


Event: TypeAlias = Frame | Interaction | Preferences | Suspended | Resumed | Connected | Disconnected


class Assembler:
    """Makes frames of datagrams: a display frame that was split is put together, a snapshot is gathered to its end.

    It knows no socket. `feed` gives what came of a datagram; an error stands at its end.
    """

    def __init__(self) -> None:
        self.epoch = 0
        self.position = (0, 0)
        """(epoch, sequence) of the last record."""
        self.wants_snapshot = False
        self.subscribed: Subscribed | None = None
        self.tablets: dict[int, Tablet] = {}
        self.tools: dict[tuple[int, int], Tool] = {}
        self._frame = Frame()
        self._in_snapshot = False
        self._is_open = False

    @property
    def continuation(self) -> tuple[int, int]:
        """What the first subscription of a connection goes on after; (0, 0) starts with a snapshot."""
        return (0, 0) if self.wants_snapshot else self.position

    @property
    def later_continuation(self) -> tuple[int, int]:
        """The same for a later one, where (0, 0) goes on as it was. The only way to a new snapshot is then to ask for
        what the daemon can't have: records of another epoch."""
        return (~self.epoch & 2**64 - 1 if self.wants_snapshot else 0, 0)

    def feed(self, datagram: bytes) -> list[Event | Refusal | PencilError]:
        events: list[Event | Refusal | PencilError] = []
        try:
            for item in split(datagram):
                self._take(item, decode(item), events)
        except PencilError as error:
            return [*events, error]
        if not self._in_snapshot and not self._is_open:
            self._hand_over(events)
        return events

    def end_connection(self) -> list[Event | Refusal | PencilError]:
        """Forgets what was begun. Records already taken are handed over: they won't come again."""
        events: list[Event | Refusal | PencilError] = []
        if self._in_snapshot:
            self._frame = Frame()
        self._in_snapshot = self._is_open = False
        self._hand_over(events)
        return events

    def _hand_over(self, events: list[Event | Refusal | PencilError]) -> None:
        if not self._frame._is_empty():
            self._frame.epoch = self.epoch
            events.append(self._frame)
        self._frame = Frame()

    def _interrupt(self, events: list[Event | Refusal | PencilError]) -> None:
        """What was gathered comes before what is not part of it; a snapshot that is interrupted never ends."""
        if self._in_snapshot:
            self._frame = Frame()
        self._in_snapshot = self._is_open = False
        self._hand_over(events)

    def _take(self, item: Item, value: Decoded | None, events: list[Event | Refusal | PencilError]) -> None:
        if item.is_record and item.sequence:
            self.position = (self.epoch, item.sequence)
        match value:
            case None: pass
            case FrameHeader():
                if not value.flags & 2:
                    self._interrupt(events)
                self._frame.beat = Beat(value.number, value.due, value.time, bool(value.flags & 4))
                self._is_open = bool(value.flags & 1)
            case Snapshot(is_end=False):
                self._interrupt(events)
                self._in_snapshot = True
            case Snapshot():
                if self._in_snapshot:
                    self._end_snapshot(value.head, events)
            case Subscribed():
                if not self._in_snapshot:
                    self._interrupt(events)
                self.subscribed = value
            case Refusal() | Interaction() | Preferences() | Suspended() | Resumed():
                if not self._in_snapshot or isinstance(value, Refusal):
                    self._interrupt(events)
                events.append(value)
            case Gap(sequence=0):
                self._interrupt(events)
                events.append(Frame(gaps=[value], epoch=self.epoch))
            case Welcome(): pass
            case _:
                # A copy in a snapshot has no number, and nothing else is without one, but a predicted sample.
                if item.is_record and not item.sequence and not self._in_snapshot:
                    return
                self._frame._add(value)
                if not self._in_snapshot:
                    self._note(value)

    def _end_snapshot(self, head: int, events: list[Event | Refusal | PencilError]) -> None:
        self._in_snapshot = self.wants_snapshot = False
        self.position = (self.epoch, head)
        self.tablets, self.tools = {}, {}
        for tablet in self._frame.tablets:
            self._note(tablet)
        for tool in self._frame.tools:
            self._note(tool)
        self._frame.is_snapshot, self._frame.beat, self._frame.epoch = True, None, self.epoch
        events.append(self._frame)
        self._frame = Frame()

    def _note(self, value: Decoded) -> None:
        if isinstance(value, Tablet):
            if value.is_present:
                self.tablets[value.id] = value
            else:
                self.tablets.pop(value.id, None)
        elif isinstance(value, Tool):
            # A tool with a serial has one number on all tablets, and may have other axes on each.
            self.tools[value.tablet, value.id] = value


# ------------------------------------------------------------------------------------------------------ connections

class _Wait(NamedTuple):
    """What a connection waits for: that it can read, or a time of `time.monotonic`."""

    sock: socket.socket | None
    until: float | None


def socket_candidates() -> list[str]:
    """Where a client looks for the daemon, in this order."""
    own, folder = os.environ.get("PENCIL_SOCKET"), os.environ.get("XDG_RUNTIME_DIR")
    return [*([own] if own else []), "/run/pencild/pencil.sock", *([f"{folder}/pencild/pencil.sock"] if folder else [])]


class _Link:
    """A connection's state, whichever way it waits: nothing here blocks."""

    _ANSWER_TIMEOUT, _SHORTEST, _LONGEST = 2.0, 0.1, 1.0

    def __init__(self, name: str, path: str | os.PathLike[str] | None, subscription: Subscription) -> None:
        _check_subscription(subscription)
        self._name = name or os.path.basename(sys.argv[0]) or "python"
        self._path = None if path is None else os.fspath(path)
        self._subscription = subscription
        self._assembler = Assembler()
        self._socket: socket.socket | None = None
        self._is_greeting = False
        self._deadline = self._delay = 0.0
        self._failure: PencilError | None = None
        self._is_loss_told = False
        self._wants_gestures, self._wants_claim = True, False
        self._claim: int | None = None
        """The token of the last claim, until it is answered."""
        self._token = 0
        self._events: deque[Event | Refusal | PencilError] = deque()
        self.welcome: Welcome | None = None
        """The daemon's last answer to a hello."""
        self.interaction = Interaction()
        """Whether this program gets gestures, as the daemon said last."""
        self.preferences: list[Preference] = []
        """What this user wants gestures to do; a gesture brings its action, so this is for showing it."""
        self.gestures_off: frozenset[GestureKind] = frozenset()
        """Gestures that the daemon's configuration has off everywhere: they never come."""
        self.is_suspended = False
        """The session is not active: no samples come until it is."""

    @property
    def is_connected(self) -> bool:
        """Whether a daemon is there now."""
        return self._socket is not None and not self._is_greeting

    @property
    def tablets(self) -> list[Tablet]:
        """The tablets that are there now."""
        return list(self._assembler.tablets.values())

    @property
    def tools(self) -> list[Tool]:
        """The tools that are known."""
        return list(self._assembler.tools.values())

    @property
    def subscribed(self) -> Subscribed | None:
        """What the daemon granted last."""
        return self._assembler.subscribed

    def close(self) -> None:
        """Ends the connection for good."""
        self._disconnect()
        self._failure = PencilError(ErrorCode.DISCONNECTED, "this connection was closed by the program itself")

    # Requests. Answers come as events; a refusal is raised by the receiving.

    def subscribe(self, subscription: Subscription) -> None:
        """Replaces the subscription. It goes on where the earlier one was, without a loss; one that shows tablets which
        the earlier one left out starts anew, with a snapshot. One that can't be raises BadArgument, and changes nothing."""
        _check_subscription(subscription)
        if self._subscription.tablet not in (0, subscription.tablet):
            self._assembler.wants_snapshot = True
        self._subscription = subscription
        if self.is_connected:
            self._send(encode_subscribe(self._next_token(), subscription, *self._assembler.later_continuation))

    def request_frame(self) -> None:
        """At pace ON_REQUEST: asks for one frame with all since the last one."""
        if self.is_connected:
            self._send(encode_frame_request(self._next_token()))

    def correct(self, period: int, phase: int, lead: int = 0) -> None:
        """At pace DISPLAY: tells how the display goes by now, in ns."""
        _check_display(period, phase, lead)
        if self._subscription.pace != Pace.DISPLAY:
            return
        self._subscription = replace(self._subscription, rate=period, phase=phase, lead=lead)
        if self.is_connected:
            self._send(encode_display(self._next_token(), period, phase, lead))

    def enable_gestures(self, enabled: bool = True) -> None:
        """Switches gestures on or off for this program. Holds after a reconnect, too."""
        self._wants_gestures = enabled
        self._interact(1 if enabled else 2)

    def claim_gestures(self) -> None:
        """From now on this program alone gets gestures, for instance while its window has the focus. After a reconnect a
        claim that was held, or not answered yet, is made again."""
        self._wants_claim = True
        self._interact(3)

    def release_gestures(self) -> None:
        """Ends a claim."""
        self._wants_claim, self._claim = False, None
        self._interact(4)

    def prefer(self, preference: Preference) -> None:
        """Stores what this user wants a gesture to do."""
        self._send(encode_prefer(self._next_token(), preference))

    def forget(self, preference: Preference) -> None:
        """Forgets this user's choice for the gesture, button, tools and tablets of `preference`."""
        self._send(encode_prefer(self._next_token(), preference, forget=True))

    def _interact(self, what: int) -> None:
        token = self._next_token()
        if what == 3:
            self._claim = token
        if self.is_connected:
            self._send(encode_interaction(token, what))

    def _note_claim(self, token: int, is_held: bool) -> None:
        """Whether to make the claim again after a reconnect. One that is lost isn't: that would take it back from the
        program that has it now. What was said before the last claim was taken says nothing of it; several requests may
        have one answer, with the last one's token."""
        if self._claim is not None and (token == 0 or token - self._claim & 0xFFFFFFFF >= 1 << 31):
            return
        self._claim = None
        self._wants_claim = self._wants_claim and is_held

    def _next_token(self) -> int:
        self._token = self._token + 1 & 0xFFFFFFFF
        return self._token

    def _send(self, request: bytes) -> None:
        if self._failure:
            raise self._failure
        if self._socket is None:
            raise _closed()
        try:
            self._socket.send(request, socket.MSG_NOSIGNAL)
        except BlockingIOError:
            raise PencilError(ErrorCode.BUSY, "the daemon doesn't read what this app sends: ask for less often, or "
                              "restart the daemon") from None
        except (BrokenPipeError, ConnectionResetError):
            pass  # The next receive gives the reason.
        except OSError as error:
            raise _failed("sending to the daemon", error) from None

    # The turns.

    def _step(self) -> Event | _Wait:
        """The next event, or what to wait for."""
        while True:
            if self._events:
                event = self._events.popleft()
                taken = self._note(event)
                if taken is not None:
                    return taken
            elif self._failure:
                raise self._failure
            elif self._socket is None:
                if time.monotonic() < self._deadline:
                    return _Wait(None, self._deadline)
                self._greet()
            else:
                try:
                    data = self._receive()
                except BlockingIOError:
                    if not self._is_greeting:
                        return _Wait(self._socket, None)
                    if time.monotonic() < self._deadline:
                        return _Wait(self._socket, self._deadline)
                    self._give_up(PencilError(
                        ErrorCode.TIMED_OUT, "the daemon took the connection but didn't answer within 2 s: see "
                        "`systemctl status pencild` or the daemon's own output"))
                except OSError as error:
                    self._give_up(_failed("receiving from the daemon", error))
                else:
                    self._take(data)

    def _receive(self) -> bytes:
        assert self._socket is not None
        # A daemon that closes without having read all resets the connection first, and then gives the reason it sent.
        with contextlib.suppress(ConnectionResetError):
            return self._socket.recv(MAX_DATAGRAM + 1)
        with contextlib.suppress(ConnectionResetError):
            return self._socket.recv(MAX_DATAGRAM + 1)
        return b""

    def _take(self, data: bytes) -> None:
        if not data:
            self._give_up(_closed())
        elif len(data) > MAX_DATAGRAM:
            self._fail(_violation(f"a datagram of more than {MAX_DATAGRAM} bytes"))
        elif self._is_greeting:
            self._take_answer(data)
        else:
            self._delay = 0.0
            self._events.extend(self._assembler.feed(data))

    def _note(self, event: Event | Refusal | PencilError) -> Event | None:
        """Keeps what an event says, when it is handed over; None: there is nothing to hand over."""
        match event:
            case PencilError():
                raise self._fail(event)
            case Refusal():
                error = event.error()
                if event.token == self._claim:
                    self._note_claim(event.token, False)
                if not event.is_fatal:
                    raise error
                if not event.is_transient:
                    raise self._fail(error)
                self._give_up(error)
                return None
            case Interaction():
                self.interaction = event
                self._note_claim(event.token, event.claim == Claim.HELD)
            case Preferences(): self.preferences, self.gestures_off = event.lines, event.off
            case Suspended(): self.is_suspended = True
            case Resumed(): self.is_suspended = False
        return event

    def _greet(self) -> None:
        """Connects to the first socket that takes it, and sends the hello."""
        paths = [self._path] if self._path else socket_candidates()
        telling: PencilError | None = None
        for path in paths:
            sock = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            sock.setblocking(False)
            try:
                if len(os.fsencode(path)) > 107:
                    raise OSError(errno.ENAMETOOLONG, os.strerror(errno.ENAMETOOLONG))
                sock.connect(path)
            except OSError as error:
                sock.close()
                if error.errno not in (errno.ENOENT, errno.ENOTDIR, errno.ECONNREFUSED):
                    telling = telling or _unreachable(path, error)
                continue
            self._socket, self._is_greeting = sock, True
            self._deadline = time.monotonic() + self._ANSWER_TIMEOUT
            try:
                self._send(encode_hello(self._next_token(), self._name))
            except PencilError as error:
                self._give_up(error)
            return
        self._give_up(telling or PencilError(
            ErrorCode.NO_DAEMON, f"no daemon listens at {', '.join(paths)}: start it with `systemctl start "
            "pencild.socket` or run `pencild`"))

    def _take_answer(self, data: bytes) -> None:
        welcome: Welcome | None = None
        preferences: list[Preference] = []
        off: frozenset[GestureKind] = frozenset()
        try:
            for item in split(data):
                match decode(item):
                    case Welcome() as note: welcome = note
                    case Preferences() as note: preferences, off = note.lines, note.off
                    case Refusal() as refusal:
                        if refusal.is_transient:
                            self._give_up(refusal.error())
                        else:
                            self._fail(refusal.error())
                        return
        except PencilError as error:
            self._fail(error)
            return
        if welcome is None:
            self._fail(_violation("no answer to the hello"))
        elif welcome.major != MAJOR:
            self._fail(PencilError(
                ErrorCode.UNSUPPORTED_VERSION, f"the daemon (pencild {welcome.version}) speaks version {welcome.major} of "
                f"the protocol and this app version {MAJOR}: install an app and a daemon of the same version"))
        else:
            self.welcome, self.preferences, self.interaction = welcome, preferences, Interaction()
            self.gestures_off = off
            self._assembler.epoch = welcome.epoch
            self._is_greeting = self._is_loss_told = self.is_suspended = False
            self._send(encode_subscribe(self._next_token(), self._subscription, *self._assembler.continuation))
            if not self._wants_gestures:
                self._interact(2)
            if self._wants_claim:
                self._interact(3)
            self._events.append(Connected(welcome))

    def _give_up(self, error: PencilError) -> None:
        """The connection is gone, or none came about: tries again later. The loss is told once."""
        self._disconnect()
        self._delay = min(self._delay * 2 or self._SHORTEST, self._LONGEST)
        self._deadline = time.monotonic() + self._delay
        self._events.extend(self._assembler.end_connection())
        if not self._is_loss_told:
            self._is_loss_told = True
            self._events.append(Disconnected(error))

    def _fail(self, error: PencilError) -> PencilError:
        """Ends for good: trying again would end in the same way."""
        self._disconnect()
        self._failure = error
        return error

    def _disconnect(self) -> None:
        if self._socket is not None:
            self._socket.close()
        self._socket, self._is_greeting = None, False


class Connection(_Link):
    """A connection that waits by blocking: iterate over its frames, or call `receive`."""

    def receive(self, timeout: float | None = None) -> Event | None:
        """The next event; None when none came within `timeout` seconds (0: doesn't wait). Raises what the daemon
        refused; after a refusal that is not fatal the connection goes on."""
        end = None if timeout is None else time.monotonic() + timeout
        while True:
            turn = self._step()
            if not isinstance(turn, _Wait):
                return turn
            until = min((at for at in (end, turn.until) if at is not None), default=None)
            left = None if until is None else until - time.monotonic()
            if end is not None and left is not None and left <= 0 and until == end:
                return None
            if turn.sock is None:
                time.sleep(max(left or 0, 0))
            else:
                poll = select.poll()
                poll.register(turn.sock, select.POLLIN)
                poll.poll(None if left is None else max(left, 0) * 1000)

    def fileno(self) -> int:
        """For a loop of the program's own: readable when `receive(0)` has something to do. Another one after a
        reconnect; -1 while there is no daemon: then call `receive(0)` now and then."""
        return self._socket.fileno() if self._socket is not None else -1

    def __iter__(self) -> Iterator[Frame]:
        """Frames, without end: through restarts of the daemon, too. Raises as `receive` does: where `is_connected` is still
        true, only a request of the program's own was refused, and one can go on with another `for`."""
        while True:
            event = self.receive()
            if isinstance(event, Frame):
                yield event

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.close()


def connect(name: str = "", subscription: Subscription = Subscription(), *, path: str | os.PathLike[str] | None = None,
            wait: bool = False) -> Connection:
    """Connects, and subscribes.

    `name` is what the program calls itself in the daemon's logs; by default its file's name. `path` is the daemon's
    socket; None looks in each of `socket_candidates()`. `wait`: no daemon is no error, one is waited for.
    """
    connection = Connection(name, path, subscription)
    while not connection.is_connected and not wait:
        event = connection.receive()
        if isinstance(event, Disconnected):
            connection.close()
            raise event.error
    return connection


class AsyncConnection(_Link):
    """A connection in asyncio's loop: `async for frame in connection`, or `await connection.receive()`."""

    def __init__(self, name: str, path: str | os.PathLike[str] | None, subscription: Subscription, wait: bool) -> None:
        super().__init__(name, path, subscription)
        self._may_wait = wait
        self._waiting: asyncio.Future[None] | None = None
        """What a task waits for: set when there is something to look at."""

    async def receive(self) -> Event:
        """The next event. Raises what the daemon refused, and at first, unless told to wait, that there is none; and, when
        another task calls `close`, that it did. After a refusal that is not fatal the connection goes on."""
        while True:
            turn = self._step()
            if isinstance(turn, Connected):
                self._may_wait = True
            elif isinstance(turn, Disconnected) and not self._may_wait:
                self.close()
                raise turn.error
            if not isinstance(turn, _Wait):
                return turn
            await self._wait(turn)

    async def _wait(self, turn: _Wait) -> None:
        loop = asyncio.get_running_loop()
        self._waiting = loop.create_future()
        # The number: once it is closed, the socket has none.
        fd = None if turn.sock is None else turn.sock.fileno()
        if fd is not None:
            loop.add_reader(fd, self._wake)
        try:
            async with asyncio.timeout(None if turn.until is None else max(turn.until - time.monotonic(), 0)):
                await self._waiting
        except TimeoutError:
            pass
        finally:
            if fd is not None and self._socket is turn.sock:
                loop.remove_reader(fd)
            self._waiting = None

    def _wake(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    def _disconnect(self) -> None:
        """By another task, too: the one that waits then goes on, and finds why."""
        if self._waiting is not None and self._socket is not None:
            # A number that is closed may be another socket's by the time that task runs.
            self._waiting.get_loop().remove_reader(self._socket.fileno())
        self._wake()
        super()._disconnect()

    async def __aiter__(self) -> AsyncIterator[Frame]:
        """Frames, without end: through restarts of the daemon, too. Raises as `receive` does: where `is_connected` is still
        true, only a request of the program's own was refused, and one can go on with another `for`."""
        while True:
            event = await self.receive()
            if isinstance(event, Frame):
                yield event

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None,
                        trace: TracebackType | None) -> None:
        self.close()


def connect_async(name: str = "", subscription: Subscription = Subscription(), *, path: str | os.PathLike[str] | None = None,
                  wait: bool = False) -> AsyncConnection:
    """The same for asyncio: the connection is made when the first event is awaited."""
    return AsyncConnection(name, path, subscription, wait)


# --------------------------------------------------------------------------------------------------------- strokes

@dataclass(slots=True)
class CollectedStroke:
    """A stroke as a StrokeCollector keeps it."""

    stroke: int
    tablet: int
    tool: int
    tool_type: ToolType
    samples: list[Sample] = field(default_factory=list)
    """Every sample, each once, with the updates that came."""
    predicted: list[Sample] = field(default_factory=list)
    """Where it probably goes on: replaced or dropped with each frame, and never part of `samples`."""
    has_ended: bool = False
    """The pen is up; updates may still come."""
    is_cancelled: bool = False
    """Not ink, but an accident: its ink should go, but for one that `is_cut_by_restart`."""
    is_cut_by_restart: bool = False
    """Broken off since the daemon was started anew: its ink stays. If the pen stayed down, the tool's next stroke
    `is_continuation`."""
    is_final: bool = False
    """Nothing of it changes any more."""
    is_incomplete: bool = False
    """Samples of it were lost: this program was too slow, not connected, or its session not the active one."""

    @property
    def is_continuation(self) -> bool:
        """Whether it goes on from the stroke of the tool that was cut by a restart of the daemon."""
        first = self.samples[0] if self.samples else None
        return first is not None and first.phase == Phase.BEGAN and SampleFlags.ACROSS_RESTART in first.flags

    def _find(self, index: int) -> int | None:
        if not self.samples or index < self.samples[0].index:
            return None
        guess = index - self.samples[0].index
        if guess < len(self.samples) and self.samples[guess].index == index:
            return guess
        low, high = 0, len(self.samples)
        while low < high:
            middle = (low + high) // 2
            low, high = (middle + 1, high) if self.samples[middle].index < index else (low, middle)
        return low if low < len(self.samples) and self.samples[low].index == index else None


class StrokeCollector:
    """Keeps strokes for an app: their samples in order, corrected as updates come, until they are final.

        for frame in pencil.connect():
            collector.take(frame)
            for stroke in collector.take_final():
                if not stroke.is_cancelled:
                    keep(stroke.samples)
    """

    def __init__(self) -> None:
        self.strokes: list[CollectedStroke] = []
        """Open, waiting for updates, or final and not taken yet; the oldest first."""
        self._epoch = 0
        self._losses: list[int] = []
        """The first numbers of other sessions' times. They are told before the records in front of them."""

    def take(self, frame: Frame) -> None:
        """Takes a frame, or a snapshot: after a loss, strokes that go on do so with a gap, others are final. So are those
        that were open when another user's session became the active one (GapCause.NOT_PERMITTED)."""
        if frame.is_snapshot:
            self._restart(frame)
            return
        self._epoch = frame.epoch
        self._losses += [gap.first for gap in frame.gaps if not gap.sequence and gap.cause == GapCause.NOT_PERMITTED]
        samples = frame.samples
        while self._losses and samples and samples[-1].sequence >= self._losses[0]:
            first = self._losses.pop(0)
            self._take([sample for sample in samples if sample.sequence < first], frame)
            samples = [sample for sample in samples if sample.sequence >= first]
            for stroke in self.strokes:
                self._break_off(stroke)
        self._take(samples, frame)
        self._predict(frame.predicted)

    def _take(self, samples: list[Sample], frame: Frame) -> None:
        """Takes some samples of a frame, and all that concerns strokes that are known by then: twice is as once."""
        for sample in samples:
            if sample.stroke:
                self._append(sample)
        for update in frame.updates:
            stroke = self._find(update.stroke)
            at = None if stroke is None else stroke._find(update.index)
            if stroke is not None and at is not None:
                stroke.samples[at].apply(update)
        for summary in frame.strokes:
            stroke = self._find(summary.stroke)
            if stroke is not None:
                stroke.has_ended = stroke.is_final = True
                stroke.is_cancelled = summary.is_cancelled
                stroke.is_cut_by_restart = summary.is_cut_by_restart

    def take_final(self) -> list[CollectedStroke]:
        """The strokes that are final, in the order of their beginnings; they are the caller's from here on."""
        final = [stroke for stroke in self.strokes if stroke.is_final]
        if final:
            self.strokes = [stroke for stroke in self.strokes if not stroke.is_final]
        return final

    def _find(self, number: int) -> CollectedStroke | None:
        return next((stroke for stroke in reversed(self.strokes) if stroke.stroke == number and not stroke.is_final), None)

    def _append(self, sample: Sample) -> CollectedStroke:
        stroke = self._find(sample.stroke)
        if stroke is None:
            stroke = CollectedStroke(sample.stroke, sample.tablet, sample.tool, sample.tool_type)
            stroke.is_incomplete = sample.phase != Phase.BEGAN
            self.strokes.append(stroke)
        if not stroke.samples or stroke.samples[-1].index < sample.index:
            stroke.samples.append(sample)
            if sample.phase in (Phase.ENDED, Phase.CANCELLED):
                stroke.has_ended = True
                stroke.is_cancelled = sample.phase == Phase.CANCELLED
                stroke.is_cut_by_restart = stroke.is_cancelled and SampleFlags.ACROSS_RESTART in sample.flags
        return stroke

    def _predict(self, samples: Iterable[Sample]) -> None:
        for stroke in self.strokes:
            stroke.predicted = []
        for sample in samples:
            stroke_ = self._find(sample.stroke) if sample.stroke else None
            if stroke_ is not None and not stroke_.has_ended:
                stroke_.predicted.append(sample)

    def _restart(self, snapshot: Frame) -> None:
        """In another epoch none goes on, whatever its number."""
        is_same_epoch = snapshot.epoch == self._epoch
        self._epoch, self._losses = snapshot.epoch, []
        # A stroke whose record is still to come: the last sample of a tool is there also when it has ended one long ago.
        going_on = {sample.stroke for sample in snapshot.samples
                    if sample.expecting or sample.phase not in (Phase.ENDED, Phase.CANCELLED)}
        for stroke in self.strokes:
            if stroke.is_final:
                continue
            stroke.predicted = []
            stroke.is_incomplete = True
            for sample in stroke.samples:
                # Updates that were missed: what is still open is in the snapshot.
                sample.expecting = Properties(0)
            if not is_same_epoch:
                self._break_off(stroke)
        for sample in snapshot.samples:
            known = self._find(sample.stroke) if sample.stroke else None
            at = None if known is None else known._find(sample.index)
            if known is not None and at is not None:
                known.samples[at] = sample
            elif known is not None:
                # One that the snapshot brings alone has what it leaves out between.
                known.is_incomplete = known.is_incomplete or known.samples[-1].index + 1 != sample.index
                self._append(sample)
            elif sample.stroke and sample.stroke in going_on:
                self._append(sample)
        for stroke in self.strokes:
            if stroke.stroke not in going_on:
                self._break_off(stroke)

    @staticmethod
    def _break_off(stroke: CollectedStroke) -> None:
        """Nothing more comes of it, whatever there was."""
        if not stroke.is_final:
            stroke.predicted = []
            stroke.is_final = stroke.is_incomplete = True
            stroke.is_cancelled = stroke.is_cancelled or not stroke.has_ended
