import Testing
import TrendyModel

@testable import TrendyPlaces

@Suite("Manual visits that are the same as recorded ones")
struct VisitSpanTests {
    private typealias Span = VisitDeduplicator.Span

    private func at(_ minutes: Int64) -> Instant { Instant(seconds: 1_767_600_000 + minutes * 60) }

    /// A visit that a device recorded, with a reported entry unless it is inferred.
    private func recorded(
        _ start: Int64,
        _ end: Int64?,
        isEntryInferred: Bool = false,
        outside: Int64? = nil
    ) -> Span {
        Span(
            at(start),
            end.map(at),
            isEntryInferred: isEntryInferred,
            lastOutsideFix: outside.map(at)
        )
    }

    private func manual(_ start: Int64, _ end: Int64?) -> Span {
        Span(at(start), end.map(at), isManual: true)
    }

    private func expect(
        _ isSame: Bool,
        _ one: Span,
        _ other: Span,
        _ location: SourceLocation = #_sourceLocation
    ) {
        #expect(one.isSame(as: other) == isSame, sourceLocation: location)
        #expect(other.isSame(as: one) == isSame, sourceLocation: location)
    }

    @Test("Two spans are the same visit if they share more than half of the shorter one")
    func overlap() {
        expect(true, manual(0, 60), recorded(0, 60))
        expect(true, manual(0, 60), recorded(29, 300))
        expect(false, manual(0, 60), recorded(30, 300))
        expect(true, manual(0, 600), recorded(-29, 31))
        expect(false, manual(0, 600), recorded(-30, 30))
        expect(true, manual(0, 600), recorded(100, 110))
    }

    @Test("A span that ends when or before the other one begins is another visit")
    func apart() {
        expect(false, manual(0, 60), recorded(60, 120))
        expect(false, manual(0, 60), recorded(60, 60))
        expect(false, manual(0, 60), recorded(90, nil))
        expect(false, manual(60, nil), recorded(0, 60))
        // The person may have been there before it was found inside, but not in a later visit.
        expect(false, manual(0, 60), recorded(120, 180, isEntryInferred: true))
    }

    @Test("Open spans are the same visit: the person is inside now")
    func open() {
        expect(true, manual(0, nil), recorded(600, nil))
        expect(true, manual(0, nil), recorded(-600, nil))
    }

    @Test("A manual visit without an end counts as half an hour")
    func withoutEnd() {
        expect(true, manual(0, nil), recorded(-600, 16))
        expect(false, manual(0, nil), recorded(-600, 15))
        // A shorter visit counts as a whole.
        expect(true, manual(0, nil), recorded(-9, 10))
        expect(false, manual(0, nil), recorded(-11, 10))
    }

    @Test("A person who was found inside may have been there since a fix outside, up to 48 hours")
    func inferredEntry() {
        expect(false, manual(0, 600), recorded(550, 700))
        expect(true, manual(0, 600), recorded(550, 700, isEntryInferred: true))
        expect(true, manual(0, 600), recorded(550, 700, isEntryInferred: true, outside: 499))
        expect(false, manual(0, 600), recorded(550, 700, isEntryInferred: true, outside: 500))
        expect(true, manual(0, 60), recorded(59, 10_000, isEntryInferred: true))
    }
}
