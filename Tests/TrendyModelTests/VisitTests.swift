import Testing
import TrendyModel

@Suite("Visits of several devices")
struct VisitTests {
    private func visit(_ end: Int64? = nil, exit: String? = nil) -> Event {
        var event = Event(
            eventTypeID: EntityID(high: 1, low: 1),
            timestamp: Instant(seconds: 1000),
            sourceType: .geofence
        )
        event.naturalKey = "visit/a"
        event.endDate = end.map { Instant(seconds: $0) }
        if let exit { event.properties["exit_source"] = .text(exit) }
        return event
    }

    @Test("A visit is an event of a geofence with the key of a visit")
    func isVisit() {
        var other = visit()
        #expect(other.isVisit)
        other.naturalKey = "visits/a"
        #expect(!other.isVisit)
        other.naturalKey = nil
        #expect(!other.isVisit)
        var manual = visit()
        manual.sourceType = .manual
        #expect(!manual.isVisit)
    }

    @Test(
        "An exit counts as observed by its source",
        arguments: [
            ("crossing", true), ("person", true), ("fix", true), ("state", true),
            ("inferred", false), ("", false),
        ]
    )
    func observed(source: String, isObserved: Bool) {
        #expect((visit(2000, exit: source).observedExit == Instant(seconds: 2000)) == isObserved)
        #expect(visit(nil, exit: source).observedExit == nil)
    }

    @Test("An exit without a source, of another type or of another event is not observed")
    func unobserved() {
        var number = visit(2000)
        number.properties["exit_source"] = .select("crossing")
        var manual = visit(2000, exit: "crossing")
        manual.sourceType = .manual

        #expect(visit(2000).observedExit == nil)
        #expect(number.observedExit == nil)
        #expect(manual.observedExit == nil)
    }

    @Test("An end without a source was entered by the person")
    func manualEnd() {
        var manual = visit(2000)
        manual.sourceType = .manual

        #expect(visit(2000).hasManualEnd)
        #expect(visit(2000, exit: "person").hasManualEnd)
        #expect(!visit(2000, exit: "crossing").hasManualEnd)
        #expect(!visit(nil, exit: "person").hasManualEnd)
        #expect(!visit().hasManualEnd)
        #expect(!manual.hasManualEnd)
    }

    @Test("An observed exit is earlier than another record by more than the tolerance")
    func before() {
        let observed = visit(2000, exit: "crossing")
        let tolerance = Event.crossingTolerance.components.seconds
        var open = visit()
        open.evidence = Evidence(sampleCount: 1, newest: Instant(seconds: 2001 + tolerance))
        var recent = open
        recent.evidence = Evidence(sampleCount: 1, newest: Instant(seconds: 2000 + tolerance))
        var manual = visit(2001 + tolerance)
        manual.sourceType = .manual

        #expect(observed.hasObservedExit(before: visit(2001 + tolerance)))
        #expect(!observed.hasObservedExit(before: visit(2000 + tolerance)))
        #expect(!observed.hasObservedExit(before: visit(1000)))
        #expect(observed.hasObservedExit(before: open))
        #expect(!observed.hasObservedExit(before: recent))
        #expect(!observed.hasObservedExit(before: visit()))
        #expect(!observed.hasObservedExit(before: manual))
        #expect(!visit(2000, exit: "inferred").hasObservedExit(before: open))
        #expect(!visit().hasObservedExit(before: open))
    }

    @Test(
        "An observed exit decides an inferred end if it is in the interval, ends included",
        arguments: [(1899, false), (1900, true), (2000, true), (2100, true), (2101, false)]
            as [(Int64, Bool)]
    )
    func within(exit: Int64, isWithin: Bool) {
        var inferred = visit(2050, exit: "inferred")
        inferred.properties["exit_earliest"] = .instant(Instant(seconds: 1900))
        inferred.properties["exit_latest"] = .instant(Instant(seconds: 2100))
        let observed = visit(exit, exit: "crossing")

        #expect(observed.hasObservedExit(within: inferred) == isWithin)

        var open = inferred
        open.endDate = nil
        #expect(!observed.hasObservedExit(within: open))
        var crossing = inferred
        crossing.properties["exit_source"] = .text("crossing")
        #expect(!observed.hasObservedExit(within: crossing))
        for name in ["exit_earliest", "exit_latest"] {
            var partial = inferred
            partial.properties[name] = nil
            #expect(!observed.hasObservedExit(within: partial))
        }
        #expect(!visit(exit, exit: "inferred").hasObservedExit(within: inferred))
    }
}
