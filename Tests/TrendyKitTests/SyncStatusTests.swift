import GRDB
import Testing
import TrendyKit
import TrendyModel
import TrendyStore
import TrendySync
import TrendyWire

@Suite("Sync status texts")
struct SyncStatusTests {
    private let now = Instant(seconds: 1_768_000_000)

    private func message(
        signedIn: Bool = true,
        progress: SyncProgress? = nil,
        _ set: (inout QueueStatus) -> Void
    ) -> String {
        var queue = QueueStatus()
        queue.cursor = "e-1"
        set(&queue)
        return SyncStatus(queue: queue, now: now, isSignedIn: signedIn, progress: progress).text
    }

    private func waiting(_ queue: inout QueueStatus, _ count: Int, next: Duration = .zero) {
        (queue.pending, queue.pendingEvents) = (count, count)
        queue.nextAttempt = next == .zero ? Instant(milliseconds: 0) : now + next
    }

    @Test("Synced and pending states")
    func waits() {
        #expect(message { _ in } == "Everything is synced.")
        #expect(message { $0.cursor = nil } == "Not synced with a server yet.")
        #expect(
            message { waiting(&$0, 3, next: .seconds(8)) } == "3 events waiting, next try in 8 s."
        )
        #expect(message { waiting(&$0, 1) } == "1 event waiting.")
        #expect(
            message {
                waiting(&$0, 2)
                $0.pendingEvents = 1
            } == "2 changes waiting."
        )
        #expect(
            message {
                waiting(&$0, 2)
                $0.serverWaitUntil = now + .seconds(300)
            } == "2 events waiting, next try in 5 min."
        )
        #expect(
            message(progress: .pushing(done: 3, total: 5)) { waiting(&$0, 2) }
                == "Sending: 3 of 5. 2 events waiting."
        )
        #expect(message(progress: .pulling(received: 0)) { _ in } == "Checking for changes.")
    }

    @Test("Device and server have each other's changes when nothing waits or needs a decision")
    func isCaughtUp() {
        func isCaughtUp(signedIn: Bool = true, _ set: (inout QueueStatus) -> Void) -> Bool {
            var queue = QueueStatus()
            queue.cursor = "e-1"
            set(&queue)
            return SyncStatus(queue: queue, now: now, isSignedIn: signedIn).isCaughtUp
        }

        #expect(isCaughtUp { _ in })
        #expect(!isCaughtUp(signedIn: false) { _ in })
        #expect(!isCaughtUp { $0.cursor = nil })
        #expect(!isCaughtUp { $0.pending = 1 })
        #expect(!isCaughtUp { $0.failed = 1 })
        #expect(!isCaughtUp { $0.stale = 1 })
        #expect(!isCaughtUp { $0.lastError = .offline })
    }

    @Test("Quarantined changes or drift prevent the synced state")
    func notAllSynced() {
        let tooNew = message { $0.quarantined = 1 }
        let differing = message {
            $0.drift = .stillDiffers(device: 3, server: 4, repaired: 0, rounds: 3)
        }

        #expect(tooNew == "1 change of another device needs a newer app to be shown.")
        #expect(
            differing == "This device and the server differ. The diagnosis shows the difference."
        )
    }

    @Test(
        "Each blocker is named with the assurance that nothing is lost",
        arguments: [
            (SyncFailure.Code.offline, "Offline."),
            (.needsSignIn, "Your session has ended. Sign in again to continue syncing."),
            (.upgradeRequired, "Update Trendy to continue syncing."),
            (.busy, "The server is busy."),
            (.refused, "The last sync failed: It broke."),
        ]
    )
    func obstacles(code: SyncFailure.Code, expected: String) {
        let text = message {
            $0.lastError = .text("It broke.")
            $0.lastFailure = code.rawValue
        }
        #expect(text == "\(expected) Everything is saved on this device.")
    }

    @Test("Offline there is no next attempt; after a failure it is when runs resume")
    func nextTry() {
        let offline = message {
            waiting(&$0, 3, next: .seconds(8))
            $0.lastError = .offline
            $0.lastFailure = SyncRun.Outcome.skipped.rawValue
        }
        let failed = message {
            waiting(&$0, 3, next: .seconds(8))
            $0.lastError = .text("It broke.")
            $0.lastFailure = SyncFailure.Code.refused.rawValue
            $0.pausedUntil = now + .seconds(900)
        }

        #expect(offline == "Offline. 3 events waiting. Everything is saved on this device.")
        #expect(failed.contains("3 events waiting, next try in 15 min."))
    }

    @Test("A captive portal is not an expired session; being signed out is no failure")
    func others() {
        let portal = message {
            $0.lastError = .notTrendy(address: "https://trendy.example")
            $0.lastFailure = SyncFailure.Code.notTrendy.rawValue
        }
        #expect(portal.contains("Sign in to this network"))
        let text = message(signedIn: false) { waiting(&$0, 2) }
        #expect(text == "Not signed in. 2 events waiting. Everything is saved on this device.")
    }

    @Test("Decisions that need the person are listed")
    func decisions() {
        let text = message {
            ($0.failed, $0.stale, $0.conflicts, $0.quarantined) = (1, 1, 1, 2)
            waiting(&$0, 2)
            $0.blocked = 2
        }
        #expect(text.contains("2 changes could not be sent and need your decision."))
        #expect(text.contains("2 waiting changes depend on them."))
        #expect(text.contains("1 conflict to review."))
        #expect(text.contains("2 changes of another device need a newer app to be shown."))
        #expect(message { $0.failed = 1 } == "1 change could not be sent and needs your decision.")
    }

    @Test(
        "Statuses follow each change: recorded, in flight, synced; a resolved error disappears"
    )
    func sequence() async throws {
        try await TestWorld.run { world in
            let device = try await world.device("a") { FaultyTransport($0, faults: [.loseRequest]) }
            try await device.store.log("Coffee")
            let store = device.store
            let coordinator = device.coordinator
            let statuses = SyncStatuses(store: store) {
                SyncStatus(
                    queue: try await store.read { try $0.queue.status() },
                    now: .init(seconds: 0),
                    progress: await coordinator.progress
                )
            }
            let iterator = statuses.makeAsyncIterator()
            #expect(await iterator.next()?.queue.pending == 2)
            await #expect(throws: SyncFailure.self) { try await device.sync() }
            var seen: [SyncStatus] = []
            while let status = await iterator.next() {
                seen.append(status)
                if status.blocker != nil { break }
            }
            #expect(seen.last?.blocker == .offline)
            #expect(seen.last?.queue.inFlight == 2)
            #expect(seen.last?.progress == nil)
            try await device.sync()
            while let status = await iterator.next() {
                seen.append(status)
                if status.isCaughtUp { break }
            }
            #expect(seen.last?.text == "Everything is synced.")
            #expect(seen.last?.queue.inFlight == 0)
        }
    }

    @Test("The text of a database error contains no code and no statement")
    func databaseError() async throws {
        struct Broken: TransportWrapper {
            let base: any SyncTransport

            func push(_ request: PushRequest) async throws -> PushAnswer {
                throw DatabaseError(
                    resultCode: .SQLITE_CORRUPT,
                    message: "malformed",
                    sql: "SELECT notes FROM entity"
                )
            }
        }
        try await TestWorld.run { world in
            let device = try await world.device("a") { Broken(base: $0) }
            try await device.store.log("Coffee")

            await #expect(throws: DatabaseError.self) { try await device.sync() }

            let reason = FailureReason.databaseUnavailable
            #expect(try await device.store.read { try $0.queue.status() }.lastError == reason)
            #expect(
                try await device.store.read { try $0.sync.runs(limit: 1) }.first?.reason == reason
            )
        }
    }
}
