import Testing
import TrendyModel
import TrendyStore
import TrendySync

@Suite("Two results of one day that did not know of each other")
struct DerivedMergeTests {
    /// A night as a device computed it.
    private func night(
        from start: Int64,
        to end: Int64,
        samples: Int64,
        notes: String? = nil
    ) -> Document {
        var event = Event(
            eventTypeID: .derived(kind: "event_type", naturalKey: "healthkit/sleep"),
            timestamp: Instant(seconds: start),
            sourceType: .healthKit
        )
        event.endDate = Instant(seconds: end)
        event.naturalKey = "sleep/2026-01-04/1"
        event.evidence = Evidence(sampleCount: samples, newest: Instant(seconds: end))
        event.notes = notes
        return event.document
    }

    private func merged(_ base: Document, _ local: Document, _ remote: Document) -> Document? {
        let divergence = Divergence(
            kind: .event,
            base: base,
            local: local,
            localEditedAt: Instant(seconds: 2),
            remote: remote,
            remoteEditedAt: Instant(seconds: 1)
        )
        return ConflictResolver().resolve(divergence).merged
    }

    @Test("One of them stands whole, whichever fields the other changed")
    func whole() {
        let base = night(from: 3000, to: 6000, samples: 2)
        let longer = night(from: 3000, to: 9000, samples: 5)
        let earlier = night(from: 1000, to: 6000, samples: 3)

        #expect(merged(base, longer, earlier)?["timestamp"] == longer["timestamp"])
        #expect(merged(base, longer, earlier)?["end_date"] == longer["end_date"])
        #expect(merged(base, earlier, longer)?["timestamp"] == longer["timestamp"])
        #expect(merged(base, earlier, longer)?["end_date"] == longer["end_date"])
    }

    @Test("What a person wrote on the losing side stays")
    func personal() {
        let base = night(from: 3000, to: 6000, samples: 2)
        let longer = night(from: 3000, to: 9000, samples: 5)
        let noted = night(from: 1000, to: 6000, samples: 3, notes: "a dream")

        #expect(merged(base, longer, noted)?["notes"]?.string == "a dream")
        #expect(merged(base, noted, longer)?["notes"]?.string == "a dream")
    }
}
