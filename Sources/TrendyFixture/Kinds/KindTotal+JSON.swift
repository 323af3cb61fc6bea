import TrendyModel

extension KindTotal {
    /// Writes the results of all types as a member `kinds`, after a comma.
    static func write(
        _ kinds: [String: [CalendarDay: KindTotal]],
        into json: inout JSONWriter
    ) {
        json.raw(",\"kinds\":{")
        for (index, (identifier, days)) in kinds.sorted(by: { $0.key < $1.key }).enumerated() {
            json.raw(index == 0 ? "\n" : ",\n")
            json.string(identifier)
            json.raw(":{")
            for (index, (day, total)) in days.sorted(by: { $0.key < $1.key }).enumerated() {
                json.raw(index == 0 ? "\n" : ",\n")
                json.string(day.description)
                json.raw(":")
                total.write(into: &json)
            }
            json.raw("}")
        }
        json.raw("}")
    }

    private func write(into json: inout JSONWriter) {
        json.raw("{\"starts\":")
        json.integer(Int64(starts))
        json.raw(",\"samples\":")
        json.integer(Int64(samples))
        json.raw(",\"sum\":")
        json.raw(Array("\(sum)".utf8))
        for (name, value) in [
            ("minimum", minimum), ("maximum", maximum), ("last", last), ("mean", mean),
            ("weighted_mean", weightedMean), ("level", level),
        ] {
            guard let value else { continue }
            json.raw(",")
            json.string(name)
            json.raw(":")
            json.raw(Array("\(value)".utf8))
        }
        json.raw(",\"duration_seconds\":")
        json.integer(durationSeconds)
        json.raw(",\"counts\":{")
        for (index, (key, count)) in counts.sorted(by: { $0.key < $1.key }).enumerated() {
            if index > 0 { json.raw(",") }
            json.string(key)
            json.raw(":")
            json.integer(Int64(count))
        }
        json.raw("}}")
    }
}
