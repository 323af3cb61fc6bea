/// Decides whether a client takes its response, from the bytes written and those still waiting.
package struct WriteProgress {
    /// What a check found.
    package enum Finding: Equatable, Sendable {
        /// Everything was taken; nothing needs to be watched.
        case done
        /// Bytes were taken since the check before.
        case progressing
        /// Bytes wait, and none was taken since the check before.
        case stalled
    }

    private var written = 0
    private var flushed = 0
    private var taken = 0
    private var isWatching = false

    /// Starts with nothing written.
    package init() {}

    /// Counts bytes written to the channel.
    package mutating func wrote(_ bytes: Int) {
        written += bytes
    }

    /// Notes a flush of what was written.
    ///
    /// - Returns: whether a first check has to be scheduled.
    package mutating func didFlush() -> Bool {
        defer { flushed = written }
        guard !isWatching, written > flushed else { return false }
        isWatching = true
        taken = flushed
        return true
    }

    /// Compares with the check before, one timeout ago.
    ///
    /// - Parameter waiting: bytes written that the kernel has not taken yet.
    /// - Returns: what changed.
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
