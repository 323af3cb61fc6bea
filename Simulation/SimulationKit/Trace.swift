/// The trace of a run: a hash over all lines, and the last lines.
package struct Trace: Sendable, Equatable {
    /// A hash over all lines (FNV-1a).
    ///
    /// Identical runs have identical hashes.
    package private(set) var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    /// The number of lines.
    package private(set) var count = 0
    private var kept: [String] = []
    private let limit: Int

    /// A trace that keeps the last lines.
    init(keeping limit: Int) {
        self.limit = limit
    }

    /// The last lines, oldest first.
    package var lines: ArraySlice<String> { kept.suffix(limit) }

    mutating func append(_ line: String) {
        for byte in line.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        hash = (hash ^ 10) &* 0x100_0000_01B3
        count += 1
        kept.append(line)
        // Lines are removed in batches, not one by one.
        if kept.count >= limit * 2 { kept.removeFirst(kept.count - limit) }
    }

    /// Whether two runs logged the same lines.
    package static func == (left: Trace, right: Trace) -> Bool {
        left.hash == right.hash && left.count == right.count
    }
}
