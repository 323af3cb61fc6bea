/// Writes the records of one type of the table.
struct KindRecordWriter {
    private static let heartRateVariability = "HKQuantityTypeIdentifierHeartRateVariabilitySDNN"

    private let generator: KindGenerator
    private let hasBeats: Bool

    init(_ generator: KindGenerator) {
        self.generator = generator
        hasBeats = generator.kind.identifier == Self.heartRateVariability
    }

    /// Writes one record.
    ///
    /// - `indentation`: the number of spaces before it, more inside a correlation.
    func write(_ sample: KindSample, indentation: Int = 1, to sink: ByteSink) {
        let space = String(repeating: " ", count: indentation)
        sink.text("\(space)<Record type=\"\(generator.kind.identifier)\"")
        sink.text(
            sample.source.attributes(
                pointer: UInt64(truncatingIfNeeded: sample.start),
                entered: sample.isEntered
            )
        )
        if let unit = generator.unit { sink.text(" unit=\"\(Self.escaped(unit))\"") }
        sink.dates(of: sample)
        sink.text(" value=\"\(sample.text)\"")
        guard sample.isEntered || hasBeats else {
            sink.text("/>\n")
            return
        }
        sink.text(">\n")
        if sample.isEntered {
            sink.text("\(space) <MetadataEntry key=\"HKWasUserEntered\" value=\"1\"/>\n")
        }
        if hasBeats { writeBeats(sample, space, to: sink) }
        sink.text("\(space)</Record>\n")
    }

    /// Writes beats as exports have them: whole rates, and times of the day with hundredths.
    private func writeBeats(_ sample: KindSample, _ space: String, to sink: ByteSink) {
        sink.text("\(space) <HeartRateVariabilityMetadataList>\n")
        for beat in 0..<3 {
            let rate = 52 + (Int(sample.start) + beat * 7) % 20
            sink.text("\(space)  <InstantaneousBeatsPerMinute bpm=\"\(rate)\"")
            sink.text(" time=\"3:10:0\(beat * 2).\(beat + 1)1 AM\"/>\n")
        }
        sink.text("\(space) </HeartRateVariabilityMetadataList>\n")
    }

    /// A unit such as `mmol<180.1558800000541>/L` in XML.
    private static func escaped(_ text: String) -> String {
        text.replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}

extension ByteSink {
    /// Appends the dates of a sample as attributes, each with a leading space.
    func dates(of sample: KindSample) {
        text(" creationDate=\"")
        date(sample.created)
        text("\" startDate=\"")
        date(sample.start)
        text("\" endDate=\"")
        date(sample.end)
        text("\"")
    }
}
