@testable import TrendyModel
@testable import TrendySync
@testable import TrendyWire

/// `stream`: server-sent events and the lines of a snapshot.
///
/// Split bytes decode to the same values as whole bytes. The first byte gives the number of cuts,
/// up to 15; each following byte gives the position of one cut.
struct StreamTarget: FuzzTarget {
    func run(_ input: UnsafeRawBufferPointer) {
        let cuts = Int(input.first ?? 0) & 0xF
        guard input.count > cuts else { return }
        let body = Array(input.dropFirst(1 + cuts))
        let places = input.dropFirst().prefix(cuts).map { Int($0) * (body.count + 1) / 256 }
            .sorted()
        var pieces: [[UInt8]] = []
        var start = 0
        for place in places {
            pieces.append(Array(body[start..<place]))
            start = place
        }
        pieces.append(Array(body[start...]))
        checkEvents(body, pieces)
        checkLines(body, pieces)
    }

    private func checkEvents(_ body: [UInt8], _ pieces: [[UInt8]]) {
        let whole = events([body])
        let cut = events(pieces)
        expect(whole.failed == cut.failed, "A stream in pieces fails as it does at once")
        // Only split bytes return the events before a failure.
        if !whole.failed { expect(whole.events == cut.events, "The events are the same") }
        for event in cut.events {
            expect(event.count <= EventStreamDecoder.maximumBytes, "An event is bounded")
        }
    }

    private func events(_ pieces: [[UInt8]]) -> (events: [[UInt8]], failed: Bool) {
        var decoder = EventStreamDecoder()
        var events: [[UInt8]] = []
        do throws(JSONError) {
            for piece in pieces { events += try decoder.decode(piece) }
        } catch {
            return (events, true)
        }
        return (events, false)
    }

    private func checkLines(_ body: [UInt8], _ pieces: [[UInt8]]) {
        let whole = lines([body])
        let cut = lines(pieces)
        expect(whole.failure == cut.failure, "A snapshot in pieces fails as it does at once")
        if whole.failure == nil { expect(whole.lines == cut.lines, "The lines are the same") }
        for line in cut.lines { check(line) }
        for line in body.split(separator: 0x0A) {
            guard reading(Array(line)) != nil else { continue }
            expect((try? RawJSON(checking: Array(line))) != nil, "A line of a snapshot is JSON")
        }
    }

    private func lines(_ pieces: [[UInt8]]) -> (lines: [SnapshotLine], failure: JSONError?) {
        var decoder = SnapshotDecoder()
        var lines: [SnapshotLine] = []
        do throws(JSONError) {
            for piece in pieces {
                lines += try piece.withUnsafeBytes { buffer in
                    Result { () throws(JSONError) in try decoder.decode(buffer) }
                }.get()
            }
        } catch {
            return (lines, error)
        }
        return (lines, nil)
    }

    private func check(_ line: SnapshotLine) {
        if case .unreadable(let change) = line {
            _ = change.entity()
            return
        }
        let written = written(line)
        // The encoder writes a header with the counts of all kinds.
        expect(
            reading(Array(written.dropLast())).map { self.written($0) } == written,
            "A line reads back: \(line)"
        )
    }

    private func written(_ line: SnapshotLine) -> [UInt8] {
        var writer = JSONWriter()
        line.write(to: &writer)
        return writer.bytes
    }

    private func reading(_ line: [UInt8]) -> SnapshotLine? {
        line.withUnsafeBytes { buffer in
            parse(buffer) { bytes throws(JSONError) in try SnapshotLine(line: bytes) }
        }
    }
}
