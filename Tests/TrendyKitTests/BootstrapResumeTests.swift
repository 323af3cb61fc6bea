import Foundation
import GRDB
import Synchronization
import Testing
import TrendyModel
import TrendyStore
import TrendyWire

@testable import TrendySync

@Suite("An interrupted bootstrap resumes without a gap")
struct BootstrapResumeTests {
    /// The number of entities in a page of the server's snapshots.
    private static let page = 1000

    /// A transport that replaces lines of snapshots and cuts them off.
    private final class SnapshotEditor: TransportWrapper {
        private struct State {
            var unreadable: EntityID?
            var cuts: [Int] = []
            var tokens: [String?] = []
            var hook: (@Sendable () async throws -> Void)?
        }

        let base: any SyncTransport
        private let state = Mutex(State())

        init(_ base: any SyncTransport) { self.base = base }

        /// The resume tokens of the requests so far.
        var tokens: [String?] { state.withLock { $0.tokens } }

        /// Sends an entity as a line that the device cannot decode.
        func damage(_ id: EntityID) { state.withLock { $0.unreadable = id } }

        /// Cuts off the next snapshots after a number of lines each.
        func cut(after lines: [Int]) { state.withLock { $0.cuts = lines } }

        /// Runs a closure once, before the first line of the next snapshot.
        func beforeNextSnapshot(_ body: @escaping @Sendable () async throws -> Void) {
            state.withLock { $0.hook = body }
        }

        func snapshot(
            after token: String?,
            receive: @Sendable ([SnapshotLine]) async throws -> Void
        ) async throws {
            let (hook, most, unreadable) = state.withLock { state in
                state.tokens.append(token)
                let hook = state.hook
                state.hook = nil
                let most = state.cuts.isEmpty ? Int.max : state.cuts.removeFirst()
                return (hook, most, state.unreadable)
            }
            try await hook?()
            let count = Mutex(0)
            try await base.snapshot(after: token) { lines in
                let room = count.withLock { count in
                    defer { count += lines.count }
                    return most - count
                }
                let edited = lines.prefix(max(0, room)).map { Self.edit($0, unreadable) }
                try await receive(edited)
                if edited.count < lines.count {
                    throw SyncFailure(code: .offline, reason: .offline)
                }
            }
        }

        private static func edit(_ line: SnapshotLine, _ id: EntityID?) -> SnapshotLine {
            guard case .entity(let entity) = line, entity.id == id else { return line }
            return .unreadable(
                UnreadableChange(
                    entityID: entity.id,
                    kind: "mood",
                    reason: "An entity lacks a field",
                    json: RawJSON(unchecked: #"{"entity_type":"mood"}"#.utf8)
                )
            )
        }
    }

    /// A server with two pages of events and some more.
    private func withServer(
        _ body: (TestWorld, _ events: [EntityID]) async throws -> Void
    ) async throws {
        try await TestWorld.run { world in
            let device = try await world.device("a")
            let events = try await record(2 * Self.page + 100, on: device)
            try await device.sync()
            try await body(world, events)
        }
    }

    /// A device that never synced, and its transport.
    private func newDevice(
        _ world: TestWorld,
        _ name: String
    ) async throws -> (TestDevice, SnapshotEditor) {
        var limits = SyncLimits()
        limits.stagedEntities = 500
        var editor: SnapshotEditor?
        let device = try await world.device(name, limits: limits) { base in
            let made = SnapshotEditor(base)
            editor = made
            return made
        }
        return (device, try #require(editor))
    }

    /// Records events, a second apart, and returns them newest first, as a snapshot has them.
    private func record(_ count: Int, on device: TestDevice) async throws -> [EntityID] {
        let type = try await device.store.write {
            try $0.entities.create(EventType(name: "Coffee"))
        }
        let ids = (0..<count).map { EntityID.derived(kind: "event", naturalKey: "\($0)") }
        try await device.store.write { transaction in
            try transaction.entities.create(
                ids.enumerated().map { index, id in
                    let time = Instant(seconds: 1_700_000_000 + Int64(index))
                    return (id, Event(eventTypeID: type, timestamp: time, sourceType: .manual))
                }
            )
        }
        return ids.reversed()
    }

    @Test("An undecodable line before a cut is quarantined by the attempt that resumes")
    func undecodable() async throws {
        try await withServer { world, events in
            for (index, cuts) in [(10, []), (10, [1900]), (Self.page + 10, [1900, 1050])] {
                let name = "b \(index) \(cuts)"
                let (device, editor) = try await newDevice(world, name)
                editor.damage(events[index])
                editor.cut(after: cuts)
                for _ in cuts {
                    await #expect(throws: SyncFailure.self, "\(name)") { try await device.sync() }
                }

                let report = try await device.sync()

                let store = device.store
                let quarantined = try await store.read { try $0.sync.quarantined() }
                #expect(quarantined.map(\.entityID) == [events[index]], "\(name)")
                #expect(report.bootstrapped == events.count + 1, "\(name)")
                #expect(report.repaired == 0, "\(name)")
                #expect(try await device.contents().count == events.count, "\(name)")
            }
        }
    }

    @Test("A batch that cannot be stored is fetched again, with all batches after it")
    func unstored() async throws {
        try await withServer { world, events in
            for index in [10, Self.page + 510] {
                let (device, editor) = try await newDevice(world, "b \(index)")
                let database = await device.store.database
                let id = events[index].description.filter { $0 != "-" }
                editor.beforeNextSnapshot {
                    try await database.write { db in
                        try db.execute(
                            sql: """
                                CREATE TRIGGER refusal BEFORE INSERT ON staged
                                WHEN NEW.id = x'\(id)'
                                BEGIN SELECT RAISE(ABORT, 'the disk is full'); END
                                """
                        )
                    }
                }
                await #expect(throws: (any Error).self) { try await device.sync() }
                let place = try await device.store.read { try $0.snapshot.position() }
                try await database.write { try $0.execute(sql: "DROP TRIGGER IF EXISTS refusal") }

                let report = try await device.sync()

                #expect(report.repaired == 0)
                #expect((place == nil) == (index < Self.page))
                #expect(place.map { $0.count <= index } ?? true)
                #expect(editor.tokens == [nil, place?.after])
                #expect(try await device.contents().count == events.count + 1)
                #expect(try await device.agrees())
            }
        }
    }
}
