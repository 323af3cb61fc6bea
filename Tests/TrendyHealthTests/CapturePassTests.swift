import Foundation
import Synchronization
import Testing
import TrendyHealth
import TrendyModel
import TrendyStore

@Suite("Capture passes")
struct CapturePassTests {
    private func drink(_ time: String) -> HealthSample { HealthSample(time, time, 250) }

    @Test("A failed pass notifies nobody of a category without notifications")
    func failedPass() async throws {
        let device = try CapturingDevice()
        let (old, first) = (drink("2025-12-01T10:00:00Z"), drink("2026-01-09T10:00:00Z"))
        device.source.set(.water, [old, first])
        _ = try await device.notifiedEvents(.water)
        let day = try #require(CalendarDay("2025-12-01"))
        try await device.store.write {
            try $0.health.beginBackfill(
                category: "water",
                anchor: $0.health.state(category: "water").anchor,
                days: [day...day]
            )
        }

        device.source.lock(before: at("2025-12-05T00:00:00Z"))
        device.source.set(.water, [old, first, drink("2026-01-09T11:00:00Z")])
        let notified = try await device.notifiedEvents(.water, fails: true)

        #expect(notified.isEmpty)
        #expect(try await device.events().count == 3)
    }

    @Test("The first import of samples on every other day takes four transactions")
    func sparseDays() async throws {
        let device = try CapturingDevice()
        let start = at("2025-01-01T10:00:00Z")
        device.source.set(
            .water,
            (0..<150).map { index in
                let time = start + .seconds(index * 2 * 86_400)
                return HealthSample(start: time, end: time, value: 250, source: 0)
            }
        )
        let commits = Mutex(0)
        await device.store.traceStatements { sql in
            if sql.hasPrefix("COMMIT") { commits.withLock { $0 += 1 } }
        }

        let outcome = try await device.capture(.water)

        await device.store.traceStatements(nil)
        #expect(outcome.created == 150)
        let stored = try await device.store.read {
            try $0.entities.events(EventFilter(limit: 1000)).count
        }
        #expect(stored == 150)
        // The days to compute, the first page, all other days, and the end of the pass.
        #expect(commits.withLock(\.self) <= 4)
    }

    @Test("Events have the type that the person chose for the category, or else its own")
    func chosenType() async throws {
        let device = try CapturingDevice()
        let chosen = EntityID.derived(kind: "event_type", naturalKey: "drinks")
        try await device.store.write { transaction in
            try transaction.entities.create(HealthMetric.water.eventType, id: chosen)
            try transaction.health.changeSettings(category: "water") { $0.eventTypeID = chosen }
        }
        device.source.set(.water, [drink("2026-01-05T10:00:00Z")])
        device.source.set(.bodyMass, [drink("2026-01-05T11:00:00Z")])

        _ = try await device.capture(.water, .bodyMass)

        let types = try await device.events().map(\.eventTypeID)
        #expect(types == [chosen, HealthMetric.bodyMass.eventTypeID])
        let own = try await device.store.read {
            try $0.entities.fetch(id: HealthMetric.water.eventTypeID)
        }
        #expect(own == nil)
    }

    @Test("Events have the category's own type when the chosen one does not exist")
    func missingType() async throws {
        let device = try CapturingDevice()
        let gone = EntityID.derived(kind: "event_type", naturalKey: "gone")
        try await device.store.write { transaction in
            try transaction.health.changeSettings(category: "water") { $0.eventTypeID = gone }
        }
        device.source.set(.water, [drink("2026-01-05T10:00:00Z")])

        _ = try await device.capture(.water)

        let own = HealthMetric.water.eventTypeID
        #expect(try await device.events().map(\.eventTypeID) == [own])
        #expect(try await device.store.read { try $0.entities.fetch(id: own) } != nil)
    }

    @Test("The progress of an import and of later changes counts the days that are done")
    func progress() async throws {
        let device = try CapturingDevice()
        let coordinator = HealthCaptureCoordinator(
            store: device.store,
            source: device.source,
            dependencies: device.dependencies,
            zones: { ZoneHistory(.gmt) }
        )
        func days(_ count: Double) -> [HealthSample] {
            (10...19).map { day in
                HealthSample("2025-12-\(day)T10:00:00Z", "2025-12-\(day)T11:00:00Z", count)
            }
        }
        func progress(_ samples: [HealthSample]) async throws -> [[Int]] {
            let steps = Mutex<[[Int]]>([])
            device.source.set(.steps, samples)
            try await coordinator.capture([.steps]) { progress in
                steps.withLock { $0.append([progress.doneDays, progress.totalDays]) }
            }
            return steps.withLock(\.self)
        }

        #expect(try await progress(days(100)) == [[8, 10], [10, 10]])
        #expect(try await progress(days(200)) == [[8, 10], [10, 10]])
        #expect(try await progress(days(200)) == [])
    }

    @Test(
        "An import deletes only when it has the newest known sample, and none in the future",
        arguments: [
            ("2026-01-06T11:00:00Z", 1), ("2026-01-06T10:59:59.999Z", 0),
            ("2026-01-09T23:06:40Z", 1), ("2026-01-09T23:06:40.001Z", 0),
        ]
    )
    func undatedImport(knownUntil: String, deleted: Int) async throws {
        // The device's clock says 2026-01-09, 23:06:40.
        let device = try CapturingDevice()
        let first = HealthSample("2026-01-05T10:00:00Z", "2026-01-05T11:00:00Z", 100)
        let last = HealthSample("2026-01-06T10:00:00Z", "2026-01-06T11:00:00Z", 100)
        func capture(knownUntil: Instant) async throws -> DerivedOutcome {
            try await HealthCaptureCoordinator(
                store: device.store,
                source: UndatedSource(base: device.source, knownUntil: knownUntil),
                dependencies: device.dependencies,
                zones: { ZoneHistory(.gmt) }
            ).capture([.steps])
        }
        device.source.set(.steps, [first, last])
        _ = try await capture(knownUntil: last.end)

        device.source.set(.steps, [last])
        let outcome = try await capture(knownUntil: at(knownUntil))

        #expect(outcome.deleted == deleted)
        #expect(try await device.events().count == 2 - deleted)
    }

    @Test("A night that began the evening before stays whole when its last stage comes late")
    func lateStage() async throws {
        let device = try CapturingDevice()
        let stages = [
            HealthSample("2026-01-07T21:00:00Z", "2026-01-07T22:00:00Z", 3),
            HealthSample("2026-01-07T22:40:00Z", "2026-01-08T02:00:00Z", 4),
        ]
        device.source.set(.sleep, stages)
        _ = try await device.capture(.sleep)
        device.source.set(
            .sleep,
            stages + [HealthSample("2026-01-08T02:00:00Z", "2026-01-08T05:00:00Z", 5)]
        )

        #expect(try await device.capture(.sleep).updated == 1)
        let events = try await device.events()
        #expect(events.map(\.timestamp) == [at("2026-01-07T21:00:00Z")])
        #expect(events.first?.properties["asleep"] == .duration(seconds: 26_400))
    }
}

/// A source that knows nothing later than an instant, as an export without a creation date.
private struct UndatedSource: ForwardingHealthSource {
    let base: any HealthSource
    let knownUntil: Instant

    func changes(
        of category: HealthMetric,
        since anchor: [UInt8]?,
        limit: Int
    ) async throws -> HealthChanges {
        var changes = try await base.changes(of: category, since: anchor, limit: limit)
        changes.knownUntil = knownUntil
        return changes
    }
}
