# The two commands: `make demo` shows Trendy at work, `make test` checks it.
.PHONY: demo test build lint format clean dependencies bench

EXPORT ?=
SWIFT_BUILD = scripts/with-environment swift build

demo: dependencies
	$(SWIFT_BUILD) -c release --product trendy
	scripts/demo "$(EXPORT)"

test: dependencies lint
	$(SWIFT_BUILD) --build-tests
	# The fleets come last: beside them nothing else would get its time.
	scripts/with-environment swift test --skip-build --skip TrendySimulationTests \
		--experimental-maximum-parallelization-width 8
	scripts/with-environment swift test --skip-build --filter TrendySimulationTests
	scripts/test-simulators

build: dependencies
	$(SWIFT_BUILD) -c release --product trendy

bench: dependencies
	scripts/benchmark

dependencies:
	scripts/install-dependencies

lint:
	scripts/lint

format:
	swift format -i -r Package.swift Sources Tests Benchmarks Simulators

clean:
	rm -rf .build demo
