import GRDB
import Synchronization
import Testing
import TrendySQLite

@Suite("Transactions with cached statements")
struct TransactionTests {
    private struct Refusal: Error {}

    private let queue: DatabaseQueue

    init() throws {
        queue = try DatabaseQueue()
        try queue.writing { db in
            try db.execute(sql: "CREATE TABLE entry (number INTEGER PRIMARY KEY)")
        }
    }

    private func add(_ number: Int64) throws {
        try queue.writing { db in
            let statement = try PreparedStatement(db, "INSERT INTO entry (number) VALUES (?)")
            statement.bind(1, number)
            try statement.run()
        }
    }

    private func numbers() throws -> [Int64] {
        try queue.reading { try Int64.fetchAll($0, sql: "SELECT number FROM entry") }
    }

    @Test("An error rolls the transaction back, and the next one commits")
    func rollsBack() throws {
        try add(1)

        #expect(throws: Refusal.self) {
            try queue.writing { db in
                try PreparedStatement(db, "DELETE FROM entry").run()
                throw Refusal()
            }
        }
        #expect(throws: DatabaseError.self) { try add(1) }
        try add(2)

        #expect(try numbers() == [1, 2])
        #expect(queue.reading { !$0.isInsideTransaction })
    }

    @Test("Observers receive each commit and each rollback")
    func notifiesObservers() throws {
        let observer = Observer()
        queue.add(transactionObserver: observer, extent: .databaseLifetime)

        try add(1)
        try? add(1)
        try add(2)

        #expect(observer.events == ["commit", "rollback", "commit"])
    }

    private final class Observer: TransactionObserver {
        private let log = Mutex<[String]>([])

        var events: [String] { log.withLock { $0 } }

        func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }
        func databaseDidChange(with event: DatabaseEvent) {}
        func databaseDidCommit(_ db: Database) { log.withLock { $0.append("commit") } }
        func databaseDidRollback(_ db: Database) { log.withLock { $0.append("rollback") } }
    }
}
