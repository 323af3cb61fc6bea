# The two commands: `make demo` shows Trendy at work, `make test` checks it.
.PHONY: demo test check phone test-browser mutants soak fuzz chaos failover bench build install uninstall test-install deb lint \
	format clean dependencies test-dependencies

EXPORT ?=
# Options of trendy-phone; see .build/release/trendy-phone --help.
PHONE_FLAGS ?=
# Where `make install` puts the command, its manual pages and its completions.
PREFIX ?= /usr/local
DESTDIR ?=
# The minutes that mutants, bench, soak, fuzz or chaos may take after the build; bench takes what it
# needs without them.
MINUTES ?=
# The number of faults of failover.
FAULTS ?=
# The module whose mutants are tried; without it, all that have a target score.
MODULE ?=
SWIFT_BUILD = scripts/with-environment swift build

demo: dependencies
	$(SWIFT_BUILD) -c release --product trendy
	scripts/demo "$(EXPORT)"

test: test-dependencies lint
	scripts/swift build --build-tests
	scripts/test

# The quick check while working: format, build, tests of the changed modules.
check: test-dependencies
	scripts/check

# What the checks notice of small changes: make mutants MODULE=TrendySync MINUTES=30
mutants: test-dependencies
	scripts/mutants $(if $(MODULE),--module $(MODULE)) --minutes $(or $(MINUTES),30)

# Simulated iPhones that run the app, in a browser: make phone PHONE_FLAGS="--speed 60"
phone: dependencies
	$(SWIFT_BUILD) -c release --product trendy-phone
	.build/release/trendy-phone $(PHONE_FLAGS)

# The phones and the web pages in a real browser; not part of `make test`. .ci/run runs both.
test-browser: dependencies
	scripts/swift build --product trendy-phone
	scripts/swift build --product trendy
	scripts/test-browser

# The second product writes the manual pages for `make install`.
build: dependencies
	$(SWIFT_BUILD) -c release --product trendy
	$(SWIFT_BUILD) -c release --product generate-manual

# What `make build` has built; PREFIX=/usr/local may need sudo.
install:
	PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" scripts/install

uninstall:
	PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" scripts/install --uninstall

# Installs into a temporary directory and checks the files.
test-install: build
	scripts/test-install

# A Debian package in .build/deb, whose program needs no Swift runtime. DEB_BINARY=PATH packages
# another program. scripts/check-deb installs the package in a fresh Debian root.
deb:
	scripts/install-dependencies --deb
ifdef DEB_BINARY
	scripts/swift build --product generate-manual
	DEB_BINARY="$(DEB_BINARY)" scripts/build-deb .build/debug
else
	$(SWIFT_BUILD) -c release --product trendy --static-swift-stdlib
	$(SWIFT_BUILD) -c release --product generate-manual
	scripts/build-deb
endif

bench: dependencies
	scripts/benchmark $(if $(MINUTES),--minutes $(MINUTES))

# Simulates fresh seeds until the time is over or a seed fails.
soak: dependencies
	$(SWIFT_BUILD) -c release --product trendy-simulate
	first=$$(date +%s)000 && .build/release/trendy-simulate --jobs $$(nproc) \
		--seeds "$$first..<$$((first + 1000000))" --minutes $(or $(MINUTES),10)

# Divides the time among the targets.
fuzz: dependencies
	Fuzz/run all $$(($(or $(MINUTES),8) * 60)) --total

chaos: build
	scripts/chaos --seconds $$(($(or $(MINUTES),10) * 60))

# PostgreSQL with failover under faults, as root: make failover FAULTS=100
failover: build
	scripts/install-dependencies --lab
	scripts/failover-lab --faults $(or $(FAULTS),30)

dependencies:
	scripts/install-dependencies

test-dependencies:
	scripts/install-dependencies --tests

lint:
	scripts/lint

format:
	swift format -i -r Package.swift Sources Simulation Tests Benchmarks Fuzz Mutants Simulators

clean:
	rm -rf .build .build-mutants demo
