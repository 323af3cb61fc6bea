import Testing
import TrendyModel
import TrendyStore

@Suite("Coalescing")
struct CoalescingTests {
    /// A server that accepts all mutations in order.
    private struct Replay {
        var contents: [EntityID: Document] = [:]
        var count = 0

        mutating func apply(_ mutation: StoredMutation) throws {
            count += 1
            let fields = try Document(json: mutation.fields)
            switch mutation.operation {
            case "create": contents[mutation.entityID] = fields
            case "update":
                let old = try #require(contents[mutation.entityID])
                contents[mutation.entityID] = old.applying(fields)
            default: contents[mutation.entityID] = nil
            }
        }

        /// Accepts mutations until none is eligible.
        mutating func drain(_ store: DeviceStore) async throws {
            while true {
                let batch = try await store.batch()
                guard !batch.isEmpty else { return }
                for mutation in batch { try apply(mutation) }
                try await store.complete(batch, .accepted(version: Int64(count)))
            }
        }
    }

    private struct Random: RandomNumberGenerator {
        let source: SeededRandom
        mutating func next() -> UInt64 { source.next() }
    }

    /// Makes the random edits of a seed, and sends the queue after those for which `sends` is true.
    private func makeEdits(
        _ seed: UInt64,
        sends: (inout Random) -> Bool
    ) async throws -> (
        local: [EntityID: Document], replay: Replay
    ) {
        let fixture = try StoreFixture(seed: 1)
        let store = try fixture.open()
        var replay = Replay()
        var random = Random(source: SeededRandom(seed))
        // A separate generator, so that sending does not change the edits.
        var sending = Random(source: SeededRandom(seed &+ 1))
        let type = EntityID.derived(kind: "event_type", naturalKey: "coalescing")
        try await store.write { try $0.entities.create(EventType(name: "Coffee"), id: type) }
        var ids: [EntityID] = []
        for step in 0..<60 {
            fixture.clock.advance(by: .seconds(1))
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<3:
                let id = EntityID.derived(kind: "event", naturalKey: "coalescing/\(step)")
                let time = Instant(seconds: 1_768_000_000 + Int64(step))
                try await store.write {
                    try $0.entities.create(
                        Event(eventTypeID: type, timestamp: time, sourceType: .manual),
                        id: id
                    )
                }
                ids.append(id)
            case 3..<8:
                guard let id = ids.randomElement(using: &random) else { continue }
                var patch = EventPatch()
                let text = Bool.random(using: &random) ? "\(step)" : nil
                if Bool.random(using: &random) {
                    patch.notes = text.map { .set($0) } ?? .clear
                } else {
                    patch.locationName = text.map { .set($0) } ?? .clear
                }
                try await store.write { [patch] in
                    try $0.entities.update(id: id, change: patch.change)
                }
            default:
                guard let index = ids.indices.randomElement(using: &random) else { continue }
                let id = ids.remove(at: index)
                try await store.write { try $0.entities.delete(id: id) }
            }
            if sends(&sending) { try await replay.drain(store) }
        }
        try await replay.drain(store)
        var local: [EntityID: Document] = [:]
        for entity in try await store.read({ try $0.entities.events(EventFilter(limit: .max)) }) {
            local[entity.id] = try entity.document()
        }
        replay.contents[type] = nil
        return (local, replay)
    }

    @Test(
        "Coalescing does not change the content that the server ends up with",
        arguments: UInt64(0)..<40
    )
    func coalescing(seed: UInt64) async throws {
        let single = try await makeEdits(seed) { _ in true }
        let some = try await makeEdits(seed) { Int.random(in: 0..<5, using: &$0) == 0 }
        let whole = try await makeEdits(seed) { _ in false }

        #expect(single.local == single.replay.contents)
        #expect(some.replay.contents == single.replay.contents)
        #expect(whole.replay.contents == single.replay.contents)
        #expect(whole.local == single.local)
        #expect(whole.replay.count <= some.replay.count)
        #expect(some.replay.count <= single.replay.count)
    }
}
