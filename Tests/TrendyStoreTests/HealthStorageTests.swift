import Foundation
import GRDB
import Testing
import TrendyModel
import TrendySQLite
import TrendyStore

@Suite("Storage of health capture")
struct HealthStorageTests {
    private let fixture: StoreFixture
    private let store: DeviceStore
    private let today = CalendarDay(daysSinceEpoch: 20_000)

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.open()
    }

    private func state() async throws -> HealthState {
        try await store.read { try $0.health.state(category: "steps") }
    }

    private func days(_ first: Int, _ last: Int) -> ClosedRange<CalendarDay> {
        CalendarDay(daysSinceEpoch: first)...CalendarDay(daysSinceEpoch: last)
    }

    @Test("The capture state of a category survives a restart", arguments: [false, true])
    func captureState(isEnabled: Bool) async throws {
        let now = fixture.clock.now()
        let type = fixture.dependencies.ids.next()
        let backfill = [days(-5, -3), days(10, 10), days(19_990, 20_000)]
        var expected = HealthState()
        (expected.anchor, expected.backfill, expected.backfillDays) = ([1, 2], backfill, 15)
        (expected.backfillSince, expected.failedAt) = (now, now)
        expected.rescanCursor = CalendarDay(daysSinceEpoch: 7)
        (expected.failure, expected.refusal) = (.offline, .lowPower)
        expected.types = 1 << 63 | 1
        expected.readableFrom = now - .seconds(5)
        (expected.settings.isEnabled, expected.settings.notifies) = (isEnabled, !isEnabled)
        expected.settings.eventTypeID = type

        try await store.write { transaction in
            let health = transaction.health
            try health.beginBackfill(
                category: "steps",
                anchor: [1, 2],
                days: backfill,
                types: 1 << 63 | 1,
                readableFrom: now - .seconds(5)
            )
            try health.update(category: "steps", rescanCursor: CalendarDay(daysSinceEpoch: 7))
            try health.update(category: "steps", failure: .offline)
            try health.update(category: "steps", refusal: .lowPower)
            try health.changeSettings(category: "steps") { settings in
                (settings.isEnabled, settings.notifies) = (isEnabled, !isEnabled)
                settings.eventTypeID = type
            }
        }
        try await store.close()

        let reopened = try fixture.open()
        #expect(try await reopened.read { try $0.health.state(category: "steps") } == expected)
        #expect(
            try await reopened.read { try $0.health.state(category: "sleep") } == HealthState()
        )
    }

    @Test("The scan before a backfill adds the sample types that it finds")
    func scan() async throws {
        let found = [days(1, 2)]
        try await store.write {
            try $0.health.recordScanProgress(
                category: "steps",
                anchor: [1],
                days: found,
                types: 0b001
            )
        }
        #expect(try await state().isScanning)
        try await store.write {
            try $0.health.recordScanProgress(
                category: "steps",
                anchor: [2],
                days: found,
                types: 0b100
            )
        }
        #expect(try await state().types == 0b101)
        try await store.write {
            try $0.health.beginBackfill(category: "steps", anchor: [3], days: found, types: 0b010)
        }

        let begun = try await state()
        #expect(begun.types == 0b111)
        #expect(begun.anchor == [3] && begun.backfillDays == 2)
        #expect(!begun.isScanning && begun.backfillSince == fixture.clock.now())
    }

    @Test("The time of a failure is that of the first one since the last success")
    func failureTime() async throws {
        let first = fixture.clock.now()
        try await store.write { try $0.health.update(category: "steps", failure: .offline) }
        fixture.clock.advance(by: .seconds(60))
        try await store.write { try $0.health.update(category: "steps", failure: .timedOut) }
        #expect(try await state().failedAt == first)
        #expect(try await state().failure == .timedOut)

        try await store.write { try $0.health.update(category: "steps", failure: nil) }
        #expect(try await state().failedAt == nil)
        try await store.write { try $0.health.update(category: "steps", failure: .offline) }
        #expect(try await state().failedAt == first + .seconds(60))
    }

    /// Stored lists of days, and the number of complete ranges in them.
    private static let damaged: [(bytes: [UInt8], ranges: Int)] = [
        ([], 0),
        ([7], 0),
        ([7, 0, 0, 0], 0),
        ([7, 0, 0, 0, 9, 0, 0, 0], 1),
        ([7, 0, 0, 0, 9, 0, 0, 0, 11, 0, 0, 0], 1),
        ([7, 0, 0, 0, 9, 0, 0, 0, 11, 0, 0, 0, 12, 0, 0], 1),
        ([9, 0, 0, 0, 7, 0, 0, 0, 7, 0, 0, 0, 9, 0, 0, 0], 1),
    ]

    @Test("Of a damaged list of days, the complete ranges are read", arguments: damaged)
    func damagedDays(bytes: [UInt8], ranges: Int) async throws {
        try await store.write {
            try $0.health.recordScanProgress(category: "steps", anchor: [1], days: [])
        }
        try await store.database.write { db in
            try db.execute(
                sql: "UPDATE health_category SET backfill = ?",
                arguments: [Data(bytes)]
            )
        }

        #expect(try await state().backfill == Array(repeating: days(7, 9), count: ranges))
    }

    @Test("Samples that are missing now count as deleted; of equal fingerprints, each one counts")
    func deletions() {
        func deletions(_ old: [UInt32], _ new: [UInt32], hash: [UInt8] = [1]) -> Int {
            let before = DaySamples(day: today, inputHash: [1], samples: old, deletedCount: 10)
            let now = DaySamples(day: today, inputHash: hash, samples: new)
            return now.counting(deletionsSince: before).deletedCount - 10
        }

        #expect(deletions([1, 2, 3], [1, 2, 3]) == 0)
        #expect(deletions([1, 2, 3], [2, 4]) == 2)
        #expect(deletions([], [1]) == 0)
        #expect(deletions([3, 4], []) == 2)
        #expect(deletions([5, 5], [5]) == 1)
        #expect(deletions([5, 5], [5, 5]) == 0)
        #expect(deletions([5], [5, 5]) == 0)
        #expect(deletions([1, 2, 3], [], hash: [2]) == 0)
        let new = DaySamples(day: today, inputHash: [1], samples: [7])
        #expect(new.counting(deletionsSince: nil) == new)
    }

    private func page(_ samples: [DaySamples]) -> DerivedPage {
        DerivedPage(
            category: "steps",
            days: [days(19_990, 20_000)],
            eventTypes: [],
            results: [],
            anchor: [1],
            samples: samples
        )
    }

    @Test("A page that equals what is stored writes nothing")
    func unchangedPage() async throws {
        let samples = [
            DaySamples(day: today, inputHash: [1], samples: [7, 8]),
            DaySamples(day: today.advanced(by: -1), inputHash: [1], samples: [9]),
        ]
        let page = page(samples)
        _ = try await store.write { try $0.health.apply(page) }
        let before = try await store.changeCount()

        _ = try await store.write { try $0.health.apply(page) }

        #expect(try await store.changeCount() == before)
        var other = page
        other.samples[1].samples = [9, 10]
        _ = try await store.write { [other] in try $0.health.apply(other) }
        #expect(try await store.changeCount() == before + 1)
        let stored = try await store.read { [page] in
            try $0.health.samples(category: "steps", days: page.days[0])
        }
        #expect(stored == [samples[0].day: samples[0], samples[1].day: other.samples[1]])
    }

    @Test("The inputs of a day without samples are stored only while they count deletions")
    func emptyDay() async throws {
        let page = page([
            DaySamples(day: today, inputHash: [1], samples: [7]),
            DaySamples(day: today.advanced(by: -1), inputHash: [1], samples: [8]),
        ])
        _ = try await store.write { try $0.health.apply(page) }
        var emptied = page
        emptied.samples[0].samples = []
        (emptied.samples[1].samples, emptied.samples[1].deletedCount) = ([], 1)

        _ = try await store.write { [emptied] in try $0.health.apply(emptied) }

        let stored = try await store.read { [page] in
            try $0.health.samples(category: "steps", days: page.days[0])
        }
        #expect(stored == [today.advanced(by: -1): emptied.samples[1]])
        #expect(try await store.read { try $0.health.dayBounds(category: "steps") } == nil)
    }

    @Test("Of rejected samples, each counts once by its reason until it is deleted")
    func rejections() async throws {
        try await store.write {
            try $0.health.update(category: "steps", rejections: [1: "a", 2: "b"], removed: [])
        }
        try await store.write {
            try $0.health.update(category: "steps", rejections: [1: "a", 2: "a"], removed: [])
            try $0.health.update(category: "sleep", rejections: [1: "c"], removed: [])
        }
        #expect(
            try await store.read { try $0.health.sampleRejections(category: "steps") } == ["a": 2]
        )

        try await store.write {
            try $0.health.update(category: "steps", rejections: [:], removed: [1, 9])
        }

        #expect(
            try await store.read { try $0.health.sampleRejections(category: "steps") } == ["a": 1]
        )
        #expect(
            try await store.read { try $0.health.sampleRejections(category: "sleep") } == ["c": 1]
        )
    }
}

extension DeviceStore {
    /// The number of rows that this store has written since it was opened.
    fileprivate func changeCount() throws -> Int {
        database.reading { $0.changesSinceOpening }
    }
}
