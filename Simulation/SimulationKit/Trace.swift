/// What happened, line by line: a hash over all of it, and the last lines.
public struct Trace: Sendable, Equatable {
    /// A hash over every line (FNV-1a); equal for equal runs.
    public private(set) var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    /// How many lines there were.
    public private(set) var count = 0
    private var kept: [String] = []
    private let limit: Int

    /// A trace that keeps so many lines.
    init(keeping limit: Int) {
        self.limit = limit
    }

    /// The last lines, oldest first.
    public var lines: ArraySlice<String> { kept.suffix(limit) }

    mutating func append(_ line: String) {
        for byte in line.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        hash = (hash ^ 10) &* 0x100_0000_01B3
        count += 1
        kept.append(line)
        // Cut now and then, not at every line.
        if kept.count >= limit * 2 { kept.removeFirst(kept.count - limit) }
    }

    /// Whether two runs went the same way.
    public static func == (left: Trace, right: Trace) -> Bool {
        left.hash == right.hash && left.count == right.count
    }
}
