import TrendyModel
import TrendySQLite
import TrendyWire

/// Searches the events of one source, in steps of a bounded number of events.
///
/// No index contains the source of an event, so the search also reads events of other sources. In
/// an account with a million events it takes seconds, and other accounts take turns between the
/// steps.
struct EventSearch: Sendable {
    private let account: EntityID
    private let source: String
    private let limit: Int
    /// The query of the next step, without the source.
    private var query: EventQuery
    private var bytes = 0
    private var page = EntityPage(entities: [], hasMore: false)
    private var isComplete = false

    init(account: EntityID, query: EventQuery, source: String) {
        self.account = account
        self.source = source
        limit = query.limit
        self.query = query
        self.query.sourceType = nil
    }

    /// Searches until the page is full or all events were read.
    ///
    /// The steps see the account at different times, like the pages of a list.
    func run(on readers: ReaderPool, rows: Int) async throws -> EntityPage {
        var search = self
        search.query.limit = rows
        while !search.isComplete {
            let step = search
            search = try await readers.read(for: account, operation: "events") { db in
                try step.advanced(ServerQuery.events(db, account: step.account, query: step.query))
            }
        }
        return search.page
    }

    private func advanced(_ statement: PreparedStatement) throws -> EventSearch {
        var search = self
        var count = 0
        search.isComplete = true
        try statement.readRows { row in
            guard count < query.limit else {
                search.isComplete = false
                return false
            }
            count += 1
            search.query.after = .event(row.instant(8), try row.id(1))
            guard row.string(7) == source else { return true }
            guard search.page.entities.count < limit, search.bytes < WireLimit.pageBytes else {
                search.page.hasMore = true
                return false
            }
            let entity = try EntityRow.read(row)
            search.bytes += entity.content.utf8.count
            search.page.entities.append(entity)
            return true
        }
        return search
    }
}
