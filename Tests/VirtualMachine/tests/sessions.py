#!/usr/bin/env python3
"""Users at one seat and at two, with logind itself to say whose session is active, and the installed service in its sandbox."""

from __future__ import annotations

import subprocess
from functools import partial
from pathlib import Path

from support import Maker, Record, Subscriber, check, fresh, is_note, main, until  # first: it finds the next ones

from evdev import (
    ABS_DISTANCE, ABS_PRESSURE, ABS_X, ABS_Y, BTN_TOOL_PEN, BTN_TOUCH, EV_ABS, EV_KEY, Event, Frame,
)
from installed import (
    GAP_ITEM, SOCKETS, TABLET_ITEM, Listener, access, group_entry, install, main_process, missing, output, udev_rule,
)
from strokes import intuos
from uinput_pen import Pen, pack

ANN, BOB, CAT = "ann", "bob", "cat"


def log_in(user: str, seat: str = "seat0") -> str:
    """A session at the seat, as a display manager makes one: by pam_systemd; its name."""
    if not sessions(user, seat):
        output("systemd-run", f"--unit=session-of-{user}-at-{seat}", "-p", "PAMName=pencil-test", "-p", f"User={user}",
               "-E", f"XDG_SEAT={seat}", "-E", "XDG_SESSION_TYPE=tty", "-E", "XDG_SESSION_CLASS=user", "sleep", "infinity")
        until(f"{user} is logged in", lambda: len(sessions(user, seat)) == 1, 30)
    return sessions(user, seat)[0]


def log_out(user: str, seat: str = "seat0") -> None:
    output("systemctl", "stop", f"session-of-{user}-at-{seat}.service")
    until(f"{user} is logged out", lambda: not sessions(user, seat), 30)


def sessions(user: str, seat: str = "seat0") -> list[str]:
    """The names of a user's."""
    lines = [line.split() for line in output("loginctl", "list-sessions", "--no-legend").splitlines()]
    return [words[0] for words in lines if words[2:4] == [user, seat]]


def switch(session: str, seat: str = "seat0") -> None:
    output("loginctl", "activate", session)
    active = ("loginctl", "show-seat", "-p", "ActiveSession", "--value", seat)
    until(f"session {session} is the active one", lambda: output(*active) == session)


def listener(*user: str) -> Subscriber:
    """A dump, as one of the users or as root."""
    who = ["setpriv", f"--reuid={user[0]}", f"--regid={user[0]}", "--clear-groups"] if user else []
    dump = Subscriber([*who, "pencild", "--dump", "--format", "json", "--socket", SOCKETS[0]], fresh("dump.json"), True)
    until(f"{user} is let in", lambda: bool(dump.records()))
    return dump


def heard(dump: Subscriber) -> list[int]:
    """The numbers of the samples."""
    return [record["seq"] for record in dump.records() if record["type"] == "sample" and not is_note(record)]


def changes(dump: Subscriber) -> list[str]:
    return [record["type"] for record in dump.records() if record["type"] in ("suspended", "resumed")]


def about_the_pen(dump: Subscriber) -> list[Record]:
    """Whatever tells where the pen is or was."""
    kinds = ("sample", "stroke", "update", "button", "gesture", "raw", "predicted")
    return [record for record in dump.records() if record["type"] in kinds]


def test_sessions_each_hears_its_own_time() -> None:
    names = {user: log_in(user) for user in (ANN, BOB)}
    switch(names[ANN])
    maker = Maker("uinput_pen.py", "--frames", "4000", "--no-hurry")
    everything, ann, bob, cat = listener(), listener(ANN), listener(BOB), listener(CAT)
    until("who is not active is told", lambda: changes(bob) == ["suspended"] and changes(cat) == ["suspended"])
    maker.play()
    until("the pen writes", lambda: len(heard(ann)) > 300)
    switch(names[BOB])
    until("bob may listen", lambda: len(heard(bob)) > 300)
    check(changes(ann) == ["suspended"] and changes(bob) == ["suspended", "resumed"], f"{changes(ann)}, {changes(bob)}")
    switch(names[ANN])
    until("ann may listen again", lambda: changes(ann) == ["suspended", "resumed"])
    maker.log()
    for dump in (everything, ann, bob):
        dump.settle()
    all_samples, of_ann, of_bob = heard(everything), heard(ann), heard(bob)
    check(len(all_samples) >= 4000, f"root hears everything: {len(all_samples)}")
    check(not set(of_ann) & set(of_bob), f"both have heard {sorted(set(of_ann) & set(of_bob))[:5]}")
    check(sorted(of_ann + of_bob) == all_samples, f"nobody has heard {sorted(set(all_samples) - set(of_ann) - set(of_bob))[:5]}")
    # One time after the other: ann's, bob's, ann's.
    turns = "".join("a" if number in set(of_ann) else "b" for number in all_samples)
    check(not turns.strip("a").strip("b") and turns[0] == turns[-1] == "a", "each has heard a time of its own")
    check(not about_the_pen(cat), f"who has no session: {about_the_pen(cat)[:1]}")
    # Whoever comes late has nothing of the time before.
    check(not about_the_pen(late := listener(BOB)) and changes(late) == ["suspended"], f"a late client: {late.records()}")
    maker.stop()


def users_of(node: str) -> set[str]:
    """The entries for users of a node's access list."""
    entries = access(node)
    check(not any(entry.startswith("#effective") for entry in entries), f"the mask takes something away: {entries}")
    return {entry for entry in entries if entry.startswith("user:") and not entry.startswith("user::")}


def belongs(node: str, users: set[str]) -> bool:
    return users_of(node) == users


def has_more(dump: Listener, count: int) -> bool:
    return dump.samples > count


def test_sessions_switch_the_nodes_users_and_not_the_group() -> None:
    """A compositor's user gets the node by uaccess, as logind carries it out; the service's entry stays."""
    with udev_rule('SUBSYSTEM=="input", KERNEL=="event*", TAG+="uaccess"\n'):
        names = {user: log_in(user) for user in (ANN, BOB)}
        switch(names[ANN])
        maker = Maker("uinput_pen.py", "--frames", "4000", "--no-hurry")
        own = {user: f"user:{output('id', '-u', user)}:rw-" for user in (ANN, BOB)}
        everything = Listener()
        everything.finds_a_tablet()
        process = main_process()
        maker.play()
        for user in (ANN, BOB, ANN, BOB):
            before = everything.samples
            switch(names[user])
            until(f"the node is {user}'s", partial(belongs, maker.node, {own[user]}))
            check(group_entry() in access(maker.node), f"the service's entry, for {user}: {access(maker.node)}")
            until("the pen writes", partial(has_more, everything, before + 100))
        for user in (BOB, ANN):
            log_out(user)
        until("it is nobody's", partial(belongs, maker.node, set()))
        check(group_entry() in access(maker.node), f"the service's entry, for nobody: {access(maker.node)}")
        log = maker.log()
        until("the end", lambda: everything.samples >= len(log))
        check(not missing(everything, log) and not everything.of(GAP_ITEM), f"frames {missing(everything, log)} are missing")
        check([item.is_present for item in everything.of(TABLET_ITEM)] in ([], [True]), "the tablet was never given up")
        check(everything.connections == 1 and main_process() == process, "by one and the same service")
        maker.stop()


STROKE: list[list[Event]] = [
    [(EV_KEY, BTN_TOOL_PEN, 1), (EV_ABS, ABS_X, 5000), (EV_ABS, ABS_Y, 5000), (EV_ABS, ABS_DISTANCE, 20)],
    [(EV_KEY, BTN_TOUCH, 1), (EV_ABS, ABS_PRESSURE, 700), (EV_ABS, ABS_X, 5010), (EV_ABS, ABS_DISTANCE, 0)],
    [(EV_ABS, ABS_X, 5020)],
    [(EV_KEY, BTN_TOUCH, 0), (EV_ABS, ABS_PRESSURE, 0), (EV_ABS, ABS_X, 5030), (EV_ABS, ABS_DISTANCE, 20)],
    [(EV_KEY, BTN_TOOL_PEN, 0)],
]
SECOND_SEAT = 'SUBSYSTEM=="input", ATTRS{name}=="Second *", ENV{ID_SEAT}="seat1", TAG+="seat", TAG+="master-of-seat"\n'


def tablets_heard(dump: Subscriber, after: int) -> list[int]:
    """Of each sample behind so many records."""
    return [r["tablet"] for r in dump.records()[after:] if r["type"] == "sample" and not is_note(r)]


def has_heard(dump: Subscriber, after: int, count: int) -> bool:
    return len(tablets_heard(dump, after)) >= count


def test_sessions_at_two_seats_hear_their_own_tablet() -> None:
    with udev_rule(SECOND_SEAT):
        device = intuos()
        first, device.name = Pen(device), "Second tablet"
        second = Pen(device)
        everything = listener()
        until("both tablets", lambda: len(tablets(everything)) == 2)
        numbers = {r["name"]: r["tablet"] for r in tablets(everything)}
        one, two = numbers[intuos().name], numbers["Second tablet"]
        seats = {r["tablet"]: r["seat"] for r in tablets(everything)}
        check(seats == {one: "seat0", two: "seat1"}, f"their seats: {seats}")
        until("logind knows both seats", lambda: "seat1" in output("loginctl", "list-seats", "--no-legend").split())
        log_in(ANN)
        names = {BOB: log_in(BOB, "seat1")}
        ann, bob = listener(ANN), listener(BOB)

        def draw(wanted: dict[str, set[int]]) -> None:
            """Each pen draws a stroke; which tablets each user hears by it."""
            before = {user: len(dump.records()) for user, dump in ((ANN, ann), (BOB, bob))}
            end = len(heard(everything)) + 2 * len(STROKE)
            for pen in (first, second):
                for events in STROKE:
                    pen.send(pack(Frame(0, events), 0))
            until("root hears all", lambda: len(heard(everything)) >= end)
            for user, dump in ((ANN, ann), (BOB, bob)):
                if wanted[user]:
                    until(f"{user} hears {wanted[user]}", partial(has_heard, dump, before[user], 5 * len(wanted[user])))
                dump.settle()
                got = tablets_heard(dump, before[user])
                check({tablet: got.count(tablet) for tablet in set(got)} == dict.fromkeys(wanted[user], 5),
                      f"{user} hears {got} instead of {wanted[user]}")

        draw({ANN: {one}, BOB: {two}})
        check({r["tablet"] for r in ann.records() if "tablet" in r} == {one}, "and ann has no word of the other tablet")
        check({r["tablet"] for r in bob.records() if "tablet" in r} == {two}, "nor has bob")
        check(not changes(ann) and not changes(bob), f"nobody was suspended: {changes(ann)}, {changes(bob)}")
        # Ann comes to the second seat, too.
        names[ANN] = log_in(ANN, "seat1")
        switch(names[ANN], "seat1")
        until("bob is suspended", lambda: changes(bob) == ["suspended"])
        until("ann is told that it is more by now", lambda: changes(ann) == ["suspended", "resumed"])
        draw({ANN: {one, two}, BOB: set()})
        switch(names[BOB], "seat1")
        until("bob is back", lambda: changes(bob) == ["suspended", "resumed"])
        until("ann is told that it is less by now", lambda: changes(ann) == ["suspended", "resumed"] * 2)
        draw({ANN: {one}, BOB: {two}})
        log_out(BOB, "seat1")
        until("bob has no session", lambda: changes(bob) == ["suspended", "resumed", "suspended"])
        log_out(ANN, "seat1")
        draw({ANN: {one}, BOB: set()})
        for pen in (first, second):
            pen.unplug()


def tablets(dump: Subscriber) -> list[Record]:
    return [record for record in dump.records() if record["type"] == "tablet"]


def test_sessions_after_the_last_one_nobody_hears() -> None:
    for user in (ANN, BOB):
        if sessions(user):
            log_out(user)
    maker = Maker("uinput_pen.py", "--frames", "300")
    everything, ann = listener(), listener(ANN)
    maker.play()
    maker.log()
    until("root hears it", lambda: len(heard(everything)) >= 300)
    check(not about_the_pen(ann) and changes(ann) == ["suspended"], f"ann: {ann.records()}")
    maker.stop()


if __name__ == "__main__":
    install()
    for name in (ANN, BOB, CAT):
        subprocess.run(["useradd", "--create-home", name], check=True)
    Path("/etc/pam.d/pencil-test").write_text("account required pam_permit.so\nsession required pam_systemd.so\n")
    output("systemctl", "start", "systemd-logind.service")
    main()
