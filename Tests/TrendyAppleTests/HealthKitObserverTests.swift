import Foundation
import HealthKit
import SimulatedHealthKit
import SimulatedPhone
import SimulationKit
import Synchronization
import Testing
import TrendyApple
import TrendyHealth
import TrendyModel
import TrendyStore

/// A source that needs a second to return changes.
private struct SlowSource: ForwardingHealthSource {
    let base: any HealthSource
    let simulation: Simulation

    func changes(
        of category: HealthMetric,
        since anchor: [UInt8]?,
        limit: Int
    ) async throws -> HealthChanges {
        try await simulation.sleep(for: .seconds(1))
        return try await base.changes(of: category, since: anchor, limit: limit)
    }
}

/// A source that records when changes are requested.
private struct RecordingSource: ForwardingHealthSource {
    let base: any HealthSource
    let note: @Sendable (String) -> Void

    func changes(
        of category: HealthMetric,
        since anchor: [UInt8]?,
        limit: Int
    ) async throws -> HealthChanges {
        note("read")
        return try await base.changes(of: category, since: anchor, limit: limit)
    }
}

@Suite("Observing HealthKit")
struct HealthKitObserverTests {
    @Test("A new sample becomes an event, and the observer's update is completed")
    func newSample() {
        CapturingPhone.live { phone in
            try await phone.listening {
                try await phone.pass(.seconds(5))
                phone.health.add(phone.steps(10, at: phone.hour(-1)))
                try await phone.pass(.seconds(5))

                let days = try await phone.values()
                #expect(days == ["2025-12-31": "10"])
                #expect(phone.health.openCompletions == 0)
            }
        }
    }

    @Test("An update right after another one is completed only after it has been read too")
    func answeredAfterPause() {
        // Regression: the app was suspended before it read the update it had completed.
        CapturingPhone.live { phone in
            let notes = Mutex<[String]>([])
            let note: @Sendable (String) -> Void = { word in notes.withLock { $0.append(word) } }
            let coordinator = HealthCaptureCoordinator(
                store: phone.store,
                source: RecordingSource(base: phone.source, note: note),
                dependencies: phone.dependencies,
                zones: { ZoneHistory(.gmt) }
            )
            let (signals, signal) = AsyncStream.makeStream(of: HealthSignal.self)
            let runTask = Task {
                await coordinator.run(
                    signals,
                    unlocks: AsyncStream { $0.finish() },
                    capturesFirst: false
                )
            }
            for number in 1...2 {
                signal.yield(HealthSignal([.steps]) { note("answered \(number)") })
                try await phone.pass(.milliseconds(500))
            }
            try await phone.pass(.seconds(2))
            signal.finish()
            await runTask.value

            let found = notes.withLock(\.self)
            #expect(found == ["read", "answered 1", "read", "answered 2"])
        }
    }

    @Test("A pass shared with a caller without a deadline is not cut short by a signal's deadline")
    func sharedPass() {
        var options = HealthCaptureOptions()
        options.wakeTime = .zero
        options.firstPause = .zero
        CapturingPhone.live { [options] phone in
            let coordinator = HealthCaptureCoordinator(
                store: phone.store,
                source: SlowSource(base: phone.source, simulation: phone.simulation),
                dependencies: phone.dependencies,
                options: options,
                zones: { ZoneHistory(.gmt) }
            )
            phone.health.add(
                (0..<400).map { phone.steps(100, at: phone.hour(Double($0) * -24 - 3)) }
            )
            let (signals, signal) = AsyncStream.makeStream(of: HealthSignal.self)
            let runTask = Task {
                await coordinator.run(
                    signals,
                    unlocks: AsyncStream { $0.finish() },
                    capturesFirst: false
                )
            }
            // The first runs, the second waits for the next pass, and the launch with it.
            signal.yield(HealthSignal([.steps]))
            try await phone.pass(.milliseconds(100))
            signal.yield(HealthSignal([.steps]))
            try await phone.pass(.milliseconds(100))
            try await coordinator.capture([.steps], trigger: .launch)

            let rest = try await phone.store.read { try $0.health.state(category: "steps") }
                .backfill
            let days = try await phone.values().count
            #expect(rest.isEmpty && days == 400)
            let passes = await coordinator.passes
            #expect(passes == 2)
            signal.finish()
            runTask.cancel()
            await runTask.value
        }
    }

    @Test("A flood of samples causes few passes, and none is lost")
    func flood() {
        CapturingPhone.live { phone in
            try await phone.listening {
                try await phone.pass(.seconds(5))
                let passes = await phone.coordinator.passes
                for index in 0..<10_000 {
                    phone.health.add(
                        phone.steps(
                            1,
                            at: phone.hour(-10).addingTimeInterval(Double(index)),
                            lasting: 1
                        )
                    )
                    try await phone.pass(.milliseconds(100))
                }
                try await phone.pass(.seconds(900))

                let days = try await phone.values()
                #expect(days == ["2025-12-31": "10000"])
                let after = await phone.coordinator.passes
                #expect(after - passes <= 50)
                #expect(phone.health.openCompletions == 0)
            }
        }
    }

    @Test(
        "Data of a locked phone is read at the unlock, and no update counts as missed"
    )
    func locked() {
        CapturingPhone.live { phone in
            try await phone.listening {
                try await phone.pass(.seconds(5))
                let refusals = await phone.observer.enableBackgroundDelivery(
                    HealthMetric.allCases
                )
                #expect(refusals.isEmpty)
                phone.phone.lock()
                try await phone.pass(.seconds(1200))
                phone.health.add(phone.steps(10, at: phone.hour(-1)))
                try await phone.pass(.seconds(4000))
                let none = try await phone.values()
                #expect(none.isEmpty)
                let state = try await phone.store.read { try $0.health.state(category: "steps") }
                #expect(state.failure == nil)

                phone.unlockPhone()
                try await phone.pass(.seconds(60))

                let days = try await phone.values()
                #expect(days == ["2025-12-31": "10"])
                #expect(phone.health.strikes(for: HKQuantityType(.stepCount)) == 0)
                #expect(phone.health.openCompletions == 0)
            }
        }
    }

    @Test("An observer refused before the first unlock, and informed after it, observes again")
    func refusedLate() {
        CapturingPhone.live { phone in
            phone.phone.reboot()
            phone.phone.launch(.backgroundTask)
            let healthStore = phone.phone.run { HKHealthStore() }
            let observer = HealthKitObserver(healthStore)
            let coordinator = HealthCaptureCoordinator(
                store: phone.store,
                source: HealthKitSource(healthStore),
                dependencies: phone.dependencies,
                zones: { ZoneHistory(.gmt) }
            )
            let signals = observer.signals()
            phone.phone.suspend()
            // HealthKit refuses, but the process has not been informed yet.
            try await phone.pass(.seconds(60))
            phone.phone.unlock()
            observer.renewObservation()
            let runTask = Task {
                await coordinator.run(
                    signals,
                    unlocks: AsyncStream { $0.finish() },
                    capturesFirst: false
                )
            }
            phone.phone.launch(.user)
            try await phone.pass(.seconds(120))

            phone.health.add(phone.steps(10, at: phone.hour(-1)))
            try await phone.pass(.seconds(120))

            let days = try await phone.values()
            #expect(days == ["2025-12-31": "10"])
            #expect(phone.health.openCompletions == 0)
            runTask.cancel()
            await runTask.value
        }
    }

    @Test("Without the entitlement, background delivery fails for every category")
    func noEntitlement() {
        CapturingPhone.live { phone in
            phone.health.hasEntitlement = false

            let refusals = await phone.observer.enableBackgroundDelivery([.steps, .water])

            #expect(refusals[.steps]?.code == .denied)
            #expect(refusals[.water]?.code == .denied)
        }
    }
}
