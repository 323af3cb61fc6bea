import Foundation
import GRDB
import Synchronization
import Testing
import TrendyModel
import TrendyStore

@testable import TrendyKit

@Suite("Where the person was")
struct ZoneKeeperTests {
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

    /// Opens a database of its own, as a launch does.
    private func launch() throws -> (store: DeviceStore, keeper: TimeZoneRecorder) {
        let store = try DeviceStore(
            path: world.directory + "/zones.sqlite",
            dependencies: world.dependencies
        )
        let keeper = TimeZoneRecorder(
            store: store,
            zone: { [phone] in phone.zone.withLock { $0 } },
            wallClock: world.clock
        )
        return (store, keeper)
    }

    private func move(to zone: TimeZone) {
        phone.zone.withLock { $0 = zone }
    }

    @Test("A travel is kept over a relaunch: days before it stay as they were")
    func travel() async throws {
        let home = world.clock.now()
        let (store, keeper) = try launch()
        try await keeper.keep()
        world.clock.advance(by: .seconds(86_400))
        let arrival = world.clock.now()
        move(to: tokyo)
        try await keeper.keep()
        try await store.close()
        world.clock.advance(by: .seconds(3600))

        let (next, keeperOfNext) = try launch()

        let zones = keeperOfNext.zones()
        #expect(zones.zone(at: home) == paris)
        #expect(zones.zone(at: arrival - .milliseconds(1)) == paris)
        #expect(zones.zone(at: arrival) == tokyo)
        #expect(zones.changes.map(\.start) == [arrival])
        #expect(try await next.zones() == zones)
        try await next.close()
    }

    @Test("A travel while nothing ran begins with the launch that sees it")
    func unseenTravel() async throws {
        let (store, keeper) = try launch()
        try await keeper.keep()
        try await store.close()
        world.clock.advance(by: .seconds(86_400))
        move(to: tokyo)

        let (next, keeperOfNext) = try launch()
        try await keeperOfNext.keep()

        #expect(try await next.zones()?.firstZone == paris)
        #expect(
            try await next.zones()?.changes
                == [ZoneHistory.Segment(start: world.clock.now(), zone: tokyo)]
        )
        try await next.close()
    }

    @Test("What is known already writes nothing, nor does it while the app is suspended")
    func unchanged() async throws {
        let (store, keeper) = try launch()
        try await keeper.keep()
        let rows = try await store.rowsWritten()
        world.clock.advance(by: .seconds(86_400))

        try await keeper.keep()
        #expect(try await store.rowsWritten() == rows)
        await store.suspend()
        try await keeper.keep()

        move(to: tokyo)
        let error = await #expect(throws: StoreError.self) { try await keeper.keep() }
        #expect(error?.code == .suspended)
        // The history is right meanwhile, and kept at the next occasion.
        #expect(keeper.zones().zone(at: world.clock.now()) == tokyo)
        store.work.open()
        try await keeper.keep()
        #expect(try await store.zones() == keeper.zones())
        try await store.close()
    }

    @Test("A clock that is set back does not make up a travel, nor lose where the person is")
    func clock() async throws {
        let (store, keeper) = try launch()
        let home = world.clock.now()
        world.clock.advance(by: .seconds(86_400))
        move(to: tokyo)
        _ = keeper.zones()

        world.clock.advance(by: .seconds(-3600))

        let zones = keeper.zones()
        #expect(zones.zone(at: world.clock.now()) == tokyo)
        #expect(zones.zone(at: home) == paris)
        #expect(zones.changes.count == 1)
        try await store.close()
    }
}

extension DeviceStore {
    /// How many rows were ever written over this connection.
    fileprivate func rowsWritten() throws -> Int? {
        try database.read { try Int.fetchOne($0, sql: "SELECT total_changes()") }
    }
}
