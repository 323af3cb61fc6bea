import Foundation
import GRDB
import Synchronization
import Testing
import TrendyModel
import TrendyStore

@testable import TrendyKit

@Suite("Recording time zones")
struct TimeZoneRecorderTests {
    private final class Phone: Sendable {
        let zone: Mutex<TimeZone>

        init(_ zone: TimeZone) { self.zone = Mutex(zone) }
    }

    private let world: ScreenWorld
    private let paris: TimeZone
    private let tokyo: TimeZone
    private let phone: Phone

    init() throws {
        world = try ScreenWorld()
        paris = try #require(TimeZone(identifier: "Europe/Paris"))
        tokyo = try #require(TimeZone(identifier: "Asia/Tokyo"))
        phone = Phone(paris)
    }

    /// Opens the database with its own recorder, as a launch does.
    private func launch() throws -> (store: DeviceStore, recorder: TimeZoneRecorder) {
        let store = try DeviceStore(
            path: world.directory + "/zones.sqlite",
            dependencies: world.dependencies
        )
        let recorder = TimeZoneRecorder(
            store: store,
            zone: { [phone] in phone.zone.withLock { $0 } },
            wallClock: world.clock
        )
        return (store, recorder)
    }

    private func move(to zone: TimeZone) {
        phone.zone.withLock { $0 = zone }
    }

    @Test("A time-zone change survives a relaunch; earlier days are unchanged")
    func travel() async throws {
        let home = world.clock.now()
        let (store, recorder) = try launch()
        try await recorder.save()
        world.clock.advance(by: .seconds(86_400))
        let arrival = world.clock.now()
        move(to: tokyo)
        try await recorder.save()
        try await store.close()
        world.clock.advance(by: .seconds(3600))

        let (next, nextRecorder) = try launch()

        let zones = nextRecorder.zones()
        #expect(zones.zone(at: home) == paris)
        #expect(zones.zone(at: arrival - .milliseconds(1)) == paris)
        #expect(zones.zone(at: arrival) == tokyo)
        #expect(zones.changes.map(\.start) == [arrival])
        #expect(try await next.read { try $0.timeZones.history() } == zones)
        try await next.close()
    }

    @Test("A time-zone change while the app did not run starts at the next launch")
    func unseenTravel() async throws {
        let (store, recorder) = try launch()
        try await recorder.save()
        try await store.close()
        world.clock.advance(by: .seconds(86_400))
        move(to: tokyo)

        let (next, nextRecorder) = try launch()
        try await nextRecorder.save()

        #expect(try await next.read { try $0.timeZones.history() }?.firstZone == paris)
        #expect(
            try await next.read { try $0.timeZones.history() }?.changes
                == [ZoneHistory.Segment(start: world.clock.now(), zone: tokyo)]
        )
        try await next.close()
    }

    @Test("A known zone writes nothing, and nothing is written while the app is suspended")
    func unchanged() async throws {
        let (store, recorder) = try launch()
        try await recorder.save()
        let rows = try await store.rowsWritten()
        world.clock.advance(by: .seconds(86_400))

        try await recorder.save()
        #expect(try await store.rowsWritten() == rows)
        await store.suspend()
        try await recorder.save()

        move(to: tokyo)
        let error = await #expect(throws: StoreError.self) { try await recorder.save() }
        #expect(error?.code == .suspended)
        // The history is right in memory, and stored at the next occasion.
        #expect(recorder.zones().zone(at: world.clock.now()) == tokyo)
        store.work.open()
        try await recorder.save()
        #expect(try await store.read { try $0.timeZones.history() } == recorder.zones())
        try await store.close()
    }

    @Test("A clock that is set back adds no zone change and keeps the current zone")
    func clock() async throws {
        let (store, recorder) = try launch()
        let home = world.clock.now()
        world.clock.advance(by: .seconds(86_400))
        move(to: tokyo)
        _ = recorder.zones()

        world.clock.advance(by: .seconds(-3600))

        let zones = recorder.zones()
        #expect(zones.zone(at: world.clock.now()) == tokyo)
        #expect(zones.zone(at: home) == paris)
        #expect(zones.changes.count == 1)
        try await store.close()
    }
}

extension DeviceStore {
    /// The number of rows written over this connection.
    fileprivate func rowsWritten() throws -> Int? {
        try database.read { try Int.fetchOne($0, sql: "SELECT total_changes()") }
    }
}
