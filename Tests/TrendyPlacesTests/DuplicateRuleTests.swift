import Testing
import TrendyModel

@testable import TrendyPlaces

@Suite("Which visits are duplicates")
struct DuplicateRuleTests {
    private typealias Visit = VisitDeduplicator.Visit

    private let home = EntityID.derived(kind: "geofence", naturalKey: "home")
    private let office = EntityID.derived(kind: "geofence", naturalKey: "office")

    private func at(_ seconds: Int64) -> Instant { Instant(seconds: 1_767_600_000 + seconds) }

    /// A visit that a device recorded, with observed ends.
    ///
    /// - `latest`: the latest possible end, which is inferred then.
    private func visit(
        _ number: UInt64,
        _ start: Int64,
        _ end: Int64?,
        earliest: Int64? = nil,
        latest: Int64? = nil,
        entry: String = "crossing",
        at geofence: EntityID? = nil
    ) throws -> Visit {
        let id = EntityID(high: 0, low: number)
        var event = Event(eventTypeID: VisitType.id, timestamp: at(start), sourceType: .geofence)
        event.naturalKey = "\(Event.visitKeyPrefix)\(id)"
        event.geofenceID = geofence ?? home
        event.endDate = end.map(at)
        event.properties["entry_source"] = .text(entry)
        event.properties["entry_earliest"] = earliest.map { .instant(at($0)) }
        if end != nil {
            event.properties["exit_source"] = .text(latest == nil ? "crossing" : "inferred")
            event.properties["exit_latest"] = latest.map { .instant(at($0)) }
        }
        return try #require(Visit(event, id: id))
    }

    private func areDuplicates(_ one: Visit, _ other: Visit) -> Bool {
        let found = one.isDuplicate(of: other)
        #expect(other.isDuplicate(of: one) == found)
        return found
    }

    @Test("Reported entries of one visit lie up to 15 minutes apart")
    func entries() throws {
        let first = try visit(1, 0, 9_000)

        #expect(areDuplicates(first, try visit(2, 900, 9_000)))
        #expect(try !areDuplicates(first, visit(2, 901, 9_000)))
        #expect(areDuplicates(first, try visit(2, 901, 9_000, earliest: 900)))
        #expect(try !areDuplicates(first, visit(2, 901, 9_000, earliest: 901)))
        #expect(try !areDuplicates(first, visit(2, 0, 9_000, at: office)))
        #expect(!first.isDuplicate(of: first))
    }

    @Test("A visit that ends before the other one begins has its end up to 15 minutes before")
    func ends() throws {
        let short = try visit(1, 0, 100)

        #expect(areDuplicates(short, try visit(2, 800, 1_000)))
        #expect(try !areDuplicates(short, visit(2, 800, 1_001)))
        #expect(areDuplicates(short, try visit(2, 900, 1_000)))
        #expect(try !areDuplicates(short, visit(2, 800, nil)))
        #expect(areDuplicates(try visit(1, 0, 100, latest: 800), try visit(2, 800, nil)))
        #expect(try !areDuplicates(visit(1, 0, 100, latest: 799), visit(2, 800, nil)))
    }

    @Test("An end that is inferred from an entry proves another visit at the same place")
    func adopted() throws {
        func isAdopted(
            start: Int64 = 5_000,
            latest: Int64? = 5_000,
            entry: String = "crossing",
            at geofence: EntityID? = nil
        ) throws -> Bool {
            try visit(1, 0, 3_000, latest: latest).isAdopted(
                by: visit(2, start, nil, entry: entry, at: geofence)
            )
        }

        #expect(try isAdopted())
        #expect(try isAdopted(start: 5_180) && isAdopted(start: 4_820))
        #expect(try !isAdopted(start: 5_181) && !isAdopted(start: 4_819))
        #expect(try !isAdopted(latest: nil) && !isAdopted(entry: "state"))
        #expect(try !isAdopted(at: office))
        let begun = try visit(1, 0, 500, latest: 900)
        #expect(try !begun.isAdopted(by: visit(2, 900, nil)))
        #expect(try begun.isAdopted(by: visit(2, 901, nil)))
    }

    @Test("An open visit is kept beside one with an inferred end over 15 minutes before it")
    func openAfterInferredEnd() throws {
        func isReplaced(end: Int64, entry: String = "crossing") throws -> Bool {
            let open = try visit(2, 3_000, nil, earliest: 0, entry: entry)
            let duplicate = try visit(1, 1_000, end, latest: 3_500)
            #expect(areDuplicates(open, duplicate))
            #expect(!open.replaces(duplicate))
            return duplicate.replaces(open)
        }

        #expect(try isReplaced(end: 2_100))
        #expect(try !isReplaced(end: 2_099))
        #expect(try isReplaced(end: 2_099, entry: "missed"))
    }

    @Test("A manual visit is preferred, then a reported entry, the earlier one, the smaller id")
    func preference() throws {
        let order = [
            try visit(9, 90, 9_000, entry: "person"), try visit(5, 10, 9_000),
            try visit(6, 10, 9_000), try visit(1, 11, 9_000),
            try visit(2, 0, 9_000, entry: "state"),
            try visit(3, 1, 9_000, entry: "missed"),
        ]

        for (index, visit) in order.enumerated() {
            for (place, other) in order.enumerated() {
                #expect(visit.isBetter(than: other) == (index < place))
            }
        }
        let deleted = try #require(Visit(order[0].event, id: order[0].id, isDeletedElsewhere: true))
        #expect(order.allSatisfy { $0.isBetter(than: deleted) && !deleted.isBetter(than: $0) })
    }

    @Test("Crossings that were delivered at once are no observed exit, except of a manual visit")
    func deliveredAtOnce() throws {
        #expect(try !visit(1, 0, 19).isExitObserved && visit(1, 0, 20).isExitObserved)
        #expect(try visit(1, 0, 19, entry: "person").isExitObserved)
        #expect(try visit(1, 0, 19, entry: "missed").isExitObserved)
        #expect(try !visit(1, 0, 60, latest: 60).isExitObserved)
    }
}
