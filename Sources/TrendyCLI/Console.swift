import Foundation
import Synchronization

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Writes to standard output and standard error; the only place that does.
///
/// Lines are gathered and written at ``bufferBytes``, at each line of a terminal, by ``flush()``,
/// and at the end of the process. Whether they could be written is known at the flush.
enum Console {
    /// How much is gathered before it is written.
    private static let bufferBytes = 64 * 1024

    private struct State {
        var buffer: [UInt8] = []
        /// Why nothing can be written any more, as a number of `errno`.
        var failure: Int32?
    }

    private static let state = Mutex(State())
    private static let isTerminal = isatty(STDOUT_FILENO) == 1

    /// Adds a line for people.
    static func text(_ line: DisplayText) { add(line.rendered) }

    /// Adds a line for programs, as it is.
    static func json(_ line: String) { add(line) }

    /// Writes what was gathered.
    ///
    /// - Throws: ``OutputFailure`` when standard output has taken less than all that was added.
    static func flush() throws(OutputFailure) {
        let failure = state.withLock { state in
            write(&state)
            return state.failure
        }
        if let failure { throw OutputFailure(errorNumber: failure) }
    }

    /// Writes to standard error at once; where that is closed, nobody reads it.
    static func error(_ text: String) {
        _ = write(Array(text.utf8), to: STDERR_FILENO)
    }

    /// Keeps files of the process from taking the place of a standard stream that is closed, and a
    /// closed pipe from ending the process before its database is closed.
    static func prepare() {
        signal(SIGPIPE, SIG_IGN)
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            guard fcntl(descriptor, F_GETFD) == -1, errno == EBADF else { continue }
            // The lowest free descriptor is taken. Writing to it fails, as to a closed one.
            _ = open("/dev/null", O_RDONLY)
        }
    }

    private static func add(_ line: String) {
        state.withLock { state in
            state.buffer.append(contentsOf: line.utf8)
            state.buffer.append(UInt8(ascii: "\n"))
            if isTerminal || state.buffer.count >= bufferBytes { write(&state) }
        }
    }

    private static func write(_ state: inout State) {
        if state.failure == nil { state.failure = write(state.buffer, to: STDOUT_FILENO) }
        state.buffer.removeAll(keepingCapacity: true)
    }

    /// Writes all bytes; the number of the error when that fails.
    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
        bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let slice = UnsafeRawBufferPointer(rebasing: rest)
                let count = Foundation.write(descriptor, slice.baseAddress, slice.count)
                if count >= 0 {
                    rest = rest.dropFirst(count)
                } else if errno == EAGAIN {
                    var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    _ = poll(&ready, 1, -1)
                } else if errno != EINTR {
                    return errno
                }
            }
            return nil
        }
    }
}

/// Why standard output could not be written.
struct OutputFailure: Error {
    /// The exit code of a process whose reader has closed the pipe: that of one that `SIGPIPE`
    /// ended, as of other programs before `head`.
    static let closedPipe: Int32 = 128 + SIGPIPE

    let errorNumber: Int32

    /// Whether the reader has closed the pipe, which is no error.
    var isClosedPipe: Bool { errorNumber == EPIPE }

    var message: String {
        "The output could not be written (\(String(cString: strerror(errorNumber)))). What the "
            + "command changed stays changed. Check where standard output leads, and its free "
            + "space."
    }
}
