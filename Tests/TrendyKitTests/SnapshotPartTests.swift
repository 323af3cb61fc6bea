import Synchronization
import Testing
import TrendyModel
import TrendyStore
import TrendyWire

@testable import TrendySync

@Suite("A snapshot that arrives in parts")
struct SnapshotPartTests {
    private typealias Progress = BootstrapFetcher.Progress

    private static let lost = SyncFailure(code: .offline, reason: .offline)

    /// Fetches a snapshot; returns the number of its entities and the reported progress.
    private func fetch(
        _ device: ScriptedDevice,
        limits: SyncLimits = SyncLimits()
    ) async throws -> (count: Int?, progress: [Progress]) {
        let seen = Mutex<[Progress]>([])
        let count = try await fetcher(device, limits).run { progress in
            seen.withLock { $0.append(progress) }
        }
        return (count, seen.withLock { $0 })
    }

    private func fetcher(_ device: ScriptedDevice, _ limits: SyncLimits) -> BootstrapFetcher {
        BootstrapFetcher(
            store: device.store,
            transport: device.server,
            mergePolicy: ConflictResolver(),
            limits: limits
        )
    }

    private func header(_ version: Int64, _ counts: [EntityKind: Int] = [:]) -> SnapshotLine {
        .header(cursor: Cursor(epoch: "e", version: version), counts: counts)
    }

    @Test("The progress counts each entity once, also those of the attempt that it resumes")
    func progress() async throws {
        try await ScriptedDevice.run(cursor: nil) { device in
            let entities = (1...4).map { Entity.type($0, version: Int64($0)) }
            var limits = SyncLimits()
            limits.stagedEntities = 1
            let first = header(9, [.eventType: 4, .event: -7])
            device.server.script { script in
                script.snapshot = { token, receive in
                    try await receive([first])
                    guard token == nil else {
                        return try await receive([.entity(entities[3]), .complete])
                    }
                    for (index, entity) in entities.dropLast().enumerated() {
                        try await receive([.entity(entity), .mark(after: "\(index)")])
                    }
                    throw Self.lost
                }
            }
            let seen = Mutex<[Progress]>([])

            await #expect(throws: SyncFailure.self) {
                try await fetcher(device, limits).run { progress in
                    seen.withLock { $0.append(progress) }
                }
            }
            let place = try await device.store.read { try $0.snapshot.position() }

            #expect(seen.withLock { $0 } == (0...3).map { Progress(received: $0, total: 4) })
            // All that was received is stored when the attempt ends.
            #expect(place?.after == "2" && place?.count == 3)
            let rest = try await fetch(device, limits: limits)
            #expect(rest.count == 4)
            #expect(rest.progress == [3, 4].map { Progress(received: $0, total: 4) })
            #expect(device.server.requests == [.snapshot(after: nil), .snapshot(after: "2")])
            for entity in entities {
                #expect(try await device.fetch(entity.id)?.version == entity.version)
            }
        }
    }

    @Test("The first batch of entities is visible while the others arrive")
    func firstBatch() async throws {
        try await ScriptedDevice.run(cursor: nil) { device in
            let entities = (1...5).map { Entity.type($0, version: Int64($0)) }
            var limits = SyncLimits()
            limits.stagedEntities = 1
            let first = header(9, [.eventType: 5])
            device.server.script { script in
                script.snapshot = { [store = device.store] _, receive in
                    try await receive([first])
                    // Reading pauses while three batches are not written yet.
                    for entity in entities.prefix(4) { try await receive([.entity(entity)]) }
                    let isVisible = try await store.read { transaction in
                        try entities.map { try transaction.entities.fetch(id: $0.id) != nil }
                    }
                    #expect(isVisible == [true, false, false, false, false])
                    try await receive([.entity(entities[4]), .complete])
                }
            }

            let result = try await fetch(device, limits: limits)

            #expect(result.count == 5)
            #expect(try await device.fetch(entities[4].id)?.version == 5)
        }
    }

    @Test(
        "An entity that the snapshot lacks is deleted, unless it was accepted after the snapshot",
        arguments: [(1, false), (10, false), (11, true)]
    )
    func acceptedAfter(version: Int64, isKept: Bool) async throws {
        try await ScriptedDevice.run { device in
            let entity = Entity.type(1, version: version)
            try await device.apply([entity], cursor: "e-9")
            let lines = [header(10), .complete]
            device.server.script { $0.snapshot = { _, receive in try await receive(lines) } }

            #expect(try await fetch(device).count == 0)

            #expect((try await device.fetch(entity.id) != nil) == isKept)
            #expect(try await device.status().pending == 0)
            #expect(try await device.store.read { try $0.sync.cursor() } == "e-10")
        }
    }

    @Test("An entity of an abandoned first snapshot disappears when the next one lacks it")
    func abandoned() async throws {
        try await ScriptedDevice.run(cursor: nil) { device in
            let shown = Entity.type(1, version: 12)
            let (abandoned, restored) = (header(20), header(10))
            device.server.script { script in
                script.snapshot = { _, receive in
                    try await receive([abandoned, .entity(shown), .mark(after: "x")])
                    throw Self.lost
                }
            }
            await #expect(throws: SyncFailure.self) { try await fetch(device) }
            #expect(try await device.fetch(shown.id) != nil)
            device.server.script { script in
                script.snapshot = { token, receive in
                    guard token == nil else {
                        throw SyncFailure(code: .cursorExpired, reason: .serverRestored)
                    }
                    try await receive([restored, .complete])
                }
            }

            let result = try await fetch(device)

            #expect(result.count == 0)
            #expect(try await device.fetch(shown.id) == nil)
            let asked = [nil, "x", nil].map { ScriptedServer.Request.snapshot(after: $0) }
            #expect(device.server.requests == asked)
        }
    }

    @Test(
        "An entity is sent again only when the snapshot is older than the device's cursor",
        arguments: [(8, 1), (9, 0), (10, 0)]
    )
    func olderSnapshot(version: Int64, pending: Int) async throws {
        try await ScriptedDevice.run { device in
            let entity = Entity.type(1, version: 3)
            try await device.apply([entity], cursor: "e-9")
            let lines = [header(version), .complete]
            device.server.script { $0.snapshot = { _, receive in try await receive(lines) } }

            _ = try await fetch(device)

            #expect(try await device.status().pending == pending)
            #expect((try await device.fetch(entity.id) != nil) == (pending == 1))
        }
    }

    @Test(
        "An edit after the last version that a restored server shares is no conflict",
        arguments: [(5, true), (4, false), (nil, false)] as [(Int64?, Bool)]
    )
    func previousEpochs(shared: Int64?, isRegular: Bool) async throws {
        try await ScriptedDevice.run { device in
            let (old, new) = (Entity.type(1, version: 5), Entity.type(1, version: 12, name: "New"))
            try await device.apply([old], cursor: "f-9")
            let epochs = shared.map { [Cursor(epoch: "f", version: $0)] } ?? []
            let lines = [
                SnapshotLine.header(
                    cursor: Cursor(epoch: "e", version: 20),
                    counts: [.eventType: 1],
                    previousEpochs: [Cursor(epoch: "d", version: 9)] + epochs
                ),
                .entity(new), .complete,
            ]
            device.server.script { $0.snapshot = { _, receive in try await receive(lines) } }

            #expect(try await fetch(device).count == 1)

            let status = try await device.status()
            #expect((status.pending + status.conflicts == 0) == isRegular)
            if isRegular { #expect(try await device.fetch(old.id)?.content == new.content) }
        }
    }

    @Test("Lines and unreadable bytes of a snapshot may reach their limits and not exceed them")
    func limits() async throws {
        let json = RawJSON(unchecked: #"{"entity_type":"mood"}"#.utf8)
        let unreadable = UnreadableChange(entityID: nil, kind: "mood", reason: "new", json: json)
        let bytes = json.utf8.count
        for (lines, most, isAccepted) in [
            (2, bytes, true), (1, bytes, false), (2, bytes - 1, false),
        ] {
            try await ScriptedDevice.run(cursor: nil) { device in
                var limits = SyncLimits()
                (limits.snapshotLines, limits.unreadableBytes) = (lines, most)
                let all = [header(9), .unreadable(unreadable), .complete]
                device.server.script { $0.snapshot = { _, receive in try await receive(all) } }

                do {
                    let result = try await fetch(device, limits: limits)
                    #expect(isAccepted && result.count == 1)
                    #expect(result.progress == [Progress(received: 1, total: 0)])
                } catch let failure as SyncFailure {
                    #expect(!isAccepted && failure.reason == .endlessSnapshot)
                }
            }
        }
    }
}
