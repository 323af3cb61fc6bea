import Foundation
import Synchronization
import Testing
import TrendyFixture
import TrendyHealth
import TrendyImport
import TrendyKit
import TrendyModel
import TrendyStore
import TrendySync

@Suite("Query plans of a device")
struct QueryPlanTests {
    /// The statements that scan a whole table, with the reason.
    private static let wholeTables: [String: String] = [
        StatusQuery.counts: "counts an index; quarantined rows exist with a newer server only",
        StatusQuery.waiting: "the first row, and the partial indexes",
        StatusQuery.unpostponed: "ends at the first that may be sent",
        "SELECT 1 FROM deferred_change LIMIT 1": "the first row",
        "SELECT 1 FROM quarantine LIMIT 1": "the first row",
        "SELECT entity_id, kind, reason, json FROM quarantine ORDER BY seq LIMIT ?":
            "once a process",
        "SELECT entity_id FROM deferred_change ORDER BY entity_id": "once a process",
        "DELETE FROM deferred_change WHERE deleted_at IS NULL": "once a snapshot",
    ]

    /// Partial indexes that contain only the requested rows.
    private static let partialIndexes = [
        "mutation_parents", "mutation_ready", "mutation_undecided", "mutation_postponed",
        "conflict_open",
    ]

    @Test("Statements for an event, a batch or a page use an index and do not sort")
    func plans() async throws {
        let statements = Mutex<Set<String>>([])
        let collect: @Sendable (String) -> Void = { sql in
            statements.withLock { _ = $0.insert(sql) }
        }
        try await TestWorld.run { world in
            let a = try await world.device("a")
            let b = try await world.device("b")
            await a.store.traceStatements(collect)
            await b.store.traceStatements(collect)
            try await a.store.log("Tea")
            try await a.sync()
            try await b.sync()
            try await live(a, b)
            try await capture(a.store, in: world)
            try await a.sync()
            try await b.sync()

            let ran = statements.withLock { $0 }.filter { sql in
                ["SELECT", "INSERT", "UPDATE", "DELETE"].contains { sql.hasPrefix($0) }
            }
            #expect(ran.count > 30)
            // A snapshot is read as a whole, once; its tables are dropped by now.
            for sql in ran where !sql.contains("staged") && !sql.contains("saved_for_merge") {
                for line in try await a.store.queryPlan(of: sql)
                where line.hasPrefix("SCAN") || line.contains("TEMP B-TREE") {
                    let isAllowed =
                        Self.wholeTables[sql] != nil || line.contains("CONSTANT")
                        || line.contains("sqlite_master")
                        // A row for each metric, read once for a pass over all of them.
                        || line == "SCAN health_category"
                        || Self.partialIndexes.contains { line.hasSuffix("INDEX \($0)") }
                    #expect(isAllowed, "\(line) in \(sql)")
                }
            }
        }
    }

    @Test("Mutations blocked by a rejected one, and the next attempt, are found through indexes")
    func blocked() async throws {
        try await TestWorld.run { world in
            let a = try await world.device("a")
            for sql in [
                BlockedMutationQuery.failedMutations, BlockedMutationQuery.entityQueue,
                BlockedMutationQuery.referencingOthers,
                StatusQuery.postponed,
            ] {
                for line in try await a.store.queryPlan(of: sql) {
                    let isIndexed =
                        line.hasPrefix("SEARCH") || line.contains("SUBQUERY")
                        || Self.partialIndexes.contains { line.hasSuffix("INDEX \($0)") }
                    #expect(isIndexed, "\(line) in \(sql)")
                }
            }
        }
    }

    /// Edits, deletions, conflicts and lists.
    private func live(_ a: TestDevice, _ b: TestDevice) async throws {
        let shared = try await a.store.log("Coffee", notes: "x")
        let gone = try await a.store.log("Coffee")
        try await a.sync()
        try await b.sync()
        try await a.store.edit(shared) { $0.notes = .set("a") }
        try await b.store.edit(shared) { $0.notes = .set("b") }
        try await a.store.write { try $0.entities.delete(id: gone) }
        try await a.sync()
        try await b.sync()
        try await a.sync()
        _ = try await b.store.read { try $0.conflicts.open() }
        _ = try await a.store.read { try $0.queue.failedMutations() }
        _ = try await a.store.read { try $0.queue.nextAttempt() }
        _ = try await a.store.contents(of: shared)
    }

    /// Captures health results twice, so that the second capture finds the first.
    private func capture(_ store: DeviceStore, in world: TestWorld) async throws {
        let path = world.directory + "/export.xml"
        var options = FixtureOptions(seed: 3)
        options.days = 5
        options.density = 0.05
        _ = try FixtureGenerator(options).write(
            to: path,
            expectedTotalsPath: world.directory + "/truth.json"
        )
        for _ in 0..<2 {
            let export = try AppleHealthExport.read(
                path: path,
                spoolDirectory: world.directory
            )
            let coordinator = HealthCaptureCoordinator(
                store: store,
                source: export,
                dependencies: .live(),
                zones: { ZoneHistory(TimeZone(identifier: "Europe/Paris") ?? .gmt) }
            )
            _ = try await coordinator.capture()
        }
    }
}

extension DeviceStore {
    /// Reads an event by every query.
    fileprivate func contents(of id: EntityID) throws {
        _ = try read { try $0.entities.fetch(id: id) }
        for kind in EntityKind.allCases where kind != .event {
            _ = try read { try $0.entities.fetchAll(kind: kind) }
        }
        let events = try read { try $0.entities.events() }
        _ = try self.read { try $0.entities.events(EventFilter(from: events.first?.createdAt)) }
        if let type = EntityKeys(kind: .event, content: events[0].content).eventTypeID {
            _ = try self.read { try $0.entities.events(EventFilter(eventTypeID: type)) }
        }
        _ = try read { try $0.entities.fetch(kind: .eventType, named: "Coffee") }
    }
}
