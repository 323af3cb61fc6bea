import Foundation
import SimulationKit
import Synchronization
import Testing
import TrendyHealth
import TrendyModel
import TrendyStore

@Suite("Passes after signals")
struct HealthSignalPassTests {
    @Test(
        "Signals within a pause share a pass at its end, and pauses double while signals arrive",
        arguments: [
            ([0, 0.2, 0.4, 0.6], [0, 1]), ([0, 0.5, 1.5, 3.5, 7.5], [0, 1, 3, 7, 15]),
            // The fifth waits for longer than a wake-up lasts.
            ([0, 0.5, 1.5, 3.5, 7.5, 15.2], [0, 1, 3, 7, 15, 31]),
            ([0, 0.5, 4, 4.5], [0, 1, 4, 8]), ([0, 0.5, 5.5, 5.6], [0, 1, 5.5, 6.5]),
            ([0, 400, 400.5], [0, 400, 401]),
        ] as [([Double], [Double])]
    )
    func pauses(signals: [Double], passes: [Double]) {
        CapturingPhone.live { phone in
            let found = try await phone.passes(after: signals)
            #expect(found == passes)
        }
    }

    @Test("A pause has a maximum, also when signals arrive just as it ends")
    func longestPause() {
        var short = HealthCaptureOptions()
        short.maximumPause = .seconds(2)
        var constant = short
        constant.firstPause = .seconds(2)
        CapturingPhone.live { [short, constant] phone in
            let steady = try await phone.passes(after: [0, 0.5, 1.5, 3.5, 5.5], short)
            #expect(steady == [0, 1, 3, 5, 7])
            let late = try await phone.passes(after: [0, 0.5, 1.5, 7, 7.5], short)
            #expect(late == [0, 1, 3, 7, 9])
            let simultaneous = try await phone.passes(after: [0, 0], constant)
            #expect(simultaneous == [0, 2])
        }
    }

    @Test(
        "A clock that is set back or ahead delays no pass",
        arguments: [(-1000, [0, 0.5]), (1000, [0, 0.5])] as [(Int, [Double])]
    )
    func clock(seconds: Int, passes: [Double]) {
        CapturingPhone.live { phone in
            let clock = try #require(phone.dependencies.wallClock as? SimulatedWallClock)
            let found = try await phone.passes(after: [0, 0.5]) { number in
                if number == 1 { clock.skew = .seconds(seconds) }
            }
            #expect(found == passes)
        }
    }

    @Test("A pass that was planned before the clock was set ahead does not hold up a signal")
    func plannedPass() {
        CapturingPhone.live { phone in
            let clock = try #require(phone.dependencies.wallClock as? SimulatedWallClock)
            let found = try await phone.passes(after: [0, 0.2, 0.5]) { number in
                if number == 2 { clock.skew = .seconds(1000) }
            }
            #expect(found == [0, 0.5, 1])
        }
    }

    @Test("A signal is answered after its pass, and holds the app awake until then")
    func answered() {
        CapturingPhone.live { phone in
            let answers = Mutex(0)
            let answer: @Sendable () -> Void = { answers.withLock { $0 += 1 } }
            let source = DailyStepsSource(firstDay: Instant(phone.hour(-3)), days: 1)
            try await phone.running(source) { capture in
                capture.signal(HealthSignal([.steps], answer: answer))
                try await phone.pass(.milliseconds(100))
                let first = answers.withLock { $0 }
                let isActive = phone.store.work.isActive
                capture.signal(HealthSignal([.steps], answer: answer))
                try await phone.pass(.milliseconds(100))
                let second = answers.withLock { $0 }
                let isWaiting = phone.store.work.isActive
                try await phone.pass(.seconds(2))

                #expect(first == 1 && !isActive)
                #expect(second == 1 && isWaiting)
                let last = answers.withLock { $0 }
                #expect(last == 2 && !phone.store.work.isActive)
            }
        }
    }

    @Test("A slow pass goes on after its signal was answered at the end of the wake-up")
    func slowPass() {
        CapturingPhone.live { phone in
            let answers = Mutex(0)
            let source = DailyStepsSource(firstDay: Instant(phone.hour(-3)), days: 1) {
                try await phone.pass(.seconds(60))
            }
            try await phone.running(source) { capture in
                capture.signal(HealthSignal([.steps]) { answers.withLock { $0 += 1 } })
                try await phone.pass(.milliseconds(14_900))
                let early = answers.withLock { $0 }
                try await phone.pass(.milliseconds(200))
                let inTime = answers.withLock { $0 }
                try await phone.pass(.seconds(60))

                #expect(early == 0 && inTime == 1)
                let state = try await phone.store.read { try $0.health.state(category: "steps") }
                #expect(state.anchor == [1] && state.backfillDays == 1)
            }
        }
    }

    @Test("Errors of passes, unlocks and signals are reported, each with its category")
    func errors() {
        CapturingPhone.live { phone in
            let source = DailyStepsSource(firstDay: Instant(phone.hour(-3)), days: 1) {
                throw HealthSourceError(.locked)
            }
            try await phone.running(source, capturesFirst: true) { capture in
                try await phone.pass(.seconds(1))
                let ofLaunch = capture.errors
                capture.unlock()
                try await phone.pass(.seconds(1))
                let ofUnlock = capture.errors
                capture.signal(HealthSignal([.steps], error: HealthSourceError(.denied)))
                try await phone.pass(.seconds(1))

                #expect(ofLaunch == ["steps locked"])
                #expect(ofUnlock == ["steps locked", "steps locked"])
                #expect(capture.errors == ofUnlock + ["steps denied", "steps locked"])
            }
        }
    }

    @Test("Listening ends with the signals, although unlocks could still arrive")
    func endOfSignals() {
        CapturingPhone.live { phone in
            let source = DailyStepsSource(firstDay: Instant(phone.hour(-3)), days: 1)
            let capture = phone.runningCapture(source)
            let runTask = Task { await capture.run(capturesFirst: true) }
            try await phone.pass(.seconds(1))

            capture.endSignals()
            await runTask.value

            let days = try await phone.values()
            #expect(days == ["2025-12-31": "100"])
        }
    }
}

/// A coordinator that listens to signals and unlocks.
final class RunningCapture: Sendable {
    let coordinator: HealthCaptureCoordinator
    private let signals = AsyncStream.makeStream(of: HealthSignal.self)
    private let unlocks = AsyncStream.makeStream(of: Void.self)
    private let reported = Mutex<[String]>([])

    init(_ coordinator: HealthCaptureCoordinator) { self.coordinator = coordinator }

    /// The reported errors, each with its category.
    var errors: [String] { reported.withLock(\.self) }

    func signal(_ signal: HealthSignal) { signals.continuation.yield(signal) }

    func endSignals() { signals.continuation.finish() }

    func unlock() { unlocks.continuation.yield() }

    /// Listens until it is cancelled.
    func run(capturesFirst: Bool) async {
        await coordinator.run(
            signals.stream,
            unlocks: unlocks.stream,
            capturesFirst: capturesFirst
        ) { [self] category, error in
            let code = (error as? HealthSourceError)?.code.rawValue ?? "\(error)"
            reported.withLock { $0.append("\(category?.rawValue ?? "no category") \(code)") }
        }
    }
}

extension CapturingPhone {
    /// A capture of steps that can listen to signals.
    fileprivate func runningCapture(
        _ source: any HealthSource,
        _ options: HealthCaptureOptions = HealthCaptureOptions()
    ) -> RunningCapture {
        RunningCapture(
            HealthCaptureCoordinator(
                store: store,
                source: source,
                dependencies: dependencies,
                options: options,
                categories: [.steps],
                zones: { ZoneHistory(.gmt) }
            )
        )
    }

    /// Runs a capture of steps that listens to signals while `body` runs.
    func running(
        _ source: any HealthSource,
        _ options: HealthCaptureOptions = HealthCaptureOptions(),
        capturesFirst: Bool = false,
        _ body: (RunningCapture) async throws -> Void
    ) async throws {
        let capture = runningCapture(source, options)
        let runTask = Task { await capture.run(capturesFirst: capturesFirst) }
        let result: Result<Void, any Error>
        do {
            result = .success(try await body(capture))
        } catch {
            result = .failure(error)
        }
        runTask.cancel()
        await runTask.value
        try result.get()
    }

    /// The times of the passes, in seconds, for signals at given times.
    ///
    /// - `onSignal`: called before each signal with its number.
    fileprivate func passes(
        after signals: [Double],
        _ options: HealthCaptureOptions = HealthCaptureOptions(),
        _ onSignal: (Int) -> Void = { _ in }
    ) async throws -> [Double] {
        let start = simulation.now
        let times = Mutex<[Double]>([])
        let source = DailyStepsSource(firstDay: Instant(hour(-3)), days: 1) { [simulation] in
            let elapsed = (simulation.now - start) / .milliseconds(100)
            times.withLock { $0.append(elapsed.rounded() / 10) }
        }
        try await running(source, options) { capture in
            var last = 0.0
            for (number, time) in signals.enumerated() {
                try await pass(.milliseconds(Int64(((time - last) * 1000).rounded())))
                last = time
                onSignal(number)
                capture.signal(HealthSignal([.steps]))
            }
            try await pass(.seconds(40))
            let count = await capture.coordinator.passes
            #expect(count == times.withLock(\.count))
        }
        return times.withLock(\.self)
    }
}
