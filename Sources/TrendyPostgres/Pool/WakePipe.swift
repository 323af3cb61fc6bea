import Foundation

/// A pipe that wakes a thread out of `poll`.
final class WakePipe: Sendable {
    /// The end that becomes readable.
    let reader: Int32
    private let writer: Int32

    /// Throws ``PostgresError/Kind/unavailable`` when the process has too many open files.
    init() throws(PostgresError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw PostgresError(
                .unavailable,
                .cannotConnect,
                "The process has too many open files for the pool of connections."
            )
        }
        (reader, writer) = (ends[0], ends[1])
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
    }

    deinit {
        close(reader)
        close(writer)
    }

    /// Wakes the thread, now or at its next wait.
    func wake() {
        var byte: UInt8 = 1
        // A full pipe wakes as well.
        _ = write(writer, &byte, 1)
    }

    /// Takes all wake-ups.
    func drain() {
        var bytes: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        let size = MemoryLayout.size(ofValue: bytes)
        while read(reader, &bytes, size) == size {}
    }
}
