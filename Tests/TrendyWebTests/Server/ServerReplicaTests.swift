import Foundation
import HTTPTypes
import TestSupport
import Testing
import TrendyKit
import TrendyModel
import TrendyServer
import TrendyStore
import TrendySync
import TrendyWebHost

@testable import TrendyWeb

@Suite("The replicas behind the pages of a server")
struct ServerReplicaTests {
    private static func notes(_ engine: TrendyEngine) async throws -> [String] {
        try await engine.store.read { try $0.entities.events(EventFilter(limit: 100)) }
            .compactMap { try? $0.document()["notes"]?.string }
    }

    private static func pending(_ engine: TrendyEngine) async throws -> Int {
        try await engine.store.read { try $0.queue.status() }.pending
    }

    @Test("An account sees nothing of another one on any page")
    func isolation() async throws {
        try await RunningSite.run { site in
            let ada = try await site.signedUp("ada@example.org")
            let eve = try await site.signedUp("eve@example.org")
            let lease = try await site.replicas.lease(try await site.account("ada@example.org"))
            let receipt = try await lease.replica.engine.recordManualEvent(
                RecordManualEvent.Entry(typeName: "Secret-type", notes: "Secret-note")
            )
            _ = try await ada.get("/")

            for route in WebRoutes.all where route.method == .get {
                let hasParameter = route.pattern.contains { $0 == "{id}" }
                for id in [receipt.eventID, receipt.eventTypeID] {
                    let path =
                        "/"
                        + route.pattern.map { $0.first == "{" ? "\(id)" : String($0) }
                        .joined(separator: "/")
                    guard path != "/live" else { continue }
                    let page = try await eve.get(path)
                    #expect(!page.text.contains("Secret"), "\(path)")
                    #expect(page.status.code < 500, "\(path)")
                    if hasParameter { #expect(page.status != .ok, "\(path)") }
                }
            }
            let own = try await site.replicas.lease(try await site.account("eve@example.org"))
            #expect(try await Self.notes(own.replica.engine) == [])
        }
    }

    @Test("No form changes anything of another account")
    func isolationOfForms() async throws {
        try await RunningSite.run { site in
            let ada = try await site.signedUp("ada@example.org")
            let eve = try await site.signedUp("eve@example.org")
            let account = try await site.account("ada@example.org")
            let lease = try await site.replicas.lease(account)
            let receipt = try await lease.replica.engine.recordManualEvent(
                RecordManualEvent.Entry(typeName: "Secret-type", notes: "Secret-note")
            )
            let place = try await lease.replica.engine.store.write {
                try $0.entities.create(
                    Geofence(name: "Secret-place", latitude: 1, longitude: 2, radiusMeters: 100)
                )
            }
            _ = try await ada.get("/")
            let cursor = try await site.parts.store.latestCursor(account: account)
            let session = try #require(try await site.parts.store.sessions(account: account).first)
            let page = try await eve.get("/account")
            let token = try #require(
                page.text.firstMatch(of: /name="csrf" value="([^"]+)"/)?.output.1
            )
            let fields = [
                "csrf": String(token), "name": "Eve", "notes": "Eve", "date": "2026-01-01",
                "time": "08:00", "latitude": "1", "longitude": "2", "radius": "100",
                "type": "\(receipt.eventTypeID)",
            ]

            for route in WebRoutes.all where route.method == .post {
                guard route.pattern.contains(where: { $0.first == "{" }) else { continue }
                for id in [receipt.eventID, receipt.eventTypeID, place, session.id, account] {
                    let path =
                        "/"
                        + route.pattern.map { $0.first == "{" ? "\(id)" : String($0) }
                        .joined(separator: "/")
                    let answer = try await eve.post(path, fields)
                    #expect(!answer.text.contains("Secret"), "\(path)")
                    #expect(answer.status.code < 500, "\(path)")
                }
            }
            #expect(try await site.parts.store.latestCursor(account: account) == cursor)
            #expect(try await Self.notes(lease.replica.engine) == ["Secret-note"])
            #expect(try await ada.get("/timeline").text.contains("Secret-note"))
        }
    }

    @Test("The token of another session's forms is refused")
    func forms() async throws {
        try await RunningSite.run { site in
            let ada = try await site.signedUp("ada@example.org")
            let eve = try await site.signedUp("eve@example.org")
            let page = try await eve.get("/account")
            let token = try #require(
                page.text.firstMatch(of: /name="csrf" value="([^"]+)"/)?.output.1
            )

            for fields in [["csrf": String(token)], [:]] {
                #expect(try await ada.post("/account/sign-out", fields).status == .forbidden)
            }
            #expect(try await ada.get("/").status == .ok)
        }
    }

    @Test("An ended session is out at once, on pages and on its stream")
    func endedSession() async throws {
        try await RunningSite.run { site in
            let browser = try await site.signedUp("ada@example.org")
            let account = try await site.account("ada@example.org")
            let stream = try await browser.open(.get, "/live")
            var pieces = stream.body.makeAsyncIterator()
            _ = try await pieces.next()
            let sessions = try await site.parts.store.sessions(account: account)

            try await site.parts.store.endSession(
                account: account,
                id: try #require(sessions.first).id
            )

            while try await pieces.next() != nil {}
            #expect(try await browser.get("/").location == "/sign-in")
            #expect(try await browser.get("/live").status == .unauthorized)
            #expect(try await browser.post("/account/sign-out", [:]).location == "/sign-in?ended=1")
        }
    }

    @Test("A change of another device is on the stream and in the replica")
    func otherDevice() async throws {
        try await RunningSite.run { site in
            let browser = try await site.signedUp("ada@example.org")
            let device = try await site.device("ada@example.org")
            _ = try await browser.get("/")
            let stream = try await browser.open(.get, "/live")
            var pieces = stream.body.makeAsyncIterator()
            _ = try await pieces.next()

            _ = try await device.recordManualEvent(
                RecordManualEvent.Entry(typeName: "Tea", notes: "from the phone")
            )
            _ = try await device.coordinator?.sync()

            while let piece = try await pieces.next() {
                if String(decoding: piece, as: UTF8.self).contains("event: change") { break }
            }
            let lease = try await site.replicas.lease(try await site.account("ada@example.org"))
            try await eventually {
                try await Self.notes(lease.replica.engine) == ["from the phone"]
            }
            try await device.close()
        }
    }

    @Test("A change in the replica is sent to the account's other devices")
    func sent() async throws {
        try await RunningSite.run { site in
            _ = try await site.signedUp("ada@example.org")
            let lease = try await site.replicas.lease(try await site.account("ada@example.org"))
            _ = try await lease.replica.engine.recordManualEvent(
                RecordManualEvent.Entry(typeName: "Tea", notes: "from the desk")
            )
            let device = try await site.device("ada@example.org")
            try await eventually {
                _ = try await device.coordinator?.sync()
                return try await Self.notes(device) == ["from the desk"]
            }
            try await device.close()
        }
    }

    @Test("A replica that is deleted while it is open is read again", arguments: [false, true])
    func lostFile(isCorrupt: Bool) async throws {
        try await RunningSite.run { site in
            let browser = try await site.signedUp("ada@example.org")
            let account = try await site.account("ada@example.org")
            let files = FileManager.default
            let path = "\(site.parts.configuration.databasePath).pages/\(account).sqlite"
            do {
                let lease = try await site.replicas.lease(account)
                _ = try await lease.replica.engine.recordManualEvent(
                    RecordManualEvent.Entry(typeName: "Tea", notes: "kept")
                )
            }
            _ = try await browser.get("/")
            try await eventually {
                let lease = try await site.replicas.lease(account)
                return try await Self.pending(lease.replica.engine) == 0
            }
            if isCorrupt {
                let garbage = Data(repeating: 0x5A, count: 40_000)
                try garbage.write(to: URL(filePath: path))
            } else {
                try files.removeItem(atPath: path)
            }

            try await eventually {
                let page = try await browser.get("/")
                #expect(page.status == .ok || page.status == .serviceUnavailable)
                return page.status == .ok
            }
            try await eventually {
                let lease = try await site.replicas.lease(account)
                return try await Self.notes(lease.replica.engine) == ["kept"]
            }
        }
    }

    @Test("A disabled account is out at once, and its replica is deleted")
    func disabled() async throws {
        try await RunningSite.run { site in
            let browser = try await site.signedUp("ada@example.org")
            let account = try await site.account("ada@example.org")
            #expect(try await browser.get("/").status == .ok)
            let directory = "\(site.parts.configuration.databasePath).pages"
            let names = { try FileManager.default.contentsOfDirectory(atPath: directory) }
            #expect(try !names().isEmpty)

            let now = site.parts.dependencies.wallClock.now()
            try await site.parts.store.setDisabled(account: account, at: now)

            #expect(try await browser.get("/").location == "/sign-in")
            try await eventually { try names().isEmpty }
        }
    }

    @Test("The replica of an account that another process disabled is deleted")
    func disabledElsewhere() async throws {
        var limits = ReplicaLimits()
        limits.sessionCheck = .milliseconds(20)
        try await RunningSite.run(limits: limits) { site in
            let browser = try await site.signedUp("ada@example.org")
            #expect(try await browser.get("/").status == .ok)
            let directory = "\(site.parts.database.localPath).pages"
            let names = { try FileManager.default.contentsOfDirectory(atPath: directory) }
            #expect(try !names().isEmpty)

            let administration = try #require(site.parts.database.administration)
            try await administration.withUsers { users in
                try await users.setDisabled(email: "ada@example.org", true)
            }

            try await eventually { try names().isEmpty }
        }
    }

    @Test("The files of replicas are readable by their owner only")
    func permissions() async throws {
        try await RunningSite.run { site in
            let browser = try await site.signedUp("ada@example.org")
            _ = try await browser.get("/")
            let directory = "\(site.parts.configuration.databasePath).pages"
            let files = FileManager.default
            let paths = try files.contentsOfDirectory(atPath: directory).map {
                "\(directory)/\($0)"
            }
            #expect(!paths.isEmpty)
            for path in paths + [directory] {
                let mode = try files.attributesOfItem(atPath: path)[.posixPermissions] as? Int
                #expect((mode ?? 0o777) & 0o077 == 0, "\(path)")
            }
        }
    }

    @Test("The least recently used replica is closed for another one")
    func limit() async throws {
        var limits = ReplicaLimits()
        limits.open = 1
        try await RunningSite.run(limits: limits) { site in
            let ada = try await site.signedUp("ada@example.org")
            let eve = try await site.signedUp("eve@example.org")
            for _ in 0..<2 {
                #expect(try await ada.get("/").status == .ok)
                #expect(try await eve.get("/").status == .ok)
            }
            #expect(await site.replicas.count == 1)
            // A stream keeps its replica open.
            let stream = try await eve.open(.get, "/live")
            #expect(try await ada.get("/").status == .serviceUnavailable)
            withExtendedLifetime(stream) {}
        }
    }

    @Test("After the server was restored, the replica reads again and sends what the backup lacks")
    func restored() async throws {
        let path = try RunningSite.temporaryPath()
        let backup = path + ".backup"
        let cookies = try await RunningSite.run(path: path) { site in
            let browser = try await site.signedUp("ada@example.org")
            _ = try await browser.get("/")
            _ = try site.parts.database.administration?.backup(to: backup)
            let lease = try await site.replicas.lease(try await site.account("ada@example.org"))
            _ = try await lease.replica.engine.recordManualEvent(
                RecordManualEvent.Entry(typeName: "Tea", notes: "after the backup")
            )
            try await eventually { try await Self.pending(lease.replica.engine) == 0 }
            return browser.cookies
        }
        // The lock ends with the last task of the server, which may be a moment after its stop.
        let administration = ServerAdministration(path: path, dependencies: .live())
        try await eventually {
            do {
                _ = try administration.restore(from: backup)
                return true
            } catch let error as ServerError where error.code == .databaseInUse {
                return false
            }
        }

        try await RunningSite.run(path: path) { site in
            let browser = try site.browser()
            browser.cookies = cookies
            #expect(try await browser.get("/").status == .ok)
            let device = try await site.device("ada@example.org")
            try await eventually {
                _ = try await device.coordinator?.sync()
                return try await Self.notes(device) == ["after the backup"]
            }
            try await device.close()
        }
    }
}
