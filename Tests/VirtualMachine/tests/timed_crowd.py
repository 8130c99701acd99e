#!/usr/bin/env python3
"""200 subscribers, 50 of which are too slow for the ring, and a pen at more than 1000 Hz on a node whose buffer is the smallest that
the kernel makes: it never runs over, and nobody loses anything without being told."""

from __future__ import annotations

import json
import os
import struct
import subprocess
import sys
import time
from pathlib import Path

from support import PROGRAMS, Daemon, Maker, Subscriber, check, fresh, hello, main, of_type, subscribe, until

from evdev import EVENT, KernelState
from strokes import smallest, strokes

CLIENTS, SLEEPERS, NAP = 200, 50, 1500
SECONDS = int(os.environ.get("PENCIL_VM_CROWD_SECONDS", "6"))
# evdev's smallest buffer holds 64 events, which is 8 ms of a pen with 8 a frame at 1000 Hz. No pen gets it, as the buffer
# is 8 times what the kernel takes for a packet (8 events and one for each axis), as a power of two. So this pen has as
# long frames as the kernel lets pass undivided, and is so fast that its 128 events are 8 ms as well.
LEAST_OF_A_PEN, EVENTS = 128, 11
RATE = LEAST_OF_A_PEN * 1000 // (8 * EVENTS)
FRAMES = SECONDS * RATE


def buffer_size(node: str, maker: Maker) -> int:
    """How many events the kernel keeps for a reader: found by one that does not read, as what is left in the end
    depends on it."""
    descriptor = os.open(node, os.O_RDONLY | os.O_NONBLOCK)
    maker.play()
    until("the first round is played", lambda: maker.is_done(0), 60)
    left = len(os.read(descriptor, EVENT.size * 4096)) // EVENT.size
    os.close(descriptor)
    device, frames = smallest(strokes(FRAMES), EVENTS)
    for axis in device.axes.values():
        axis.fuzz = 0
    state = KernelState(device.axes)
    events = sum(len(state.kept(frame.events)) + 1 for frame in frames)
    sizes = [size for size in (64, 128, 256, 512, 1024, 2048) if left_of(events, size) == left]
    check(len(sizes) == 1, f"{left} of {events} events are left: that fits buffers of {sizes}")
    return sizes[0]


def left_of(events: int, size: int) -> int:
    """A buffer that is full becomes a SYN_DROPPED and the newest event."""
    return events if events < size else 2 + (events - size) % (size - 2)


def test_crowd_and_the_smallest_buffer() -> None:
    maker = Maker("uinput_pen.py", "--long", str(EVENTS), "--frames", str(FRAMES), "--rate", str(RATE),
                  "--no-hurry", "--repeat", "2")
    size = buffer_size(maker.node, maker)
    check(size == LEAST_OF_A_PEN, f"the kernel keeps {size} events")

    configuration = fresh("pencild.conf")
    Path(configuration).write_text("[Daemon]\nJournalSize=64K\nClientsPerUserMax=256\n")
    # Each client that is lapped makes a line, and the machine's own console is slow.
    daemon = Daemon(maker.node, "--config", configuration, log=fresh("log"))
    watcher = Subscriber.dump(daemon)
    ready = fresh("ready")
    frames = bytearray(subscribe())
    struct.pack_into("<B3xI", frames, 8, 1, 60_000)
    crowd = subprocess.Popen(
        [f"{PROGRAMS}/crowd", "--socket", daemon.socket, "--ready", ready, "--clients", str(CLIENTS - 1), "--sleepers",
         str(SLEEPERS), "--nap", str(NAP), "--send", hello().hex(), "--send", frames.hex()],
        stdout=subprocess.PIPE, text=True)
    until("all have subscribed", lambda: os.path.exists(ready), 30)
    maker.play(1)
    memory = 0
    while not maker.is_done():
        memory = max(memory, resident(daemon.process.pid))
        time.sleep(0.2)
    watcher.settle()
    check(daemon.stop() == 0, "the daemon does not end cleanly")
    result = json.loads(crowd.communicate(timeout=30)[0])
    overruns = [gap for gap in of_type(watcher.records(), "gap")]
    print(f"# crowd: {result}, {memory} kB resident at most, {len(overruns)} overruns", file=sys.stderr)
    check(not overruns, f"the kernel's buffer ran over: {len(overruns)} times")
    check(result["missed"] == 0, f"{result['missed']} records are missing, and nobody was told")
    check(result["told"] > 0, "nobody was lapped")
    check(result["fewest"] >= FRAMES, f"one who read has {result['fewest']} samples")
    check(memory <= 8 * 1024 + 64, f"{memory} kB resident: more than 8 MiB and the ring")


def resident(pid: int) -> int:
    """kB, with the ring."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    return 0


if __name__ == "__main__":
    main()
