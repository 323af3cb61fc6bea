import Foundation
import Testing
import TrendyImport
import TrendyModel

@Suite("Fixes of GPX tracks")
struct FixSequenceTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    private func at(_ time: String) -> String { "2026-01-15T\(time)Z" }

    private func times(_ sequence: FixSequence) -> [String] {
        sequence.fixes.map { String($0.instant.rfc3339.dropFirst(11).prefix(8)) }
    }

    @Test("Files in any order give fixes sorted by time")
    func order() throws {
        let morning = track(point(47, 8, at("08:00:00")), point(47, 8.1, at("09:00:00")))
        let evening = track(point(48, 8, at("18:00:00")), point(48, 8.1, at("19:00:00")))

        let sequence = try scratch.fixes(evening, morning)

        #expect(times(sequence) == ["08:00:00", "09:00:00", "18:00:00", "19:00:00"])
        #expect(sequence.fixes.map(\.coordinate.latitude) == [47, 47, 48, 48])
        #expect(sequence.fixes.allSatisfy { $0.accuracy == FixSequence.assumedAccuracy })
        #expect(sequence.counts.points == 4)
        #expect(sequence.counts.tracks == 2)
    }

    @Test("Points that two files share are used once, and equal seconds keep their order")
    func repeated() throws {
        let text = track(
            point(47, 8, at("08:00:00")),
            point(47, 9, at("08:00:01")),
            point(47, 8.5, at("08:00:01")),
            point(47, 9.5, at("08:00:02"))
        )

        let sequence = try scratch.fixes(text, text)

        #expect(sequence.fixes.map(\.coordinate.longitude) == [8, 9, 8.5, 9.5])
        #expect(sequence.counts.repeated == 4)
        #expect(sequence.counts.points == 8)
    }

    @Test("Missing times are interpolated at constant speed")
    func interpolated() throws {
        let sequence = try scratch.fixes(
            track(
                point(0, 7),
                point(0, 8, at("08:00:00")),
                point(0, 8.1),
                point(0, 8.3),
                point(0, 8.4, at("08:40:00")),
                point(0, 8.4),
                point(0, 8.4, at("09:00:00")),
                point(0, 9)
            )
        )

        #expect(
            times(sequence)
                == ["08:00:00", "08:10:00", "08:30:00", "08:40:00", "08:50:00", "09:00:00"]
        )
        #expect(sequence.counts.interpolated == 3)
        #expect(sequence.counts.untimed == 2)
    }

    @Test("Nothing is interpolated between segments")
    func gap() throws {
        let sequence = try scratch.fixes(
            gpx(
                "<trk><trkseg>\(point(47, 8, at("08:00:00")))\(point(47, 8.1))</trkseg><trkseg/>"
                    + "<trkseg>\(point(47, 8.2))\(point(47, 8.3, at("09:00:00")))</trkseg></trk>"
            )
        )

        #expect(times(sequence) == ["08:00:00", "09:00:00"])
        #expect(sequence.counts.interpolated == 0)
        #expect(sequence.counts.untimed == 2)
        #expect(sequence.counts.segments == 3)
    }

    @Test("As few points as possible are dropped when times run backwards")
    func backward() throws {
        let sequence = try scratch.fixes(
            track(
                point(47, 1, at("08:00:00")),
                point(47, 2, at("23:00:00")),
                point(47, 3, at("08:01:00")),
                point(47, 4, at("08:02:00")),
                point(47, 5, at("07:00:00")),
                point(47, 6, at("08:02:00")),
                point(47, 7, at("08:03:00"))
            )
        )

        #expect(sequence.fixes.map(\.coordinate.longitude) == [1, 3, 4, 6, 7])
        #expect(sequence.counts.backward == 2)
    }

    @Test("Segments in the wrong order are sorted, not dropped")
    func segments() throws {
        let sequence = try scratch.fixes(
            gpx(
                "<trk><trkseg>\(point(47, 2, at("10:00:00")))\(point(47, 3, at("11:00:00")))"
                    + "</trkseg></trk><trk><trkseg>\(point(47, 1, at("09:00:00")))</trkseg></trk>"
            )
        )

        #expect(sequence.fixes.map(\.coordinate.longitude) == [1, 2, 3])
        #expect(sequence.counts.backward == 0)
    }

    @Test("A track without any time is an error that says so")
    func untimed() throws {
        let good = try scratch.write(track(point(1, 1, at("08:00:00"))), to: "good.gpx")
        let path = try scratch.write(track(point(1, 1), point(1, 2)), to: "planned.gpx")

        let error = #expect(throws: ImportError.self) { try FixSequence(paths: [good, path]) }

        #expect(error?.code == .noPoints)
        #expect(error?.description.hasPrefix("\(path): None of its 2 points has a time") == true)
    }

    @Test("Every point of a real track becomes a fix or is counted")
    func fixtures() throws {
        let sequence = try FixSequence(
            paths: [
                try fixture("trackintel-google-zurich-phone-accuracy.gpx"),
                try fixture("gpxpy-cerknicko-jezero-8seg.gpx"),
                try fixture("gpxanimator-bikeride-big-sur.gpx"),
            ]
        )

        let counts = sequence.counts
        #expect(counts.points == 8946)
        #expect(
            sequence.fixes.count + counts.untimed + counts.backward + counts.repeated
                == counts.points
        )
        #expect(counts.untimed == 0)
        #expect(counts.backward == 0)
        #expect(sequence.fixes.first?.instant == Instant(seconds: 1_281_018_239))
        #expect(sequence.fixes.last?.instant == Instant(seconds: 1_571_794_028))
        #expect(sequence.trackNames.count == 10)
        #expect(
            zip(sequence.fixes, sequence.fixes.dropFirst()).allSatisfy { $0.instant <= $1.instant }
        )
    }

    @Test("Random bytes never crash the reader", arguments: 0..<200)
    func noise(seed: Int) throws {
        let good = point(47, 8, at("08:30:00"))
        var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
        var bytes = Array(track(good, good, "<!-- - -->", good).utf8)
        for _ in 0..<1 + seed % 20 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            bytes[Int(state >> 33) % bytes.count] = UInt8(truncatingIfNeeded: state >> 20)
        }
        let path = try scratch.write(Data(bytes), to: "noise.gpx")
        do {
            let fixes = try FixSequence(paths: [path]).fixes
            #expect(zip(fixes, fixes.dropFirst()).allSatisfy { $0.instant <= $1.instant })
        } catch {
            // An error is as acceptable as a result.
        }
    }
}

extension Scratch {
    /// Reads texts as GPX files.
    fileprivate func fixes(_ texts: String...) throws -> FixSequence {
        var paths: [String] = []
        for (index, text) in texts.enumerated() {
            paths.append(try write(text, to: "track\(index).gpx"))
        }
        return try FixSequence(paths: paths)
    }
}
