# make run    install what is missing, build, show the pen (a recording where there is no tablet)
# make test   install what is missing, run all tests
# make help   the other targets

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
.PHONY: run test test-vm bench fuzz lint build release install-tools program \
  install install-program install-service install-documentation install-clients install-c-client install-python-client install-swift-client install-user deb help clean

SWIFT ?= swift
# Symbols stay in it until it is installed; the build's own number finds them again when they are kept apart.
RELEASE_FLAGS := -c release --static-swift-stdlib -Xlinker --build-id -Xlinker -z -Xlinker now
VERSION := $(shell sed -n 's/.*let text = "\(.*\)"/\1/p' Sources/PencilDaemon/Version.swift)

INSTALL ?= install
PREFIX ?= /usr/local
UNITS ?= $(PREFIX)/lib/systemd/system
USER_UNITS ?= $(PREFIX)/lib/systemd/user
UDEV ?= $(PREFIX)/lib/udev
SYSUSERS ?= $(PREFIX)/lib/sysusers.d
MAN ?= $(PREFIX)/share/man
BASH_COMPLETIONS ?= $(PREFIX)/share/bash-completion/completions
ZSH_COMPLETIONS ?= $(PREFIX)/share/zsh/site-functions
FISH_COMPLETIONS ?= $(PREFIX)/share/fish/vendor_completions.d
# Where the daemon looks for them, wherever it is itself.
QUIRKS ?= /usr/lib/pencild/quirks.d
PKGCONFIG ?= $(PREFIX)/share/pkgconfig
DOC ?= $(PREFIX)/share/doc/pencild
# Debian's Python looks elsewhere than others, and has schemes of its own that say so.
PYTHON_MODULES ?= $(shell python3 -c 'import sysconfig as s; p, n = "$(PREFIX)", s.get_scheme_names(); \
  k, b = ("deb_system", p) if p == "/usr" and "deb_system" in n else \
  ("posix_local", p[:-6]) if p.endswith("/local") and "posix_local" in n else ("posix_prefix", p); \
  print(s.get_path("purelib", k, {"base": b}))')

help:
	@sed -n 's/^# \(make .*\)/\1/p' Makefile
	@echo 'make release  the binary, with the Swift runtime in it: .build/release/pencild'
	@echo 'make install  what was built, as a service, below DESTDIR and PREFIX (/usr/local); install-user: for you alone'
	@echo 'make deb      packages for Debian'
	@echo 'make test-vm  the tests on a real kernel in a virtual machine (its first run builds the kernel, 4 minutes)'
	@echo 'make bench    what it costs, beside the floor of each figure'
	@echo 'make fuzz     30 seconds of fuzzing for each reader of foreign bytes (SECONDS_EACH=30)'
	@echo 'make lint     the format'

run: install-tools
	@$(SWIFT) build -c release --product pencild 2>&1 | grep -vE '^\[|^Building|^Write' || true
	@test -x .build/release/pencild
	@Tests/run-example .build/release/pencild

test: install-tools
	$(SWIFT) build --build-tests
	$(SWIFT) test --skip-build --disable-xctest
	python3 -m unittest discover -q -s Tests/Decoder
	python3 -B -m unittest discover -q -s Tests/Conformance
	Tests/Conformance/run-c

test-vm: install-tools release
	Tests/VirtualMachine/test-vm

bench: install-tools release
	$(SWIFT) build -c release --product pencil-bench
	.build/release/pencil-bench
	Tests/Benchmarks/latency

SECONDS_EACH ?= 30
fuzz: install-tools
	Tests/Fuzzers/run $(SECONDS_EACH)

lint:
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests

build: install-tools
	$(SWIFT) build

release: install-tools program

program: .build/man/pencil-protocol.7 .build/man/pencil-json.7
	$(SWIFT) build $(RELEASE_FLAGS) --product pencild

.build/man/pencil-protocol.7: Documentation/protocol.md Documentation/man/make-page
	@mkdir -p $(@D)
	Documentation/man/make-page $(VERSION) pencil-protocol 'the binary protocol of the pen daemon' $< pencil-json > $@

.build/man/pencil-json.7: Documentation/json.md Documentation/man/make-page
	@mkdir -p $(@D)
	Documentation/man/make-page $(VERSION) pencil-json 'the pen as lines of JSON' $< pencil-protocol > $@

install-tools:
	@.ci/install-tools

# Takes what was built: root needs no toolchain.
.build/release/pencild:
	@echo 'nothing is built yet: make release' >&2; exit 1

install: install-program install-service install-documentation install-clients

install-program: .build/release/pencild .build/man/pencil-protocol.7 .build/man/pencil-json.7
	$(INSTALL) -Dm755 -s .build/release/pencild $(DESTDIR)$(PREFIX)/bin/pencild
	$(INSTALL) -Dm644 Documentation/man/pencild.8 $(DESTDIR)$(MAN)/man8/pencild.8
	$(INSTALL) -Dm644 Documentation/man/pencild.conf.5 $(DESTDIR)$(MAN)/man5/pencild.conf.5
	$(INSTALL) -Dm644 .build/man/pencil-protocol.7 $(DESTDIR)$(MAN)/man7/pencil-protocol.7
	$(INSTALL) -Dm644 .build/man/pencil-json.7 $(DESTDIR)$(MAN)/man7/pencil-json.7
	$(INSTALL) -Dm644 Sources/Completions/pencild.bash $(DESTDIR)$(BASH_COMPLETIONS)/pencild
	$(INSTALL) -Dm644 Sources/Completions/_pencild $(DESTDIR)$(ZSH_COMPLETIONS)/_pencild
	$(INSTALL) -Dm644 Sources/Completions/pencild.fish $(DESTDIR)$(FISH_COMPLETIONS)/pencild.fish
	$(INSTALL) -d $(DESTDIR)$(QUIRKS)
	$(INSTALL) -m644 Sources/PencilInput/Quirks/data/*.quirks $(DESTDIR)$(QUIRKS)

install-documentation:
	$(INSTALL) -d $(DESTDIR)$(DOC)
	$(INSTALL) -m644 Documentation/*.md Documentation/json.schema.json $(DESTDIR)$(DOC)

install-service:
	$(INSTALL) -d $(DESTDIR)$(UNITS) $(DESTDIR)$(USER_UNITS)
	$(INSTALL) -m644 systemd/*.socket $(DESTDIR)$(UNITS)
	$(INSTALL) -m644 systemd/user/*.socket $(DESTDIR)$(USER_UNITS)
	sed 's|/usr/bin/pencild|$(PREFIX)/bin/pencild|' systemd/pencild.service > $(DESTDIR)$(UNITS)/pencild.service
	sed 's|/usr/bin/pencild|$(PREFIX)/bin/pencild|' systemd/user/pencild.service > $(DESTDIR)$(USER_UNITS)/pencild.service
	$(INSTALL) -Dm644 systemd/pencild.sysusers $(DESTDIR)$(SYSUSERS)/pencild.conf
	$(INSTALL) -Dm644 udev-rules/70-pencild.rules $(DESTDIR)$(UDEV)/rules.d/70-pencild.rules

install-clients: install-c-client install-python-client install-swift-client

install-c-client:
	$(INSTALL) -Dm644 Sources/Clients/C/include/pencil.h $(DESTDIR)$(PREFIX)/include/pencil.h
	$(INSTALL) -d $(DESTDIR)$(PKGCONFIG)
	$(INSTALL) -d $(DESTDIR)$(DOC)/examples
	$(INSTALL) -m644 Sources/Clients/C/examples/*.c $(DESTDIR)$(DOC)/examples
	sed 's|@PREFIX@|$(PREFIX)|; s|@VERSION@|$(VERSION)|' Sources/Clients/C/pencil.pc.in > $(DESTDIR)$(PKGCONFIG)/pencil.pc

install-python-client:
	$(INSTALL) -d $(DESTDIR)$(PYTHON_MODULES)/pencil
	$(INSTALL) -m644 Sources/Clients/Python/pencil/__init__.py Sources/Clients/Python/pencil/py.typed $(DESTDIR)$(PYTHON_MODULES)/pencil

# This package itself, with the client and the rooms below it alone.
install-swift-client: SWIFT_PACKAGE := $(DESTDIR)$(PREFIX)/share/pencild/PencilClient
install-swift-client:
	$(INSTALL) -d $(SWIFT_PACKAGE)/Sources
	$(INSTALL) -m644 Package.swift LICENSE $(SWIFT_PACKAGE)
	cp -R --no-preserve=mode,ownership Sources/PencilClient Sources/PencilWire Sources/PencilCore Sources/PencilSystem \
	  Sources/CPencilShims $(SWIFT_PACKAGE)/Sources

# For one user, without root: the program and the units of systemd/user.
install-user:
	$(MAKE) install-program PREFIX=$(HOME)/.local QUIRKS=$(HOME)/.local/share/pencild/quirks.d
	$(INSTALL) -d $(HOME)/.local/share/systemd/user
	$(INSTALL) -m644 systemd/user/*.socket $(HOME)/.local/share/systemd/user
	sed 's|^ExecStart=.*|ExecStart=%h/.local/bin/pencild\nEnvironment=PENCIL_QUIRKS=%h/.local/share/pencild/quirks.d|' \
	  systemd/user/pencild.service > $(HOME)/.local/share/systemd/user/pencild.service

# Debian's packages, here. Neither the network nor Debian's own Swift is needed, of which there is none.
deb: release
	dpkg-checkbuilddeps
	dh_clean
	PENCIL_PACKAGES=. debian/rules binary

clean:
	rm -rf .build .build-*
