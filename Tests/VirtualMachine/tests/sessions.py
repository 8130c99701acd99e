#!/usr/bin/env python3
"""Two users at one seat, with logind itself to say whose session is active, and the installed service in its sandbox."""

from __future__ import annotations

import subprocess
from pathlib import Path

from support import Maker, Record, Subscriber, check, fresh, is_note, main, until  # first: it finds the next ones

from installed import SOCKETS, install, output

ANN, BOB, CAT = "ann", "bob", "cat"


def log_in(user: str) -> str:
    """A session at the seat, as a display manager makes one: by pam_systemd; its name."""
    output("systemd-run", f"--unit=session-of-{user}", "-p", "PAMName=pencil-test", "-p", f"User={user}",
           "-E", "XDG_SEAT=seat0", "-E", "XDG_SESSION_TYPE=tty", "-E", "XDG_SESSION_CLASS=user", "sleep", "infinity")
    until(f"{user} is logged in", lambda: len(sessions(user)) == 1, 30)
    return sessions(user)[0]


def sessions(user: str) -> list[str]:
    """The names of a user's."""
    lines = [line.split() for line in output("loginctl", "list-sessions", "--no-legend").splitlines()]
    return [words[0] for words in lines if words[2] == user]


def switch(session: str) -> None:
    output("loginctl", "activate", session)
    active = ("loginctl", "show-seat", "-p", "ActiveSession", "--value", "seat0")
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
    maker = Maker("uinput_pen.py", "--frames", "4000")
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


def test_sessions_after_the_last_one_nobody_hears() -> None:
    for user in (ANN, BOB):
        output("systemctl", "stop", f"session-of-{user}.service")
        until(f"{user} is logged out", lambda user=user: not sessions(user), 30)
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
