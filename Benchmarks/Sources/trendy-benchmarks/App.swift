import Foundation
import GRDBSQLite
import TrendyAppSupport
import TrendyKit
import TrendyModel
import TrendyStore

/// Measures the delays that a person notices on the screens, over a store with years of data.
///
/// The first page of the timeline, a new event's appearance, a search, today's cards; and two
/// alternative search methods for comparison.
@MainActor
func measureApp(_ directory: String, count: Int, rounds: Int?) async throws {
    // The database of a person without an account.
    let path = directory + "/local.sqlite"
    let type = try await fillStore(path, count: count)
    try await measureStart(directory, rounds: rounds ?? 21)
    try await measureOpening(path, rounds: rounds ?? 11)
    let store = try DeviceStore(path: path, dependencies: .live())
    try await measureNewEvents(store, type, rounds: rounds, pageSize: 100, "first page shown")
    let all = 2 * count
    try await measureNewEvents(store, type, rounds: rounds, pageSize: all, "everything shown")
    try await measureSearch(store, rounds: rounds ?? 9)
    let summary = SummaryViewModel(store: store, dependencies: .live(), formats: formats)
    try await measure("today's cards", rounds: rounds ?? 21) { await summary.refresh() }
    try await store.close()
    measureOtherSearches(path, rounds: rounds ?? 9)
    report("peak memory", peakMegabytes(), "MB")
}

private let formats = DisplayFormatter(locale: Locale(identifier: "en_GB")) { ZoneHistory(.gmt) }

/// Creates a database with events of five types, one every half hour.
///
/// Three of five events are health events, one of them with hourly sums; two have a note.
///
/// - Returns: the type of the first event.
func fillStore(_ path: String, count: Int) async throws -> EntityID {
    let store = try DeviceStore(path: path, dependencies: .live())
    var types: [EntityID] = []
    for name in ["Coffee", "Run", "Mood", "Steps", "Workout"] {
        types.append(try await store.write { try $0.entities.create(EventType(name: name)) })
    }
    let ids = Dependencies.live().ids
    let now = Dependencies.live().wallClock.now()
    for start in stride(from: 0, to: count, by: 5000) {
        var entities: [(id: EntityID, fields: any EntityFields)] = []
        for index in start..<min(count, start + 5000) {
            var event = Event(
                eventTypeID: types[index % 5],
                timestamp: now - .seconds(Int64(index + 1) * 1800),
                sourceType: index % 5 < 2 ? .manual : .healthKit
            )
            switch index % 5 {
            case 0, 1:
                event.notes = "number \(index), along the river in the evening"
                if index == count / 2 / 5 * 5 { event.notes = "a single needle" }
            case 2:
                event.properties["score"] = .number(JSONNumber(Int64(index % 10)))
            case 3:
                event.healthKitCategory = "steps"
                event.properties["count"] = .number(JSONNumber(Int64(index)))
                event.properties["hourly"] = .series((0..<24).map { JSONNumber(Int64($0 * 100)) })
            default:
                event.healthKitCategory = "workout"
                event.properties["activity_name"] = .text("Running")
                event.properties["duration"] = .duration(seconds: 1800)
            }
            entities.append((ids.next(), event))
        }
        try await store.write { [entities] in try $0.entities.create(entities) }
    }
    try await store.close()
    return types[0]
}

@MainActor
private func measureOpening(_ path: String, rounds: Int) async throws {
    try await measure("open the store and show the first page", rounds: rounds) {
        let store = try DeviceStore(path: path, dependencies: .live())
        let timeline = EventStore(store: store, dependencies: .live(), formats: formats)
        await timeline.refresh()
        precondition(!timeline.sections.isEmpty && timeline.problem == nil)
        try await store.close()
    }
}

@MainActor
private func measureNewEvents(
    _ store: DeviceStore,
    _ type: EntityID,
    rounds: Int?,
    pageSize: Int,
    _ name: String
) async throws {
    let timeline = EventStore(
        store: store,
        dependencies: .live(),
        formats: formats,
        pageSize: pageSize
    )
    await timeline.refresh()
    report("rows (\(name))", Double(timeline.sections.reduce(0) { $0 + $1.rows.count }), "")
    let wallClock = Dependencies.live().wallClock
    try await measure("a new event changes the timeline (\(name))", rounds: rounds ?? 500) {
        let event = Event(eventTypeID: type, timestamp: wallClock.now(), sourceType: .manual)
        return try await store.write { try $0.entities.create(event) }
    } then: { (id: EntityID) in
        await timeline.refresh()
        // Another event may have begun in the same millisecond.
        precondition(timeline.sections[0].rows.prefix(2).contains { $0.id == id })
    }
    let record = RecordManualEvent(store: store, dependencies: .live())
    var number = 0
    try await measure(
        "a first event of a new type changes the timeline (\(name))",
        rounds: rounds ?? 100
    ) {
        number += 1
        return try await record(.init(typeName: "\(name) \(number)")).eventID
    } then: { id in
        await timeline.refresh()
        // Another event may have begun in the same millisecond.
        precondition(timeline.sections[0].rows.prefix(2).contains { $0.id == id })
    }
}

@MainActor
private func measureSearch(_ store: DeviceStore, rounds: Int) async throws {
    let fetch = FetchEvents(store: store)
    for (name, text) in [
        ("in many events", "river"), ("in one event", "needle"), ("in no event", "nonsense"),
        ("of a type's name", "coffee"), ("with accents", "évening"),
    ] {
        try await measure("search: a word \(name)", rounds: rounds) {
            _ = try await fetch(EventQuery(text: text), limit: 100)
        }
    }
}

/// SQLite's own LIKE and a full-text index, over the same rows.
private func measureOtherSearches(_ path: String, rounds: Int) {
    var database: OpaquePointer?
    precondition(sqlite3_open(path, &database) == SQLITE_OK)
    defer { sqlite3_close(database) }
    func run(_ sql: String) {
        precondition(sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK, sql)
    }
    func time(_ name: String, _ sql: String, rounds: Int) {
        let times = (0..<rounds).map { _ in
            let clock = ContinuousClock()
            return milliseconds(clock.measure { run(sql) })
        }
        report(name, median(times), "ms")
    }
    for word in ["river", "needle", "nonsense"] {
        time(
            "LIKE: '\(word)', without accents and type names",
            """
            SELECT content FROM entity WHERE kind = 4 AND deleted_at IS NULL
                AND content LIKE '%\(word)%' ORDER BY timestamp DESC, id DESC LIMIT 100
            """,
            rounds: rounds
        )
    }
    run(
        """
        CREATE VIRTUAL TABLE words USING fts5(
            text, content='', tokenize="unicode61 remove_diacritics 2")
        """
    )
    time(
        "FTS5: build",
        "INSERT INTO words (rowid, text) SELECT rowid, content FROM entity WHERE kind = 4",
        rounds: 1
    )
    for word in ["river", "needle", "nonsense"] {
        time(
            "FTS5: '\(word)', newest first",
            """
            SELECT content FROM words JOIN entity ON entity.rowid = words.rowid
            WHERE words MATCH '\(word)' ORDER BY timestamp DESC, id DESC LIMIT 100
            """,
            rounds: rounds
        )
    }
}

@MainActor
private func measure(
    _ name: String,
    rounds: Int,
    _ work: @MainActor () async throws -> Void
) async throws {
    try await measure(name, rounds: rounds) {
    } then: {
        try await work()
    }
}

/// Times `then` without its preparation.
@MainActor
private func measure<Value: Sendable>(
    _ name: String,
    rounds: Int,
    _ prepare: @MainActor () async throws -> Value,
    then: @MainActor (Value) async throws -> Void
) async throws {
    var times: [Double] = []
    let clock = ContinuousClock()
    for _ in 0..<rounds {
        let value = try await prepare()
        let start = clock.now
        try await then(value)
        times.append(milliseconds(start.duration(to: clock.now)))
    }
    reportTimes(name, times)
}
