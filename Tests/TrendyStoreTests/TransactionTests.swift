import GRDB
import Synchronization
import Testing
import TrendySQLite

@Suite("Transactions whose statements are compiled once")
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

    @Test("What throws leaves nothing behind, and the next one is written")
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

    @Test("Observers are told of each commit and of each rollback")
    func tellsObservers() throws {
        let observer = Observer()
        queue.add(transactionObserver: observer, extent: .databaseLifetime)

        try add(1)
        try? add(1)
        try add(2)

        #expect(observer.told == ["commit", "rollback", "commit"])
    }

    private final class Observer: TransactionObserver {
        private let words = Mutex<[String]>([])

        var told: [String] { words.withLock { $0 } }

        func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }
        func databaseDidChange(with event: DatabaseEvent) {}
        func databaseDidCommit(_ db: Database) { words.withLock { $0.append("commit") } }
        func databaseDidRollback(_ db: Database) { words.withLock { $0.append("rollback") } }
    }
}
