"""Checks that a daemon keeps to version 1.0 of the binary protocol, by Documentation/protocol.md alone."""
from __future__ import annotations

import math
from typing import Any

from pencil_items import AVAILABLE, EVERYTHING, MAX_DATAGRAM, PHASES, TAIL, Item, Layout, parse

# Records that say what there is.
STATE = ('tablet', 'description', 'padDescription', 'tool')
UPPER_BOUNDS = {'force': 1.0, 'altitude': math.pi / 2, 'azimuth': math.tau, 'roll': math.tau, 'hover': 1.0,
                'slider': 1.0}

GESTURE = {'gesture': range(1, 5), 'phase': range(4), 'button': range(8), 'action': range(7),
           'toolType': range(1, 8), 'n': range(4), 'available': 0x3B, 'buttons': 0xFF}
# What version 1.0 lists: a range of values, or a mask of bits.
LISTED: dict[str, dict[str, range | int]] = {
    'error': {'code': range(1, 9), 'flags': 1},
    'welcome': {'major': range(1, 2)},
    'subscribed': {'pace': range(4), 'contents': EVERYTHING, 'options': 1},
    'suspended': {'reason': range(1, 2)},
    'frame': {'flags': 7},
    'tablet': {'flags': 7, 'axes': 0x7F, 'toolTypes': 0xFE},
    'tool': {'toolType': range(1, 8), 'axes': 0x7F},
    'sample': {'phase': range(7), 'estimated': 0x1F, 'expecting': 0x1F, 'toolType': range(1, 8), 'available': 0x7F,
               'flags': 0x1FF, 'buttons': 0xFF},
    'update': {'cause': range(1, 7), 'property': 0x1F, 'expecting': 0x1F, 'estimated': 0x1F, 'toolType': range(1, 8)},
    'stroke': {'flags': 3, 'toolType': range(1, 8)},
    'button': {'button': range(8), 'flags': 3, 'toolType': range(1, 8), 'buttons': 0xFF},
    'interaction': {'on': range(2), 'claim': range(4)},
    'preferences': {'gesture': range(1, 5), 'action': range(7), 'toolType': range(8), 'source': range(3)},
    'gesture': GESTURE,
    'gestureWithoutPose': GESTURE | {'available': 0},
    'gap': {'cause': range(1, 6)},
    'raw': {'flags': 3},
    'pad': {'control': range(1, 7), 'flags': 7},
    'padDescription': {'flags': 6},
}


class Checker:
    """Reads one connection's datagrams strictly, and collects in `problems` where they stray from the page.

    `filtered`: whether sequence numbers may be left out; None: as `subscribed` tells. `after`: the number that the
    subscription continues from; None: it starts with a snapshot.
    """

    def __init__(self, *, filtered: bool | None = None, after: int | None = None) -> None:
        self.problems: list[str] = []
        self._filtered = filtered
        self._may_skip = bool(filtered)
        self._last = after
        self._continues = after is not None
        self._minor = 0
        self._pace = self._millihertz = 0
        self._datagrams = 0
        self._snapshot_head: int | None = None  # of the snapshot that is open
        self._snapshot_due = False
        self._new_epoch = False
        self._suspended = False
        self._denied: list[range] = []  # what the daemon said it leaves out
        self._frame: dict[str, Any] | None = None  # the one before
        self._tools: set[tuple[int, int]] = set()
        self._indices: dict[tuple[int, int], int] = {}
        # What samples expect still, and of which strokes they are; and the last index that was updated.
        self._open: dict[tuple[int, int, int], list[int]] = {}
        self._updated: dict[tuple[int, int], int] = {}

    def datagram(self, data: bytes) -> None:
        """Checks the next datagram."""
        self._datagrams += 1
        pace = self._pace
        read: list[Item] = []
        if len(data) > MAX_DATAGRAM:
            self._problem(None, f'{len(data)} bytes, more than {MAX_DATAGRAM}')
        try:
            for item in parse(data):
                read.append(item)
                self._check(item, first=len(read) == 1)
        except ValueError as error:
            self._problem(None, f'malformed: {error}')
            return
        records = sum(item.is_record and item.seq != 0 for item in read)
        if read[0].name == 'frame':
            if records != read[0].fields['records']:
                self._problem(read[0], f'announces {read[0].fields["records"]} records, {records} follow')
            elif not records:
                self._problem(read[0], 'a beat without news')
            guesses = [item.name for item in read].count('predicted')
            if guesses != read[0].fields['predicted']:
                self._problem(read[0], f'announces {read[0].fields["predicted"]} predicted, {guesses} follow')
        elif pace == self._pace and pace and records:
            self._problem(read[0], 'records without a frame at pace "display frames"')

    def finish(self) -> None:
        """Checks that nothing was left open when the daemon closed the connection."""
        if self._snapshot_head is not None or self._snapshot_due:
            self._problem(None, 'closed before the end of a snapshot')
        if self._frame and self._frame['flags'] & 1:
            self._problem(None, 'closed before the rest of a frame')

    def _problem(self, item: Item | None, text: str) -> None:
        place = f', offset {item.offset}, {item.name} seq {item.seq}' if item else ''
        self.problems.append(f'datagram {self._datagrams}{place}: {text}')

    def _check(self, item: Item, first: bool) -> None:
        if item.size % 8:
            self._problem(item, f'size {item.size} is no multiple of 8')
        self._sequence(item)
        if not item.layout:
            if self._minor == 0:
                self._problem(item, f'type 0x{item.code:04x} is not in version 1.0')
            return
        if item.name == 'welcome':
            self._minor = item.fields['minor']
        self._values(item, item.layout)
        if item.name == 'frame' and not first:
            self._problem(item, 'is not first in its datagram')
        if item.name in ('frame', 'snapshot') and self._suspended:
            self._problem(item, 'while suspended')
        specific = getattr(self, f'_on_{item.name}', None)
        if specific:
            specific(item, item.fields)

    def _sequence(self, item: Item) -> None:
        if not item.is_record:
            if item.seq:
                self._problem(item, 'a note with a sequence number')
            if self._snapshot_head is not None and item.name in ('welcome', 'frame'):
                self._problem(item, 'inside a snapshot')
        elif self._snapshot_head is not None and not (item.name == 'gap' and item.fields['cause'] in (2, 3, 4)):
            if item.seq:
                self._problem(item, 'inside a snapshot, but with a sequence number')
            elif item.name not in (*STATE, 'sample') and item.layout:
                self._problem(item, 'does not belong in a snapshot')
        elif (item.seq == 0) != (item.name == 'gap' and item.fields['cause'] in (2, 3, 4)):
            self._problem(item, f'sequence number {item.seq} outside of a snapshot')
        elif item.seq:
            if self._suspended:
                self._problem(item, 'a record while suspended')
            if self._snapshot_due:
                self._problem(item, 'a record before the snapshot')
            if self._last is not None and item.seq <= self._last:
                self._problem(item, f'does not increase from {self._last}')
            elif self._last is not None and item.seq != self._last + 1 and not self._may_skip:
                missing = set(range(self._last + 1, item.seq)).difference(*self._denied)
                if missing:
                    self._problem(item, f'{len(missing)} records missing after {self._last}')
            if any(item.seq in denied for denied in self._denied) and item.name not in STATE:
                self._problem(item, 'was said to be left out')
            self._last = item.seq

    def _values(self, item: Item, layout: Layout) -> None:
        fields, entries = item.fields, item.fields.get(TAIL, [])
        size = layout.size + len(entries) * (layout.entry.size if layout.entry else 0)
        if self._minor == 0 and item.size != size:
            self._problem(item, f'size {item.size}, in version 1.0 it is {size}')
        for name, value in [*fields.items(), *(pair for entry in entries for pair in entry.items())]:
            if name.startswith('_') and value and (any(value) if isinstance(value, list) else True):
                self._problem(item, f'reserved field at {name[1:]} is {value}')
            elif isinstance(value, bytes):
                text, nul, padding = value.partition(b'\0')
                if not nul or padding.strip(b'\0'):
                    self._problem(item, f'{name} is ' + ('not padded with NUL' if nul else 'not terminated'))
                try:
                    text.decode()
                except UnicodeDecodeError:
                    self._problem(item, f'{name} is not UTF-8')
            listed = LISTED.get(item.name, {}).get(name)
            # A later minor version may have more of them.
            if self._minor == 0 and (value not in listed if isinstance(listed, range) else listed and value & ~listed):
                self._problem(item, f'{name} is {value:#x}, which is not listed')

    def _on_subscribed(self, item: Item, fields: dict[str, Any]) -> None:
        pace, millihertz = fields['pace'], fields['millihertz']
        low, high = {1: (1_000, 1_000_000), 2: (1_000_000, 1_000_000_000)}.get(pace, (0, 0))
        if not low <= millihertz <= high:
            self._problem(item, f'{millihertz} thousandths of a hertz at pace {pace}')
        self._pace, self._millihertz, self._frame = pace, millihertz, None
        if self._filtered is None:
            everything = fields['contents'] & EVERYTHING == EVERYTHING
            self._may_skip = not everything or any(fields[f] for f in ('onlyTablet', 'onlyTool', 'onlyToolTypes'))
        if self._last is None:
            self._snapshot_due = True

    def _on_frame(self, item: Item, fields: dict[str, Any]) -> None:
        before, self._frame = self._frame, fields
        if not self._pace:
            self._problem(item, 'a frame at another pace than "display frames"')
        if bool(fields['flags'] & 2) != bool(before and before['flags'] & 1):
            self._problem(item, 'flags 1 and 2 of successive frames do not fit')
        if not before:
            return
        beats, elapsed = fields['beat'] - before['beat'], fields['due'] - before['due']
        if fields['flags'] & 2:
            if beats or elapsed:
                self._problem(item, 'goes on from the last with another beat or due time')
            return
        if before['flags'] & 4 and beats == 0:
            if elapsed and self._pace == 1:
                self._problem(item, 'the beat of a flushed frame is due at another time')
            return
        if beats <= 0:
            self._problem(item, f'beat {fields["beat"]} does not increase from {before["beat"]}')
        if elapsed <= 0:
            self._problem(item, f'due {fields["due"]} does not increase from {before["due"]}')
        # A due time is rounded to a microsecond: two of them are off by 1 at most.
        elif self._pace == 1 and abs(elapsed - beats * 1e9 / max(self._millihertz, 1)) > 1:
            self._problem(item, f'due is off its grid: {elapsed} µs for {beats} beats')

    def _on_predicted(self, item: Item, fields: dict[str, Any]) -> None:
        if fields['expecting'] or not fields['estimated'] & 8:
            self._problem(item, 'estimated without location, or an update expected')
        if fields['phase'] != 4 or fields['index'] or not 0 <= fields['confidence'] <= 1:
            self._problem(item, 'phase, index or confidence of no predicted sample')

    def _on_gesture(self, item: Item, fields: dict[str, Any]) -> None:
        count = fields['n']
        presses, rest = fields['presses'][:count], fields['presses'][count:]
        if any(rest) or presses != sorted(set(presses)) or any(not 0 < seq < (item.seq or 2**64) for seq in presses):
            self._problem(item, f'made of the presses {fields["presses"]}, {count} of them')

    _on_gestureWithoutPose = _on_gesture

    def _on_snapshot(self, item: Item, fields: dict[str, Any]) -> None:
        self._snapshot_head, self._snapshot_due = fields['head'], False
        if self._last is not None and not self._new_epoch and fields['head'] < self._last:
            self._problem(item, f'head {fields["head"]} is behind {self._last}')

    def _on_snapshotEnd(self, item: Item, fields: dict[str, Any]) -> None:
        if self._snapshot_head is None:
            self._problem(item, 'ends a snapshot that has not begun')
        elif self._snapshot_head != fields['head']:
            self._problem(item, f'head {fields["head"]}, but {self._snapshot_head} at its beginning')
        self._last, self._snapshot_head, self._new_epoch = fields['head'], None, False

    def _on_suspended(self, item: Item, fields: dict[str, Any]) -> None:
        if self._suspended:
            self._problem(item, 'suspended already')
        if self._last is not None and fields['head'] < self._last:
            self._problem(item, f'head {fields["head"]} is behind {self._last}')
        # A snapshot that has not ended never does.
        self._suspended, self._snapshot_due, self._snapshot_head = True, False, None

    def _on_resumed(self, item: Item, fields: dict[str, Any]) -> None:
        if not self._suspended:
            self._problem(item, 'was not suspended')
        self._suspended, self._snapshot_due = False, True
        self._denied.clear()
        self._open.clear()

    def _on_tool(self, item: Item, fields: dict[str, Any]) -> None:
        self._tools.add((item.tablet, fields['tool']))

    def _on_sample(self, item: Item, fields: dict[str, Any]) -> None:
        if fields['expecting'] & ~fields['estimated']:
            self._problem(item, 'expecting is no subset of estimated')
        for bit, names in AVAILABLE.items():
            for name in names:
                value, bound = fields[name], UPPER_BOUNDS.get(name, math.inf)
                if not fields['available'] & bit:
                    if value != 0:
                        self._problem(item, f'{name} is not available, but {value}')
                # A bound such as π/2 may be rounded up to a binary32.
                elif not math.isfinite(value) or name in UPPER_BOUNDS and not 0 <= value <= bound * (1 + 2**-23):
                    self._problem(item, f'{name} is {value}, out of range')
        hovers = fields['phase'] < 3
        if hovers != (fields['stroke'] == 0):
            self._problem(item, f'stroke {fields["stroke"]} in phase {PHASES.get(fields["phase"], fields["phase"])}')
        if hovers != (fields['index'] == 0):
            self._problem(item, f'index {fields["index"]} in phase {PHASES.get(fields["phase"], fields["phase"])}')
        if not self._continues and (item.tablet, fields['tool']) not in self._tools:
            self._problem(item, f'tool {fields["tool"]} is not described before it')
        key = item.tablet, fields['attachment']
        if item.seq and fields['index'] and fields['index'] <= self._indices.get(key, 0):
            self._problem(item, f'index {fields["index"]} does not increase from {self._indices[key]}')
        self._indices[key] = max(fields['index'], self._indices.get(key, 0))
        if fields['expecting'] and not hovers:
            self._open[*key, fields['index']] = [fields['expecting'], fields['stroke'], item.t]
        elif fields['expecting']:
            self._problem(item, 'expects an update in hover')

    def _on_update(self, item: Item, fields: dict[str, Any]) -> None:
        key = item.tablet, fields['attachment']
        index, prop = fields['index'], fields['property']
        if prop.bit_count() != 1:
            self._problem(item, f'property {prop:#x} is not one')
        if fields['expecting'] & ~fields['estimated']:
            self._problem(item, 'expecting is no subset of estimated')
        if fields['expecting'] & prop:
            self._problem(item, 'still expects what it updates')
        if not math.isfinite(fields['value']) or prop == 1 and not 0 < fields['value'] <= 1:
            self._problem(item, f'value {fields["value"]} is out of range')
        if index < self._updated.get(key, 0):
            self._problem(item, f'index {index} behind an update of {self._updated[key]}')
        self._updated[key] = max(index, self._updated.get(key, 0))
        found = self._open.get((*key, index))
        if found is None:
            if index > self._indices.get(key, 0) and not self._continues and not self._may_skip:
                self._problem(item, f'index {index} before its sample')
            elif fields['cause'] != 1 and not self._continues and not self._may_skip:
                self._problem(item, f'index {index} is not expected, or a second time')
            return
        if not found[0] & prop and fields['cause'] != 1:
            self._problem(item, f'property {prop:#x} of index {index} is not expected')
        if found[1] != fields['stroke']:
            self._problem(item, f'stroke {fields["stroke"]}, of its sample {found[1]}')
        if not 0 <= item.t - found[2] <= 200_000:
            self._problem(item, f'{item.t - found[2]} µs after its sample')
        if found[0] & ~prop != fields['expecting']:
            self._problem(item, f'expecting {fields["expecting"]:#x}, {found[0] & ~prop:#x} is left')
        found[0] = fields['expecting']
        if not found[0]:
            del self._open[*key, index]

    def _on_stroke(self, item: Item, fields: dict[str, Any]) -> None:
        if not fields['stroke'] or fields['began'] > item.t:
            self._problem(item, f'stroke {fields["stroke"]} from {fields["began"]} to {item.t}')
        left = [key for key, found in self._open.items() if key[0] == item.tablet and found[1] == fields['stroke']]
        for key in left:
            if not self._may_skip:
                self._problem(item, f'final, but index {key[2]} is still expected')
            del self._open[key]

    def _on_pad(self, item: Item, fields: dict[str, Any]) -> None:
        value, held = fields['value'], fields['buttons'] >> fields['index'] & 1 if fields['index'] < 64 else 0
        bound = {2: math.tau, 3: 1.0}.get(fields['control'])
        if not fields['flags'] & 4:
            if value != 0:
                self._problem(item, f'the value is not available, but {value}')
        elif bound is None or not 0 <= value <= bound * (1 + 2**-23):
            self._problem(item, f'value {value} of control {fields["control"]}')
        if fields['control'] != 4 and fields['delta']:
            self._problem(item, f'control {fields["control"]} turned by {fields["delta"]}')
        if fields['control'] == 1 and held != fields['flags'] & 1:
            self._problem(item, f'button {fields["index"]} does not fit the buttons held, {fields["buttons"]:#x}')

    def _on_gap(self, item: Item, fields: dict[str, Any]) -> None:
        if fields['cause'] not in (2, 3, 4):
            return
        if fields['cause'] == 4:
            if not (self._last or 0) < fields['first'] <= fields['last']:
                self._problem(item, f'leaves out {fields["first"]} to {fields["last"]} after {self._last}')
            if self._denied and fields['first'] < self._denied[-1].stop:
                self._problem(item, 'stretches that are left out are not in order')
            self._denied.append(range(fields['first'], fields['last'] + 1))
            return
        self._denied.clear()
        self._snapshot_due, self._snapshot_head, self._new_epoch = True, None, fields['cause'] == 3
        self._open.clear()  # updates may be among what is lost; the snapshot has what is open
        if self._new_epoch:
            self._indices.clear()
            self._updated.clear()
        if fields['cause'] == 2:
            if fields['first'] > fields['last']:
                self._problem(item, f'from {fields["first"]} to {fields["last"]}')
            elif self._last is not None and (fields['first'] <= self._last
                                             or fields['first'] > self._last + 1 and not self._may_skip):
                self._problem(item, f'begins at {fields["first"]}, the last record was {self._last}')
