import Foundation
import Synchronization
import Testing
import TrendyAppSupport
import TrendyKit
import TrendyModel
import TrendyStore
import TrendySync
import TrendyWire

@MainActor
@Suite("The overview", .timeLimit(.minutes(20)))
struct OverviewViewModelTests {
    private func model(_ world: ScreenWorld) -> OverviewViewModel {
        OverviewViewModel(
            engine: world.engine,
            dependencies: world.dependencies,
            formats: world.formats
        )
    }

    /// Applies a change of another device.
    private func receive(_ id: EntityID, _ notes: String, in world: ScreenWorld) async throws {
        world.clock.advance(by: .seconds(60))
        var remote = try #require(try await world.store.read { try $0.entities.fetch(id: id) })
        var event = try Event(document: remote.document())
        event.notes = notes
        remote.content = event.document.json
        remote.version += 9
        remote.updatedAt = world.clock.now()
        _ = try await world.store.write { [remote] in
            try $0.sync.apply(changes: [remote], cursor: "c", policy: ConflictResolver())
        }
    }

    @Test("A device without anything recorded is new, until the first entry")
    func isNew() async throws {
        let world = try ScreenWorld()
        let model = model(world)

        await model.refresh()
        #expect(model.isNew && model.attention.isEmpty && model.latest.isEmpty)

        try await world.log("Tea", "10:30", notes: "green")
        await model.refresh()

        #expect(!model.isNew)
        #expect(model.latest.map(\.row.title) == ["Tea"])
        #expect(model.latest.map(\.row.detail) == ["green"])
        #expect(model.latest.map(\.dayText) == ["Today"])
    }

    @Test("The latest entries are limited, newest first, with their days")
    func latest() async throws {
        let world = try ScreenWorld()
        for day in 0..<12 { try await world.log("Tea", "10:30", day: -day) }
        let model = model(world)

        await model.refresh()

        #expect(model.latest.count == OverviewViewModel.entryLimit)
        #expect(model.latest.prefix(2).map(\.dayText) == ["Today", "Yesterday"])
        #expect(model.latest.map(\.day) == (0..<8).map { world.day(-$0) })
    }

    @Test("Entries after today are not new, and without a sign-in none is marked as pending")
    func planned() async throws {
        let world = try ScreenWorld()
        try await world.log("Tea", "10:30", day: 3)
        let model = model(world)

        await model.refresh()
        #expect(model.latest.isEmpty && !model.isNew)

        try await world.log("Tea", "23:30")
        await model.refresh()
        #expect(model.latest.map(\.dayText) == ["Today"])
        #expect(model.latest.allSatisfy { $0.row.marker == nil && $0.row.markerText == nil })
    }

    @Test("Entries that other devices changed are listed by the time of the change, until seen")
    func changedElsewhere() async throws {
        let world = try ScreenWorld()
        let old = try await world.log("Tea", "08:30", day: -30)
        let new = try await world.log("Tea", "10:30")
        try await world.store.acceptAll(version: 1)
        let model = model(world)

        try await receive(new, "first", in: world)
        try await receive(old, "second", in: world)
        await model.refresh()
        #expect(model.changedElsewhere.map(\.row.detail) == ["second", "first"])

        try await world.store.write { try $0.entities.markSeen(old) }
        await model.refresh()
        #expect(model.changedElsewhere.map(\.id) == [new])
    }

    @Test("Failed changes and conflicts need the person")
    func attention() async throws {
        let world = try ScreenWorld()
        let id = try await world.log("Tea", "10:30", notes: "both")
        try await world.store.acceptAll(version: 1)
        var patch = EventPatch()
        patch.notes = .set("mine")
        try await EditEvent(store: world.store)(id, patch)
        try await receive(id, "theirs", in: world)
        try await world.log("Coffee", "11:30")
        try await world.store.refuseAll()
        let model = model(world)

        await model.refresh()

        #expect(model.attention.map(\.kind) == [.failedChanges, .conflicts])
        #expect(model.attention.allSatisfy { !$0.title.isEmpty && !$0.remedy.isEmpty })
        #expect(model.attention.last?.title == "1 conflict to review.")
    }

    @Test("A device that has not reported for days needs the person, this device does not")
    nonisolated func silentDevices() async throws {
        try await TestWorld.run { server in try await watchSilence(server) }
    }

    private func watchSilence(_ server: TestWorld) async throws {
        let other = try await server.device("other")
        try await other.transport.report(
            DeviceReport(
                name: "Ada's iPad",
                pending: 3,
                failed: 1,
                oldestPendingSeconds: 60,
                appVersion: "1.0",
                schemaVersion: 1
            ),
            deviceID: other.store.deviceID
        )
        let account = try await server.device("a")
        let counting = AskCounter(account.transport)
        let world = try ScreenWorld(
            transport: counting,
            device: DeviceDescription(name: "Ada's iPhone", appVersion: "1.0")
        )
        _ = try await world.engine.coordinator?.sync()
        world.clock.advance(by: .seconds(3000 * 86_400))
        let model = model(world)

        await model.refresh(waiting: .seconds(600))

        #expect(model.attention.map(\.title) == ["Ada's iPad is silent"])
        #expect(model.attention.first?.text?.hasPrefix("Reported ") == true)

        // A page that is opened again does not ask again, and keeps the answer without a network.
        await model.refresh(waiting: .seconds(600))
        #expect(counting.count == 1)
        world.clock.advance(by: .seconds(60))
        counting.isFailing.withLock { $0 = true }
        await model.refresh(waiting: .seconds(600))
        #expect(counting.count == 2)
        #expect(model.attention.map(\.title) == ["Ada's iPad is silent"])
        try await world.engine.close()
    }

    @Test("A silent device needs the person for 60 days, and longer only while changes are missing")
    nonisolated func replacedDevice() async throws {
        try await TestWorld.run { server in try await watchReplacement(server) }
    }

    private func watchReplacement(_ server: TestWorld) async throws {
        for (name, pending, failed) in [("Old", 0, 0), ("Pending", 2, 0), ("Failed", 0, 1)] {
            let device = try await server.device(name)
            try await device.transport.report(
                DeviceReport(
                    name: name,
                    pending: pending,
                    failed: failed,
                    oldestPendingSeconds: nil,
                    appVersion: "1.0",
                    schemaVersion: 1
                ),
                deviceID: device.store.deviceID
            )
        }
        let transport = try await server.device("a").transport
        let world = try ScreenWorld(
            transport: transport,
            device: DeviceDescription(name: "Ada's iPhone", appVersion: "1.0")
        )
        _ = try await world.engine.coordinator?.sync()
        let answer = try #require(try await world.engine.accountSync())
        let last = try #require(answer.devices.compactMap { Instant(rfc3339: $0.reportedAt) }.max())
        let model = model(world)
        func titles(after days: Int64) async -> [String] {
            world.clock.advance(by: last + .seconds(days * 86_400) - world.clock.now())
            await model.refresh(waiting: .seconds(600))
            return model.attention.map(\.title).sorted()
        }

        #expect(
            await titles(after: 59) == ["Failed is silent", "Old is silent", "Pending is silent"]
        )
        #expect(await titles(after: 61) == ["Failed is silent", "Pending is silent"])
        try await world.engine.close()
    }

    @Test("A server that does not answer delays the overview by the time limit only")
    func slowServer() async throws {
        let world = try ScreenWorld(transport: SilentServer())
        let model = model(world)

        await model.refresh(waiting: .milliseconds(1))

        #expect(model.attention.isEmpty)
        try await world.engine.stop()
    }

    private final class AskCounter: TransportWrapper, AccountSyncProviding {
        let base: any SyncTransport
        let isFailing = Mutex(false)
        private let counter = Mutex(0)

        init(_ base: any SyncTransport) { self.base = base }

        var count: Int { counter.withLock { $0 } }

        func accountSync() async throws -> AccountSync {
            counter.withLock { $0 += 1 }
            guard !isFailing.withLock({ $0 }), let devices = base as? any AccountSyncProviding
            else { throw SyncFailure(code: .busy, reason: .serverBusy) }
            return try await devices.accountSync()
        }
    }

    /// Never answers the question for the devices.
    private final class SilentServer: TransportWrapper, AccountSyncProviding {
        let base: any SyncTransport = NoNetwork()

        func accountSync() async throws -> AccountSync {
            try await ContinuousClock().sleep(for: .seconds(3600))
            throw SyncFailure(code: .busy, reason: .serverBusy)
        }
    }
}
