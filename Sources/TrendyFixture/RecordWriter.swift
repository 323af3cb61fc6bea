/// Writes `Record` elements of one type from prepared text fragments.
struct RecordWriter {
    private static let pointers = 8
    private let stream: Stream
    /// The text before the creation date, by source and pointer.
    private let heads: [[UInt8]]

    init(_ stream: Stream, rng: SeededRNG) {
        self.stream = stream
        var heads: [[UInt8]] = []
        for source in Source.allCases {
            for pointer in 0..<Self.pointers {
                var head = "<Record type=\"\(stream.type)\""
                head += source.attributes(
                    pointer: rng.bits(50, source.rawValue, pointer),
                    entered: stream.isEntered
                )
                if let unit = stream.unit { head += " unit=\"\(unit)\"" }
                heads.append(Array((head + " creationDate=\"").utf8))
            }
        }
        self.heads = heads
    }

    /// Writes one record with an indentation of one space.
    func write(_ sample: Sample, to sink: ByteSink) {
        sink.text(" ")
        let pointer = Int(truncatingIfNeeded: sample.start ^ (sample.start >> 9)) & 7
        sink.bytes(heads[sample.source.rawValue * Self.pointers + pointer])
        sink.date(sample.created)
        sink.text("\" startDate=\"")
        sink.date(sample.start)
        sink.text("\" endDate=\"")
        sink.date(sample.end)
        if stream == .sleep {
            sink.text("\" value=\"")
            sink.text((SleepLabel(rawValue: sample.value) ?? .inBed).text)
        } else if stream != .mindful {
            sink.text("\" value=\"")
            sink.decimal(sample.value, decimals: stream.decimals)
        }
        if sample.note == 0 {
            sink.text("\"/>\n")
        } else if stream.isEntered {
            sink.text("\">\n  <MetadataEntry key=\"HKWasUserEntered\" value=\"1\"/>\n </Record>\n")
        } else {
            sink.text("\">\n  <MetadataEntry key=\"HKMetadataKeyHeartRateMotionContext\" value=\"")
            sink.decimal(sample.note - 1, decimals: 0)
            sink.text("\"/>\n </Record>\n")
        }
    }
}

extension Source {
    /// The attributes of the source, from the name to the device, each with a leading space.
    func attributes(pointer: UInt64, entered: Bool = false) -> String {
        let address = String(0x2_8000_0000 | (pointer & 0xFFF_FFF0), radix: 16)
        switch self {
        case .watch:
            return " sourceName=\"Anna’s Apple\u{A0}Watch\" sourceVersion=\"11.3\""
                + " device=\"&lt;&lt;HKDevice: 0x\(address)&gt;, name:Apple Watch, "
                + "manufacturer:Apple Inc., model:Watch, hardware:Watch6,2, software:11.3&gt;\""
        case .phone:
            let device =
                " device=\"&lt;&lt;HKDevice: 0x\(address)&gt;, name:iPhone, "
                + "manufacturer:Apple Inc., model:iPhone, hardware:iPhone14,5, software:18.3&gt;\""
            return " sourceName=\"Anna’s iPhone\" sourceVersion=\"18.3\"" + (entered ? "" : device)
        case .pedometer:
            return " sourceName=\"Pedometer++\" sourceVersion=\"1021\""
        }
    }
}
