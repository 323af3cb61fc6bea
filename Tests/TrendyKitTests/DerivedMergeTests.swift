import Testing
import TrendyModel
import TrendyStore
import TrendySync

@Suite("Merging two independent results for one day")
struct DerivedMergeTests {
    /// A night as one device computed it.
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

    private func resolution(
        _ base: Document,
        _ local: Document?,
        _ remote: Document?
    ) -> Resolution {
        let divergence = Divergence(
            kind: .event,
            base: base,
            local: local,
            localEditedAt: Instant(seconds: 2),
            remote: remote,
            remoteEditedAt: Instant(seconds: 1)
        )
        return ConflictResolver().resolve(divergence)
    }

    private func merged(_ base: Document, _ local: Document, _ remote: Document) -> Document? {
        resolution(base, local, remote).merged
    }

    @Test("One result is kept as a whole, whichever fields the other changed")
    func whole() {
        let base = night(from: 3000, to: 6000, samples: 2)
        let longer = night(from: 3000, to: 9000, samples: 5)
        let earlier = night(from: 1000, to: 6000, samples: 3)

        #expect(merged(base, longer, earlier)?["timestamp"] == longer["timestamp"])
        #expect(merged(base, longer, earlier)?["end_date"] == longer["end_date"])
        #expect(merged(base, earlier, longer)?["timestamp"] == longer["timestamp"])
        #expect(merged(base, earlier, longer)?["end_date"] == longer["end_date"])
    }

    @Test("Notes that a person wrote on the losing result are kept")
    func personal() {
        let base = night(from: 3000, to: 6000, samples: 2)
        let longer = night(from: 3000, to: 9000, samples: 5)
        let noted = night(from: 1000, to: 6000, samples: 3, notes: "a dream")

        #expect(merged(base, longer, noted)?["notes"]?.string == "a dream")
        #expect(merged(base, noted, longer)?["notes"]?.string == "a dream")
    }

    @Test("Notes on a result that the other device deleted are reported as a loss")
    func takenBack() {
        let base = night(from: 3000, to: 6000, samples: 2)
        let longer = night(from: 3000, to: 9000, samples: 5)
        let noted = night(from: 3000, to: 6000, samples: 2, notes: "a dream")
        var named = base
        named["location_name"] = RawJSON("a tent")

        for written in [noted, named] {
            #expect(resolution(base, written, nil).losses.map(\.loser) == [written.json])
            #expect(resolution(base, nil, written).losses.map(\.loser) == [written.json])
            #expect(resolution(base, written, nil).merged == nil)
            #expect(resolution(base, nil, written).merged == nil)
            // A note that was removed again is not a loss.
            #expect(resolution(written, base, nil).losses.isEmpty)
        }
        #expect(resolution(base, longer, nil).losses.isEmpty)
        #expect(resolution(base, nil, longer).losses.isEmpty)
        // Capture sets the place's name of a new event.
        #expect(resolution(Document(), named, nil).losses.isEmpty)
    }

    /// A visit as one device recorded it.
    private func visit(
        until end: Int64?,
        evidenceSource: String?,
        sampleCount: Int64,
        newest: Int64
    ) -> Document {
        var event = Event(
            eventTypeID: .derived(kind: "event_type", naturalKey: "visit"),
            timestamp: Instant(seconds: 1000),
            sourceType: .geofence
        )
        event.endDate = end.map { Instant(seconds: $0) }
        event.naturalKey = "visit/019b8d70-1067-7269-b450-e66f21e44000"
        event.evidence = Evidence(sampleCount: sampleCount, newest: Instant(seconds: newest))
        event.properties["exit_source"] = evidenceSource.map { .text($0) }
        return event.document
    }

    @Test("Of two records of a visit, the one with an observed exit wins, whatever the evidence")
    func observedExit() {
        let base = visit(until: nil, evidenceSource: nil, sampleCount: 1, newest: 1000)
        let seen = visit(until: 5000, evidenceSource: "crossing", sampleCount: 2, newest: 5000)
        let reported = visit(until: 5000, evidenceSource: "person", sampleCount: 2, newest: 5000)
        let found = visit(until: 5000, evidenceSource: "fix", sampleCount: 2, newest: 5000)
        let others = [
            visit(until: nil, evidenceSource: nil, sampleCount: 9, newest: 90_000),
            visit(until: 90_000, evidenceSource: "crossing", sampleCount: 9, newest: 90_000),
            visit(until: 90_000, evidenceSource: "inferred", sampleCount: 9, newest: 90_000),
        ]
        for other in others {
            for ended in [seen, reported, found] {
                #expect(merged(base, ended, other)?["end_date"] == ended["end_date"])
                #expect(merged(base, other, ended)?["end_date"] == ended["end_date"])
            }
        }
    }

    @Test("An observed exit wins over an estimated one around it, whatever the evidence")
    func guessedEnd() throws {
        let base = visit(until: nil, evidenceSource: nil, sampleCount: 1, newest: 1000)
        let seen = visit(until: 5000, evidenceSource: "crossing", sampleCount: 2, newest: 5000)
        func guess(from earliest: Int64, to latest: Int64) throws -> Document {
            let document = visit(
                until: 4900,
                evidenceSource: "inferred",
                sampleCount: 9,
                newest: 5100
            )
            var event = try Event(document: document)
            event.properties["exit_earliest"] = .instant(Instant(seconds: earliest))
            event.properties["exit_latest"] = .instant(Instant(seconds: latest))
            return event.document
        }

        let around = try guess(from: 4700, to: 5100)
        #expect(merged(base, seen, around)?["end_date"] == seen["end_date"])
        #expect(merged(base, around, seen)?["end_date"] == seen["end_date"])
        let before = try guess(from: 4800, to: 4999)
        #expect(merged(base, seen, before)?["end_date"] == before["end_date"])
    }

    @Test("For exits a moment apart, and for a later return, the greater evidence wins")
    func sameEnd() {
        let base = visit(until: nil, evidenceSource: nil, sampleCount: 1, newest: 1000)
        let seen = visit(until: 5000, evidenceSource: "crossing", sampleCount: 2, newest: 5000)
        let others = [
            visit(until: nil, evidenceSource: nil, sampleCount: 3, newest: 5100),
            visit(until: 5200, evidenceSource: "crossing", sampleCount: 3, newest: 5200),
        ]
        for other in others {
            #expect(merged(base, seen, other)?["end_date"] == other["end_date"])
            #expect(merged(base, other, seen)?["end_date"] == other["end_date"])
        }
    }
}
