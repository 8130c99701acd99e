#!/usr/bin/env python3
"""The packages as a machine gets them: installed, upgraded and purged.  The tests go on from each other, in their order."""

from __future__ import annotations

import os
import re
import shutil
import socket
import struct
import subprocess
from pathlib import Path

from support import Maker, Subscriber, check, fresh, hello, main, of_type, until  # first: it finds the next ones

from evdev import ABS_WHEEL, ABS_X, ABS_Y, BTN_STYLUS, EV_KEY, Axis, Description
from installed import (
    PACKAGE, PACKAGES, SOCKETS, Listener, access, as_user, group_entry, main_process, node_of, output, prepare, settled, state,
    udev_rule,
)
from strokes import intuos
from uinput_pen import Pen

BTN_0 = 0x100


def everything() -> set[str]:
    """All that an installation could leave behind: what it brings, and what is made by it."""
    brought = {line.split()[5].removeprefix(".") for line in output("dpkg-deb", "--contents", PACKAGE).splitlines()}
    made = {path for root in ("/etc", "/var/lib", "/run") for path in output("find", root, "-xdev", "-path", "*penc*").splitlines()}
    names = {f"{kind} {line.split(':')[0]}" for kind in ("passwd", "group") for line in output("getent", kind).splitlines()}
    return {path for path in brought if os.path.lexists(path)} | made | names


before = everything()


def test_package_installs_and_waits() -> None:
    # A tablet that is there already is the next test's; without one, the sockets wait and nothing runs.
    output("dpkg", "--install", PACKAGE)
    for unit in ("pencild.socket", "pencild-json.socket"):
        check(state(unit) == "active", f"{unit} is {state(unit)}")
    check(state("pencild.service") == "inactive", "the daemon waits for a tablet or a client")
    for path in SOCKETS:
        check(output("stat", "-c", "%U:%G %a", path) == "root:pencil 666", output("stat", "-c", "%U:%G %a", path))
    identity = output("id", "pencild")
    check(re.fullmatch(r"uid=\d+\(pencild\) gid=\d+\(pencild\) groups=\d+\(pencild\)", identity) is not None, identity)
    check(state("pencild.service") == "inactive", "looking at it does not start it")


def test_package_rule_gives_tablets_and_no_keyboards() -> None:
    keyboard = Pen(Description(name="Typing", codes={EV_KEY: list(range(1, 120))}))
    mixed = intuos()
    mixed.name, mixed.codes[EV_KEY] = "Typing pen", mixed.codes[EV_KEY] + list(range(1, 120))
    both = Pen(mixed)
    nodes = {name: node_of(name) for name in ("Typing", "Typing pen")}
    for name, node in nodes.items():
        check(not any("group:" in entry and not entry.startswith("group::") for entry in settled(node)), f"{name}: {access(node)}")
    check(state("pencild.service") == "inactive", "what can type starts nothing")
    check("ID_INPUT_TABLET=1" in output("udevadm", "info", nodes["Typing pen"]), "udev calls the typing pen a tablet")
    both.unplug()
    pen = Pen(intuos())
    node = node_of(intuos().name)
    check(group_entry() in settled(node), f"the service may read the pen: {access(node)}")
    check({"user::rw-", "group::rw-", "mask::rw-", "other::---"} < access(node), f"nobody lost anything: {access(node)}")
    until("the first tablet has started the daemon", lambda: state("pencild.service") == "active")
    pad = Pen(Description(name="Its pad", codes={EV_KEY: [BTN_0, BTN_0 + 1, BTN_STYLUS]},
                          axes={ABS_X: Axis(0, 1), ABS_Y: Axis(0, 1), ABS_WHEEL: Axis(0, 71)}))
    check(group_entry() in settled(node_of("Its pad")), f"the service may read its pad: {access(node_of('Its pad'))}")
    check("ID_INPUT_TABLET_PAD=1" in output("udevadm", "info", node_of("Its pad")), "udev calls it a pad")
    pad.unplug()
    refused = subprocess.run([*as_user("pencild"), "cat", nodes["Typing"]], capture_output=True, check=False)
    check(refused.returncode != 0, "the daemon's group can't read a keyboard")
    keyboard.unplug()
    pen.unplug()


def test_package_rule_lives_with_uaccess() -> None:
    # With real sessions that are switched: see sessions.py.
    with udev_rule('SUBSYSTEM=="input", KERNEL=="event*", TAG+="uaccess"\n'):
        pen = Pen(intuos())
        node = node_of(intuos().name)
        check(group_entry() in settled(node), f"beside uaccess: {access(node)}")
        output("setfacl", "-m", "u:daemon:rw", node)
        output("udevadm", "trigger", "--action=change", node)
        after = settled(node)
        check(group_entry() in after, f"after uaccess has taken out a user's entry: {after}")
        check(not any(entry.startswith("user:") and not entry.startswith("user::") for entry in after), f"it did: {after}")
        pen.unplug()


def test_package_serves_its_group_alone() -> None:
    # Nobody's session is active: whoever is not in the group is connected and waits.
    waiting = Subscriber([*as_user(), "pencild", "--dump", "--format", "json"], fresh("waiting.json"), True)
    until("who is not in the group is told so", lambda: any(r["type"] == "suspended" for r in waiting.records()))
    maker = Maker("uinput_pen.py", "--frames", "300")
    subscriber = Subscriber([*as_user("pencil"), "pencild", "--dump", "--format", "json"], fresh("dump.json"), True)
    until("the pen is told of", lambda: any(r["type"] == "tablet" for r in subscriber.records()))
    maker.play()
    maker.log()
    subscriber.settle()
    check(len(of_type(subscriber.records(), "sample")) > 100, "a member gets samples")
    others = {record["type"] for record in waiting.records()}
    check(others == {"welcome", "preferences", "subscribed", "suspended"}, f"the other one gets nothing: {others}")
    with socket.socket(socket.AF_UNIX) as lines:
        lines.settimeout(10)
        lines.connect(SOCKETS[1])
        first = lines.recv(1 << 16).split(b"\n")[0]
    check(b'"type":' in first, f"and lines of JSON at the other socket: {first!r}")
    maker.stop()


def test_package_keeps_what_users_prefer() -> None:
    # The one thing that the service may write, from within its sandbox.
    prefer = struct.pack("<HHIBBBBIQ128s", 152, 0x0005, 1, 1, 255, 2, 0, 0, 0, b"")
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as connection:
        connection.connect(SOCKETS[0])
        connection.send(hello())
        connection.send(prefer)
        until("it is kept", lambda: bool(output("find", "/var/lib/pencild", "-type", "f", "-size", "+0", "-user", "pencild")))
    check(output("stat", "-c", "%U:%G %a", "/var/lib/pencild") == "pencild:pencild 700", "for its own eyes")


def test_package_serves_one_user_without_root() -> None:
    maker = Maker("uinput_pen.py", "--frames", "300")
    # As uaccess does for whoever sits before the tablet.
    output("setfacl", "-m", "u:nobody:rw", maker.node)
    output("systemctl", "start", "user@65534.service")
    folder = "/run/user/65534"
    user = [*as_user(), "env", f"XDG_RUNTIME_DIR={folder}", f"HOME={folder}"]
    output(*user, "systemctl", "--user", "start", "pencild.socket")
    check(output("stat", "-c", "%U %a", f"{folder}/pencild") == "nobody 700", "the folder is this user's")
    path = f"{folder}/pencild/pencil.sock"
    subscriber = Subscriber([*user, "pencild", "--dump", "--format", "json", "--socket", path], fresh("dump.json"), True)
    until("the user's own daemon tells of the pen", lambda: any(r["type"] == "tablet" for r in subscriber.records()))
    maker.play()
    maker.log()
    subscriber.settle()
    check(len(of_type(subscriber.records(), "sample")) > 100, "and gives its samples")
    daemon = output(*user, "systemctl", "--user", "show", "--value", "-p", "MainPID", "pencild.service")
    check(output("stat", "-c", "%U", f"/proc/{daemon}") == "nobody", "by the user's own daemon")
    maker.stop()
    output("systemctl", "stop", "user@65534.service")


def test_package_clients_are_found() -> None:
    clients = [package for package in PACKAGES if Path(package).name.startswith(("libpencil-", "python3-pencil_"))]
    check(bool(clients), "there is none")
    output("dpkg", "--install", *clients)
    installed = {Path(package).name.split("_")[0] for package in clients}
    if "libpencil-dev" in installed:
        source, program = fresh("client.c"), fresh("client")
        Path(source).write_text("#include <pencil.h>\nint main(void) { return 0; }\n")
        output("cc", *output("pkg-config", "--cflags", "pencil").split(), "-o", program, source)
    if "python3-pencil" in installed:
        output("python3", "-I", "-c", "import pencil")
    manifest = Path("/usr/share/pencild/PencilClient/Package.swift").read_text()
    rooms = re.search(r"let rooms = \[(.*)\]", manifest)
    check(rooms is not None, "the Swift package says which rooms it has")
    check({path.name for path in Path("/usr/share/pencild/PencilClient/Sources").iterdir()} == set(re.findall(r"\w+", rooms[1])),
          "and it has them")
    output("dpkg", "--purge", *installed)


def test_package_upgrades_with_a_client_connected() -> None:
    maker = Maker("uinput_pen.py", "--frames", "300", "--repeat", "2")
    listener = Listener()
    maker.play()
    until("the first round", lambda: maker.is_done(0) and listener.samples > 100)
    old = main_process()
    output("dpkg", "--install", later_version())
    new = main_process()
    check(new not in ("0", old), f"the daemon was restarted: {old}, {new}")
    until("the client has connected again", lambda: listener.connections == 2 or bool(listener.problem))
    check(not listener.problem, f"the client: {listener.problem}")
    first = listener.samples
    maker.play(1)
    maker.log()
    until("the second round", lambda: listener.samples > first + 100)
    check(group_entry() in settled(maker.node), "the entry is still there")
    maker.stop()


def later_version() -> str:
    """The same package, one version later."""
    folder, package = fresh("later"), fresh("later.deb")
    output("dpkg-deb", "--raw-extract", PACKAGE, folder)
    control = Path(folder) / "DEBIAN/control"
    control.write_text(re.sub(r"^Version: .*$", r"\g<0>+1", control.read_text(), flags=re.M))
    output("dpkg-deb", "--root-owner-group", "-Znone", "--build", folder, package)
    shutil.rmtree(folder)
    return package


def test_package_purges_without_a_trace() -> None:
    pen = Pen(intuos())
    node = node_of(intuos().name)
    check(group_entry() in settled(node), f"the service may read the pen: {access(node)}")
    until("the daemon runs", lambda: state("pencild.service") == "active")
    output("dpkg", "--purge", "pencild")
    check(not any(re.match("(user|group):[^:]", entry) for entry in access(node)), f"the pen's node: {access(node)}")
    check(state("pencild.service") != "active" and state("pencild.socket") != "active", "nothing runs")
    check(subprocess.run(["pgrep", "-x", "pencild"], check=False, stdout=subprocess.DEVNULL).returncode == 1, "no process is left")
    left = everything() - before
    check(not left, f"left behind: {sorted(left)}")
    pen.unplug()


def test_package_finds_a_tablet_that_was_there_before() -> None:
    pen = Pen(intuos())
    node = node_of(intuos().name)
    check(not any("group:" in entry and not entry.startswith("group::") for entry in settled(node)), f"{access(node)}")
    output("dpkg", "--install", PACKAGE)
    check(group_entry() in settled(node), f"the service may read the pen: {access(node)}")
    until("the daemon runs", lambda: state("pencild.service") == "active")
    pen.unplug()


if __name__ == "__main__":
    prepare()
    main()
