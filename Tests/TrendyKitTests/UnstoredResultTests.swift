import GRDB
import Synchronization
import Testing
import TrendyKit
import TrendyModel
import TrendyStore
import TrendySync
import TrendyWire

@Suite("Results that cannot be stored", .timeLimit(.minutes(20)))
struct UnstoredResultTests {
    @Test("A result that cannot be stored ends the run; the next run leaves nothing pending")
    func unstoredAnswer() async throws {
        try await TestWorld.run { world in
            let box = FaultyBox()
            var limits = SyncLimits()
            limits.pushMutations = 5
            let a = try await world.device("a", limits: limits) { box.wrap($0) }
            try await a.sync()
            for second in 0..<11 {
                try await a.store.log("Coffee", at: 1_768_000_000 + Int64(second))
            }
            let transport = try #require(box.transport)
            let sent = Mutex(0)
            transport.duringEachPush {
                // The third and last batch contains the last two of twelve mutations.
                guard
                    sent.withLock({ count in
                        count += 1
                        return count
                    }) == 3
                else { return }
                transport.duringNextPush { try await a.store.refuseSettling(true) }
            }

            await #expect(throws: (any Error).self) { try await a.sync() }

            #expect(await a.coordinator.progress == nil)
            // The last two; more when they were sent before the previous result was stored, or when
            // slow responses made the batches smaller.
            let left = try await a.store.read { try $0.queue.status() }.pending
            #expect(left >= 2)
            try await a.store.refuseSettling(false)
            let report = try await a.sync()
            #expect(report.pushed == left)
            #expect(await a.coordinator.progress == nil)
            #expect(try await a.store.read { try $0.queue.status() }.pending == 0)
            let b = try await world.device("b")
            try await b.sync()
            #expect(try await b.contents() == a.contents())
            #expect(try await b.contents().count == 12)
        }
    }
}

extension DeviceStore {
    /// Makes the database refuse to remove mutations from the queue, as a full disk does.
    fileprivate func refuseSettling(_ isRefused: Bool) throws {
        try database.write { db in
            try db.execute(
                sql: isRefused
                    ? """
                    CREATE TEMP TRIGGER unsettled BEFORE DELETE ON mutation
                    BEGIN SELECT RAISE(ABORT, 'the disk is full'); END
                    """
                    : "DROP TRIGGER unsettled"
            )
        }
    }
}
