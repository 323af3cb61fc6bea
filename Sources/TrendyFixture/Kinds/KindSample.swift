/// A sample of a type of the table, before it is written.
struct KindSample {
    let source: Source
    let start: Int64
    let end: Int64
    /// The amount in the unit of the truth, or the index of the label.
    let value: Double
    /// The printed value.
    let text: String
    let created: Int64
    /// Whether the record says that the person entered it.
    let isEntered: Bool
}

extension KindSample {
    /// The sample of a stream, as it is written; `nil` for one that ends before it starts.
    init?(_ sample: Sample, of stream: Stream) {
        guard sample.end >= sample.start else { return nil }
        let scale = (0..<stream.decimals).reduce(1.0) { scale, _ in scale * 10 }
        // Exports have kilometres, the truth has metres.
        let factor = stream == .distance ? 1000.0 : 1
        self.init(
            source: sample.source,
            start: sample.start,
            end: sample.end,
            value: Double(sample.value) / scale * factor,
            text: "",
            created: sample.created,
            isEntered: stream.isEntered && sample.note != 0
        )
    }
}
