/// The virtual time of a command: the middle of a millisecond since the start.
struct RecordedTime: Codable, Sendable, Equatable, Comparable {
    /// The whole milliseconds.
    let milliseconds: Int64

    init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// The one in the millisecond of a time.
    init(of time: Duration) {
        let (seconds, attoseconds) = time.components
        milliseconds = seconds * 1_000 + attoseconds / 1_000_000_000_000_000
    }

    /// The last one that is not after a time of at least half a millisecond.
    init(before time: Duration) {
        self.init(of: time - .microseconds(500))
    }

    init(from decoder: any Decoder) throws {
        milliseconds = try decoder.singleValueContainer().decode(Int64.self)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(milliseconds)
    }

    /// The time since the start.
    var duration: Duration { .milliseconds(milliseconds) + .microseconds(500) }

    static func < (left: Self, right: Self) -> Bool { left.milliseconds < right.milliseconds }
}
