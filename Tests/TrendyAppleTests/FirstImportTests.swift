import Foundation
import HealthKit
import SimulatedHealthKit
import Synchronization
import Testing
import TrendyApple
import TrendyHealth
import TrendyModel
import TrendyStore

@Suite("The first import")
struct FirstImportTests {
    @Test("The scan's result survives a kill, and the newest days are imported first")
    func resumedStock() {
        // Regression: the store was paged through from the beginning at each start, forever.
        CapturingPhone.live { phone in
            let samples = (0..<400).map { phone.steps(100, at: phone.hour(Double($0) * -24 - 3)) }
            phone.health.add(samples.reversed())
            let reads = Mutex<[Bool]>([])
            func coordinator(failingAt failing: Int?) -> HealthCaptureCoordinator {
                HealthCaptureCoordinator(
                    store: phone.store,
                    source: SmallPages(base: phone.source) { isFirst in
                        let count = reads.withLock { reads in
                            reads.append(isFirst)
                            return reads.count
                        }
                        if count == failing { throw HealthSourceError(.locked) }
                    },
                    dependencies: phone.dependencies,
                    zones: { ZoneHistory(.gmt) }
                )
            }

            for failing in [4, 7] {
                await #expect(throws: HealthSourceError.self) {
                    try await coordinator(failingAt: failing).capture([.steps])
                }
            }
            let state = try await phone.store.read { try $0.health.state(category: "steps") }
            let report = try await HealthReport(
                of: phone.store,
                at: phone.dependencies.wallClock.now()
            )
            let none = try await phone.values()
            phone.health.delete(uuids: [samples[3].uuid])
            phone.health.add(phone.steps(7, at: phone.hour(-24 * 390)))
            // Before the pass, after each of six pages, and before the first of the days.
            try await coordinator(failingAt: nil).capture([.steps])
            let days = try await phone.values()

            #expect(none.isEmpty && state.isScanning)
            #expect(state.backfillDays == 250)
            let line = report.lines.first { $0.category == "steps" }
            #expect(line?.importedDays == 0 && line?.daysToImport == 250)
            #expect(line?.importEndsAt == nil)
            #expect(reads.withLock { $0.count { $0 } } == 1)
            #expect(days.count == 399 && days["2025-12-28"] == nil)
            #expect(days["2024-12-07"] == "107")
            let done = try await phone.store.read { try $0.health.state(category: "steps") }
            #expect(done.backfill.isEmpty && !done.isScanning)
            let again = try await phone.capture([.steps], .launch)
            #expect(again == .init())
        }
    }

    @Test("While it runs, the report shows its progress and its estimated end")
    func progress() {
        CapturingPhone.live { phone in
            phone.health.add(
                (0..<100).map { phone.steps(100, at: phone.hour(Double($0) * -24 - 3)) }
            )
            let began = phone.dependencies.wallClock.now()
            // The deadline is read before the pass, before and after a page of changes, and before
            // each day.
            try await phone.limitedCapture(after: 4).capture([.steps])
            try await phone.pass(.seconds(80))

            let report = try await HealthReport(
                of: phone.store,
                at: phone.dependencies.wallClock.now()
            )
            let line = report.lines.first { $0.category == "steps" }
            #expect(line?.importedDays == 8 && line?.daysToImport == 100)
            // Eight days in eighty seconds.
            #expect(line?.importEndsAt == (began + .seconds(1000)).rfc3339)
            try await phone.capture([.steps])
            let after = try await HealthReport(of: phone.store, at: began).lines
                .first { $0.category == "steps" }
            #expect(after?.importedDays == nil && after?.importEndsAt == nil)
        }
    }
}

/// A source that returns changes in pages of fifty, and may fail.
private struct SmallPages: ForwardingHealthSource {
    let base: any HealthSource
    /// Called with whether changes are read from the beginning.
    let onRead: @Sendable (Bool) throws -> Void

    func changes(
        of category: HealthMetric,
        since anchor: [UInt8]?,
        limit: Int
    ) async throws -> HealthChanges {
        try onRead(anchor == nil)
        return try await base.changes(of: category, since: anchor, limit: 50)
    }
}
