import Foundation
import GRDB
import SimulatedPhone
import Synchronization
import Testing
import TrendyModel
import TrendyPlaces
import TrendyStore

@Suite("A region signal is judged and stored in one transaction")
struct SignalTransactionTests {
    /// A commit that another device's change causes; runs once, when the monitor asks for the zone.
    private final class PendingPull: Sendable {
        private let commit = Mutex<(@Sendable () -> Void)?>(nil)

        func schedule(_ body: @escaping @Sendable () -> Void) {
            commit.withLock { $0 = body }
        }

        func run() {
            let body = commit.withLock { commit in
                defer { commit = nil }
                return commit
            }
            body?()
        }
    }

    @Test("An exit that a pull brings while a signal is handled is kept")
    func pullDuringSignal() async throws {
        let scratch = try Scratch()
        let test = try MonitoredPhone(scratch.database)
        let pull = PendingPull()
        test.zone = {
            pull.run()
            return "Europe/Berlin"
        }
        let home = try await test.store.write {
            try $0.entities.create(try geofence("Home", at: 0))
        }
        try await test.open()
        try await test.accept()
        let visit = try #require(try await test.visits().first)
        let exit = test.dependencies.wallClock.now() + .seconds(3600)
        try await test.pass(2 * 3600)
        let entity = try #require(try await test.store.read { try $0.entities.fetch(id: visit.id) })
        var event = try Event(document: entity.document())
        event.endDate = exit
        event.properties["exit_source"] = .text("crossing")
        event.properties["exit_latest"] = .instant(exit)
        let (database, content) = (await test.store.database, event.document.json.description)
        pull.schedule {
            do {
                try database.write { db in
                    try db.execute(
                        sql: """
                            UPDATE entity SET version = version + 1, content =
                                iif(typeof(content) = 'blob', CAST(?1 AS BLOB), ?1)
                            WHERE kind = 4
                            """,
                        arguments: [content]
                    )
                }
            } catch {
                Issue.record(error)
            }
        }

        try await test.report(.crossing(RegionIdentity.identifier(of: home), .outside))

        let visits = try await test.visits()
        #expect(visits.first?.id == visit.id)
        #expect(visits.first?.exit?.instant == exit)
    }
}
