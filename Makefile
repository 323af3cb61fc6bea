# The two commands: `make demo` shows Trendy at work, `make test` checks it.
.PHONY: demo test check mutants build lint format clean dependencies bench

EXPORT ?=
MODULE ?=
MINUTES ?= 30
SWIFT_BUILD = scripts/with-environment swift build

demo: dependencies
	$(SWIFT_BUILD) -c release --product trendy
	scripts/demo "$(EXPORT)"

test: dependencies lint
	scripts/swift build --build-tests
	scripts/swift test --skip-build --skip TrendySimulationTests \
		--experimental-maximum-parallelization-width 8
	scripts/swift test --skip-build --filter TrendySimulationTests

# The quick check while working: format, build, tests of the changed modules.
check: dependencies
	scripts/check

# What the checks notice of small changes: make mutants MODULE=TrendySync MINUTES=30
mutants: dependencies
	scripts/mutants $(if $(MODULE),--module $(MODULE)) --minutes $(MINUTES)

build: dependencies
	$(SWIFT_BUILD) -c release --product trendy

bench: dependencies
	scripts/benchmark

dependencies:
	scripts/install-dependencies

lint:
	scripts/lint

format:
	swift format -i -r Package.swift Sources Simulation Tests Benchmarks Fuzz Mutants Simulators

clean:
	rm -rf .build .build-mutants demo
