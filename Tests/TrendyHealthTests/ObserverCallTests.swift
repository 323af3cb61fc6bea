import Foundation
import Synchronization
import Testing
import TrendyModel
import TrendyStore

@testable import TrendyHealth

@Suite("When iOS calls the health observers")
struct ObserverCallTests {
    private static let start = Instant(seconds: 1_768_000_000)

    private func hours(_ hours: Int) -> Instant { Self.start + .seconds(hours * 3600) }

    @Test("A day without a call although data was recorded is a missed interval")
    func missed() {
        let calls = HealthObserverCalls(last: hours(30), first: hours(27), before: hours(0))

        #expect(calls.missedInterval(of: .steps, newest: hours(20)) == hours(0)..<hours(27))
        // Nothing was recorded, so there was nothing to report.
        #expect(calls.missedInterval(of: .steps, newest: hours(0)) == nil)
        #expect(calls.missedInterval(of: .steps, newest: nil) == nil)
        // Workouts may be weeks apart.
        #expect(calls.missedInterval(of: .workout, newest: hours(20)) == nil)
    }

    @Test("A night without a call is normal, and so is a first launch")
    func normal() {
        let night = HealthObserverCalls(last: hours(26), first: hours(26), before: hours(0))
        let first = HealthObserverCalls(last: hours(26), first: hours(26))

        #expect(night.missedInterval(of: .steps, newest: hours(20)) == nil)
        #expect(first.missedInterval(of: .steps, newest: hours(20)) == nil)
    }

    @Test("Calls are stored at most every half hour, and a clock that was set back is overcome")
    func stored() async throws {
        let store = try CapturingDevice().store
        func record(_ instant: Instant) async throws -> Instant? {
            try await store.write {
                try $0.health.recordObserverCall(
                    category: "steps",
                    at: instant,
                    interval: .seconds(1800)
                )
            }
        }
        let stored = { try await store.read { try $0.health.observerCalls() } }

        #expect(try await record(Self.start) == nil)
        #expect(try await record(Self.start + .seconds(1799)) == Self.start)
        #expect(try await stored() == ["steps": Self.start])
        #expect(try await record(hours(1)) == Self.start)
        #expect(try await stored() == ["steps": hours(1)])
        _ = try await record(hours(-48))
        #expect(try await stored() == ["steps": hours(-48)])
    }

    @Test("A signal is the last call of its categories, in memory and in the database")
    func signal() async throws {
        let device = try CapturingDevice()
        let coordinator = HealthCaptureCoordinator(
            store: device.store,
            source: device.source,
            dependencies: device.dependencies,
            categories: [.steps, .water],
            zones: { ZoneHistory(.gmt) }
        )
        let (signals, continuation) = AsyncStream.makeStream(of: HealthSignal.self)
        let (answers, answer) = AsyncStream.makeStream(of: Void.self)
        let (unlocks, _) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            await coordinator.run(signals, unlocks: unlocks, capturesFirst: false)
        }
        continuation.yield(HealthSignal([.steps]) { answer.finish() })
        for await _ in answers {}

        let calls = try await coordinator.observerCalls()
        let now = device.dependencies.wallClock.now()
        #expect(calls == [.steps: HealthObserverCalls(last: now, first: now)])
        #expect(try await device.store.read { try $0.health.observerCalls() } == ["steps": now])
        task.cancel()
        await task.value
    }

    @Test("Every metric has a limit of silence; what a phone records all day has the shortest")
    func silence() {
        for metric in HealthMetric.allCases {
            #expect(metric.silenceLimit >= HealthMetric.steps.silenceLimit)
            #expect(metric.silenceLimit <= .seconds(30 * 86_400))
        }
        #expect(HealthMetric.sleep.silenceLimit == .seconds(50 * 3600))
    }
}
