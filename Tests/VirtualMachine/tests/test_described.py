#!/usr/bin/env python3
"""Every tablet and pad whose kernel's description is known, made anew through uinput: udev and `--list` know it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from support import DEVICES, PENCILD, ROOT, check, is_near, main, until

sys.path.insert(0, str(DEVICES))

from evdev import EV_KEY, EV_MSC, EV_REL, Axis, Description  # noqa: E402
from uinput_pen import Pen  # noqa: E402

HEADER = Path("/usr/include/linux/input-event-codes.h")
BATCH = 80
TOOLS = {"BTN_TOOL_PEN": "pen", "BTN_TOOL_RUBBER": "eraser", "BTN_TOOL_BRUSH": "brush", "BTN_TOOL_PENCIL": "pencil",
         "BTN_TOOL_AIRBRUSH": "airbrush", "BTN_TOOL_MOUSE": "mouse", "BTN_TOOL_LENS": "lens"}


def codes() -> dict[str, int]:
    """The kernel's names and numbers."""
    found: dict[str, int] = {}
    for line in HEADER.read_text(encoding="utf-8").splitlines():
        if match := re.match(r"#define\s+((?:KEY|BTN|ABS|REL|MSC|INPUT_PROP)_\w+)\s+(\w+)", line):
            name, value = match.groups()
            found[name] = found[value] if value in found else int(value, 0)
    return found


def nodes() -> list[dict[str, Any]]:
    folder = Path(os.environ.get("PENCIL_DATA", str(ROOT.parent / "shared/data")))
    return [node for file in ("devices.json", "devices_kernel61.json") if (folder / file).exists()
            for node in json.loads((folder / file).read_text(encoding="utf-8")) if node["kind"] in ("stylus", "pad")]


def described(node: dict[str, Any], number: int, known: dict[str, int]) -> Description:
    device = Description(f"{number} {node['name']}"[:78], node["bustype"], node["vendor"], node["product"],
                         node["version"] or 1)
    device.properties = [known[name] for name in node["props"]]
    for kind, key in ((EV_KEY, "keys"), (EV_REL, "rel"), (EV_MSC, "msc")):
        device.codes[kind] = sorted({known[name] for name in node[key] if name in known})
    for name, axis in node["abs"].items():
        if name in known:
            device.axes[known[name]] = Axis(axis["min"], axis["max"], axis["fuzz"] or 0, axis["flat"] or 0,
                                            axis["res"] or 0)
    return device


def listed() -> tuple[dict[str, dict[str, Any]], str]:
    """What --list says, by the number at the front of each name, and what it complains of."""
    result = subprocess.run([PENCILD, "--list", "--format", "json"], capture_output=True, text=True, check=False)
    records = [json.loads(line) for line in result.stdout.splitlines()]
    return {record["name"].split(" ")[0]: record for record in records}, result.stderr


def faults(node: dict[str, Any], record: dict[str, Any]) -> list[str]:
    found = []
    axes = node["abs"]
    if node["kind"] == "pad":
        buttons = {name for name in node["keys"] if name.startswith("BTN_") and name != "BTN_STYLUS"}
        if record["type"] != "padDescription" or record["buttons"] != len(buttons):
            found.append(f"it has {len(buttons)} buttons: {record}")
        if record.get("rings") != sum(name in axes for name in ("ABS_WHEEL", "ABS_THROTTLE")):
            found.append(f"rings: {record}")
        return found
    if record["type"] != "tablet":
        return [f"it is no pad: {record}"]
    # systemd's 60-evdev.hwdb corrects an Aiptek's resolution in the kernel, and the kernel's word counts.
    if axes["ABS_X"]["res"] and axes["ABS_Y"]["res"] and node["vendor"] != 0x8CA:
        for side, name in (("width", "ABS_X"), ("height", "ABS_Y")):
            wanted = (axes[name]["max"] - axes[name]["min"]) / axes[name]["res"]
            if not is_near(record.get(side), wanted, 1e-3 * wanted):
                found.append(f"{side} is {record.get(side)}, not {wanted}")
    tools = {tool for key, tool in TOOLS.items()
             if key in node["keys"] and (node["vendor"] == 0x56A or tool not in ("mouse", "lens"))}
    if set(record["toolTypes"]) != (tools or {"pen"}):
        found.append(f"tools are {record['toolTypes']}, not {tools}")
    available = set(record["available"])
    for axis, name in (("ABS_PRESSURE", "force"), ("ABS_DISTANCE", "hover")):
        if (axis in axes) != (name in available):
            found.append(f"{name} is {name in available}: {record['available']}")
    if ("ABS_TILT_X" in axes and "ABS_TILT_Y" in axes) != ("tilt" in available):
        found.append(f"tilt: {record['available']}")
    return found


def properties(name: str) -> str:
    """udev's word on the device of this name."""
    for event in Path("/sys/class/input").glob("event*"):
        if (event / "device/name").read_text(encoding="utf-8").strip() == name.strip():
            return subprocess.run(["udevadm", "info", str(event)], capture_output=True, text=True, check=True).stdout
    return ""


def test_described_devices_are_listed() -> None:
    known, all_nodes = codes(), nodes()
    check(bool(all_nodes) or "PENCIL_DATA" not in os.environ, "there are descriptions")
    problems: list[str] = []
    unknown_to_udev = seen = 0
    for start in range(0, len(all_nodes), BATCH):
        batch = list(enumerate(all_nodes))[start:start + BATCH]
        devices = [(number, node, described(node, number, known)) for number, node in batch]
        pens = [Pen(device) for _, _, device in devices]
        until("the nodes", lambda: len(list(Path("/sys/class/input").glob("event*"))) >= len(pens))
        subprocess.run(["udevadm", "settle"], check=True)
        records, complaints = listed()
        for number, node, device in devices:
            record = records.get(str(number))
            if record:
                seen += 1
                problems += [f"{device.name}: {fault}" for fault in faults(node, record)]
            elif "ID_INPUT_TABLET" in (word := properties(device.name)):
                problems.append(f"{device.name} is not listed: {complaints} {word}")
            else:
                unknown_to_udev += 1
        for pen in pens:
            pen.unplug()
        subprocess.run(["udevadm", "settle"], check=True)
    print(f"# {seen} listed, {unknown_to_udev} that udev takes for no tablet", flush=True)
    check(not problems, f"{len(problems)} faults, such as " + "; ".join(problems[:5]))
    check(seen >= 0.95 * len(all_nodes), f"only {seen} of {len(all_nodes)} are listed")


if __name__ == "__main__":
    main()
