/// Detects a client that does not read its response, from the bytes written and those still
/// pending.
package struct WriteProgress {
    /// The result of a check.
    package enum Finding: Equatable, Sendable {
        /// All bytes were sent; no further check is necessary.
        case done
        /// The kernel took bytes since the previous check.
        case progressing
        /// Bytes are pending, and the kernel took none since the previous check.
        case stalled
    }

    private var written = 0
    private var flushed = 0
    private var taken = 0
    private var isWatching = false

    /// Creates the state of a connection without writes.
    package init() {}

    /// Counts bytes written to the channel.
    package mutating func wrote(_ bytes: Int) {
        written += bytes
    }

    /// Records a flush.
    ///
    /// - Returns: whether the caller has to schedule a first check.
    package mutating func didFlush() -> Bool {
        defer { flushed = written }
        guard !isWatching, written > flushed else { return false }
        isWatching = true
        taken = flushed
        return true
    }

    /// Compares with the previous check, one timeout ago.
    ///
    /// - Parameter waiting: the written bytes that the kernel has not taken yet.
    /// - Returns: the change since then.
    package mutating func check(waiting: Int) -> Finding {
        let before = taken
        taken = written - waiting
        guard waiting > 0 else {
            isWatching = false
            return .done
        }
        return taken > before ? .progressing : .stalled
    }
}
