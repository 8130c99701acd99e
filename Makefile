# make run    install what is missing, build, show the pen (a recording where there is no tablet)
# make test   install what is missing, run all tests
# make help   the other targets

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
.PHONY: run test test-vm bench fuzz lint build release install-tools install install-clients help clean

PREFIX ?= /usr/local
SWIFT ?= swift
RELEASE_FLAGS := -c release --static-swift-stdlib -Xlinker -s

help:
	@sed -n 's/^# \(make .*\)/\1/p' Makefile
	@echo 'make release  the stripped binary, with the Swift runtime in it: .build/release/pencild'
	@echo 'make install  the release binary and its service files, below DESTDIR and PREFIX (/usr/local)'
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

release: install-tools
	$(SWIFT) build $(RELEASE_FLAGS) --product pencild

install-tools:
	@.ci/install-tools

# The C client: a header, and how pkg-config finds it. It needs nothing of the daemon's.
install-clients:
	install -Dm644 Sources/Clients/C/include/pencil.h $(DESTDIR)$(PREFIX)/include/pencil.h
	install -d $(DESTDIR)$(PREFIX)/lib/pkgconfig
	sed -e 's|@PREFIX@|$(PREFIX)|' -e "s|@VERSION@|$$(sed -n 's/.*text = "\(.*\)".*/\1/p' \
	  Sources/PencilDaemon/Version.swift)|" Sources/Clients/C/pencil.pc.in > $(DESTDIR)$(PREFIX)/lib/pkgconfig/pencil.pc

install: release install-clients
	install -Dm755 .build/release/pencild $(DESTDIR)$(PREFIX)/bin/pencild
	install -d $(DESTDIR)/usr/lib/pencild/quirks.d
	install -m644 Sources/PencilInput/Quirks/data/*.quirks $(DESTDIR)/usr/lib/pencild/quirks.d
	install -Dm644 udev-rules/70-pencild.rules $(DESTDIR)/usr/lib/udev/rules.d/70-pencild.rules
	install -d $(DESTDIR)/usr/lib/systemd/system
	sed 's|/usr/bin/pencild|$(PREFIX)/bin/pencild|' systemd/pencild.service > $(DESTDIR)/usr/lib/systemd/system/pencild.service
	install -Dm644 systemd/pencild.socket $(DESTDIR)/usr/lib/systemd/system/pencild.socket
	install -Dm644 systemd/pencild.sysusers $(DESTDIR)/usr/lib/sysusers.d/pencild.conf

clean:
	rm -rf .build .build-*
