import Synchronization
import Testing
import TrendyModel
import TrendyStore
import TrendyWire

@testable import TrendySync

@Suite("The search for differing id ranges")
struct DriftSearchTests {
    /// Compares a device with its server and repairs it.
    private func repair(
        _ device: ScriptedDevice,
        requests: Int = SyncLimits().driftRequests,
        until deadline: SyncDeadline? = nil
    ) async throws -> DriftRepair.Outcome {
        var limits = SyncLimits()
        limits.driftRequests = requests
        let drift = DriftRepair(store: device.store, transport: device.server, limits: limits)
        return try await drift(until: deadline)
    }

    /// Makes the server's digests differ in some ranges, of a number of entities each.
    private func differ(_ device: ScriptedDevice, in names: [String], count: Int = 1) {
        device.server.script { script in
            script.digest = { answer in
                for name in names where name.utf8.count == answer.prefix.utf8.count + 1 {
                    answer.buckets[name, default: DigestBucket()].count = count
                }
            }
        }
    }

    @Test("Equal digests need one request, and a digest of another moment shows nothing")
    func equal() async throws {
        try await ScriptedDevice.run { device in
            let outcome = try await repair(device)
            #expect(outcome == .agrees)
            #expect(device.server.requests == [.digest("")])

            device.server.script { $0.digest = { $0.cursor = "e-6" } }
            #expect(try await repair(device) == .notCaughtUp)
        }
    }

    @Test("A comparison sends as many requests as it may, and no more", arguments: [2, 3, 9])
    func limited(requests: Int) async throws {
        try await ScriptedDevice.run { device in
            differ(device, in: (0..<16).map { String($0, radix: 16) })

            let outcome = try await repair(device, requests: requests)

            #expect(outcome == .repaired(0))
            let ranges = (0..<requests - 1).map {
                ScriptedServer.Request.range(String($0, radix: 16), after: nil)
            }
            #expect(device.server.requests == [.digest("")] + ranges)
        }
    }

    @Test("A comparison whose only request shows differences fails and does not claim agreement")
    func exhausted() async throws {
        try await ScriptedDevice.run { device in
            differ(device, in: ["3"])

            let failure = await #expect(throws: SyncFailure.self) {
                try await repair(device, requests: 1)
            }

            #expect(failure?.reason == .endlessRange)
            #expect(device.server.requests == [.digest("")])
        }
    }

    @Test("A range of up to 200 entities is read as a whole; a larger one is subdivided")
    func rangeSize() async throws {
        for (count, next) in [
            (200, ScriptedServer.Request.range("3", after: nil)), (201, .digest("3")),
        ] {
            try await ScriptedDevice.run { device in
                differ(device, in: ["3"], count: count)

                _ = try await repair(device)

                #expect(device.server.requests == [.digest(""), next])
            }
        }
    }

    @Test("A range is read page by page, and pages that do not advance are an error")
    func pages() async throws {
        try await ScriptedDevice.run { device in
            let entities = [Entity.type(3, version: 2), Entity.type(4, version: 4)]
            var ids = entities
            ids[1].id = EntityID(high: entities[0].id.high, low: entities[0].id.low + 1)
            let (first, second) = (ids[0], ids[1])
            differ(device, in: ["3"])
            device.server.script { script in
                script.range = { [server = device.server] _, page in
                    let isFirst = server.requests.last == .range("3", after: nil)
                    page.changes = [isFirst ? first : second]
                    page.hasMore = isFirst
                }
            }

            let outcome = try await repair(device)

            #expect(outcome == .repaired(2))
            #expect(
                device.server.requests
                    == [.digest(""), .range("3", after: nil), .range("3", after: first.id)]
            )
            #expect(try await device.fetch(second.id)?.version == 4)

            for stuck in [[first], []] {
                differ(device, in: ["3"], count: 7)
                device.server.script { script in
                    script.range = { _, page in (page.changes, page.hasMore) = (stuck, true) }
                }
                let failure = await #expect(throws: SyncFailure.self) { try await repair(device) }
                #expect(failure?.reason == .endlessRange)
            }
        }
    }

    @Test("A range of another moment, or with an unreadable entity, is not compared")
    func incomparable() async throws {
        let unreadable = UnreadableChange(
            entityID: nil,
            kind: "mood",
            reason: "new",
            json: Entity.emptyContent
        )
        for change: @Sendable (inout ChangePage) -> Void in [
            { $0.nextCursor = Cursor(epoch: "e", version: 6) }, { $0.unreadable = [unreadable] },
        ] {
            try await ScriptedDevice.run { device in
                let known = Entity.type(3, version: 2)
                try await device.apply([known], cursor: "e-5")
                device.server.script { $0.range = { _, page in change(&page) } }

                #expect(try await repair(device) == .notCaughtUp)

                #expect(try await device.status().pending == 0)
            }
        }
    }

    @Test("A deadline between two ranges keeps the repairs of the first")
    func deadline() async throws {
        try await ScriptedDevice.run { device in
            let missing = Entity.type(3, version: 2)
            differ(device, in: ["3", "4"])
            device.server.script { $0.range = { _, page in page.changes = [missing] } }
            let deadline = SyncDeadline { [server = device.server] in
                server.requests.count < 2 ? .seconds(60) : .zero
            }

            let outcome = try await repair(device, until: deadline)

            #expect(outcome == .repaired(1))
            #expect(device.server.requests == [.digest(""), .range("3", after: nil)])
            #expect(try await device.fetch(missing.id)?.version == 2)
        }
    }
}
