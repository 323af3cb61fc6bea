# The two commands: `make demo` shows Trendy at work, `make test` checks it.
.PHONY: demo test build lint format clean dependencies bench

EXPORT ?=
SWIFT_BUILD = scripts/with-environment swift build

demo: dependencies
	$(SWIFT_BUILD) -c release --product trendy
	scripts/demo "$(EXPORT)"

test: dependencies lint
	$(SWIFT_BUILD) --build-tests
	scripts/with-environment swift test --skip-build --skip TrendySimulationTests \
		--experimental-maximum-parallelization-width 8
	# The fleets compute for long: optimized, they take a third of the time.
	$(SWIFT_BUILD) -c release --product trendy-simulate
	TRENDY_SIMULATE="$(CURDIR)/.build/release/trendy-simulate" \
		scripts/with-environment swift test --skip-build --filter TrendySimulationTests

build: dependencies
	$(SWIFT_BUILD) -c release --product trendy

bench: dependencies
	scripts/benchmark

dependencies:
	scripts/install-dependencies

lint:
	scripts/lint

format:
	swift format -i -r Package.swift Sources Simulation Tests Benchmarks Fuzz Simulators

clean:
	rm -rf .build demo
