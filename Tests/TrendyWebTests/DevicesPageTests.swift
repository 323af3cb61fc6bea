import HTTPTypes
import Synchronization
import Testing
import TrendyKit
import TrendyModel
import TrendyStore
import TrendySync
import TrendyWire

@testable import TrendyWeb

@Suite("The devices page")
struct DevicesPageTests {
    /// A server that answers only about devices; everything else finds it out of reach.
    private final class Devices: SyncTransport, AccountSyncProviding {
        let answer = Mutex<AccountSync?>(nil)
        private let failure = SyncFailure(code: .offline, reason: .offline)

        var serverOffset: Duration? { get async { nil } }

        func accountSync() async throws -> AccountSync {
            guard let answer = answer.withLock({ $0 }) else { throw failure }
            return answer
        }

        func push(_ request: PushRequest) async throws -> PushAnswer { throw failure }
        func changes(since cursor: String?, limit: Int) async throws -> ChangePage { throw failure }
        func snapshot(
            after token: String?,
            receive: @Sendable ([SnapshotLine]) async throws -> Void
        ) async throws { throw failure }
        func digest(prefix: String) async throws -> DigestAnswer { throw failure }
        func range(prefix: String, after id: EntityID?) async throws -> ChangePage { throw failure }
        func report(_ report: DeviceReport, deviceID: EntityID) async throws { throw failure }
    }

    private func device(
        _ name: String,
        at reportedAt: String = "2026-03-04T14:55:00.000Z",
        failed: Int = 0,
        queue: DeviceReport.Queue? = nil,
        conditions: DeviceReport.Conditions? = nil
    ) -> AccountSync.Device {
        AccountSync.Device(
            id: "0190163d-8694-739b-aea5-966c26f8ad9\(name.utf8.count % 10)",
            reportedAt: reportedAt,
            report: DeviceReport(
                name: name,
                pending: 3,
                failed: failed,
                oldestPendingSeconds: 3600,
                appVersion: "1.2",
                schemaVersion: 17,
                queue: queue,
                conditions: conditions
            )
        )
    }

    private func answer(_ devices: AccountSync.Device...) -> AccountSync {
        AccountSync(counts: [:], latestCursor: "a-1", devices: devices)
    }

    @Test("Signed out, the page says so and shows the state of sync")
    func signedOut() async throws {
        let page = try await Site().get("/devices")

        #expect(page.status == .ok)
        #expect(page.words.contains("Not signed in."))
        #expect(!page.text.contains("/devices/sync"))
    }

    @Test("A device shows what failed and why, what it captures, and its versions")
    func details() async throws {
        let transport = Devices()
        let queue = DeviceReport.Queue(
            blocked: 2,
            failedReasons: [DeviceReport.Reason(code: "conflict", count: 1)],
            blockedReasons: [DeviceReport.Reason(code: "conflict", count: 2)]
        )
        let conditions = DeviceReport.Conditions(
            observers: [
                DeviceReport.Observer(
                    kind: "steps",
                    isRunning: true,
                    lastCallSeconds: 600,
                    isDelivered: true
                )
            ],
            regions: DeviceReport.Regions(places: 4, selected: 4, monitored: 4, refused: 0),
            permissions: DeviceReport.Permissions(location: "always", notifications: "denied"),
            system: "iOS 18.1"
        )
        transport.answer.withLock {
            $0 = answer(device("Phone", failed: 1, queue: queue, conditions: conditions))
        }
        let site = try Site(transport: transport)

        let words = try await site.get("/devices").words

        #expect(words.contains("Phone") && words.contains("3 pending, 1 failed"))
        #expect(words.contains("What failed") && words.contains("What waits behind it"))
        #expect(words.contains("4 of 4 places."))
        #expect(words.contains("Steps Runs 15 min ago iOS wakes Trendy"))
        #expect(words.contains("iOS 18.1") && words.contains("Not allowed"))
        #expect(words.contains("open Trendy there"))
    }

    @Test("Devices that are silent or of an older version say so")
    func silentAndOlder() async throws {
        let transport = Devices()
        transport.answer.withLock { $0 = answer(device("Tablet", at: "2026-02-20T10:00:00.000Z")) }

        let words = try await Site(transport: transport).get("/devices").words

        #expect(words.contains("Silent since"))
        #expect(words.contains("older version of Trendy"))
    }

    @Test("A device whose conditions are unknown shows none of them, and is not called outdated")
    func unknownConditions() async throws {
        let transport = Devices()
        let queue = DeviceReport.Queue(blocked: 0, failedReasons: [], blockedReasons: [])
        transport.answer.withLock { $0 = answer(device("Phone", queue: queue)) }

        let words = try await Site(transport: transport).get("/devices").words

        #expect(words.contains("Phone") && words.contains("3 pending"))
        #expect(!words.contains("older version of Trendy"))
        #expect(!words.contains("Places watched") && !words.contains("Health observers"))
    }

    @Test("Without a connection the last answer is shown with its age, in a later process too")
    func lastAnswer() async throws {
        let transport = Devices()
        transport.answer.withLock { $0 = answer(device("Phone")) }
        let site = try Site(transport: transport)
        _ = try await site.get("/devices")
        transport.answer.withLock { $0 = nil }

        let words = try await site.get("/devices").words
        let stored = try await site.engine.store.read { try $0.sync.devicesAnswer() }

        #expect(words.contains("Phone"))
        #expect(words.contains("The server cannot be asked now."))
        #expect(stored != nil)
    }

    @Test("A name of a device is escaped")
    func escaping() async throws {
        let transport = Devices()
        transport.answer.withLock { $0 = answer(device("<script>alert(1)</script>")) }

        let page = try await Site(transport: transport).get("/devices")

        #expect(!page.text.contains("<script>alert"))
        #expect(page.words.contains("<script>alert(1)</script>"))
    }

    @Test("Sync now shows the page without waiting for the run, whose outcome is in the history")
    func syncNow() async throws {
        let site = try Site(transport: Devices())
        let engine = site.engine
        let commits = engine.store.commits()
        defer { commits.stop() }

        let page = try await site.submit("/devices/sync")

        #expect(page.status == .ok)
        #expect(!page.words.contains("Sync history"))

        let syncing = Task { await engine.syncContinuously() }
        var events = commits.events.makeAsyncIterator()
        var runs: [SyncRun] = []
        while runs.isEmpty, await events.next() != nil {
            runs = try await engine.store.read { try $0.sync.runs() }
        }
        syncing.cancel()
        await syncing.value

        #expect(runs.map(\.trigger) == ["manual"])
        #expect(try await site.get("/devices").words.contains("Sync history"))
    }

    @Test("A session can be ended; one that is gone is a sentence")
    func sessions() async throws {
        let account = Sessions()
        let site = try Site { $0.account = account }

        let before = try await site.get("/devices")
        let after = try await site.submit("/devices/sessions/other/end")
        let again = try await site.post("/devices/sessions/other/end")

        #expect(before.words.contains("Firefox") && before.words.contains("This browser"))
        #expect(!after.words.contains("Firefox"))
        #expect(again.words.contains("That session has ended already."))
    }

    @Test("On a device's own pages there are no sessions to end")
    func noSessions() async throws {
        let site = try Site()

        #expect(try await !site.get("/devices").words.contains("Sessions"))
        #expect(try await site.post("/devices/sessions/x/end").status == .notFound)
    }

    /// An account with two sessions.
    private final class Sessions: WebAccountActions {
        private let all = Mutex([
            WebSession(
                id: "mine",
                client: "",
                createdAt: Instant(seconds: 1_772_600_000),
                usedAt: Instant(seconds: 1_772_636_000),
                isCurrent: true
            ),
            WebSession(
                id: "other",
                client: "Firefox",
                createdAt: Instant(seconds: 1_772_500_000),
                usedAt: Instant(seconds: 1_772_600_000),
                isCurrent: false
            ),
        ])

        func sessions() async throws -> [WebSession] { all.withLock { $0 } }
        func endSession(_ id: String) async throws { all.withLock { $0.removeAll { $0.id == id } } }
        func signOut() async throws -> WebResponse { throw WebError.notFound }
        func changePassword(current: String, new: String) async throws { throw WebError.notFound }
        func deleteAccount(password: String) async throws -> WebResponse { throw WebError.notFound }
        func export() async throws -> WebResponse { throw WebError.notFound }
    }
}
