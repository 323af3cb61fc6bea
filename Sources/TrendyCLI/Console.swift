import Foundation
import Synchronization

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Writes to standard output and standard error.
///
/// No other file does, so that values are escaped and a write that fails is noticed. Lines are
/// buffered, and written when the buffer holds ``bufferBytes``, at each line of a terminal, by
/// ``flush()``, and at the end of the process. ``flush()`` reports an earlier write that failed.
enum Console {
    /// The size at which the buffer is written.
    private static let bufferBytes = 64 * 1024

    private struct State {
        var buffer: [UInt8] = []
        /// The `errno` of the first write that failed; nothing is written after it.
        var failure: Int32?
    }

    private static let state = Mutex(State())
    private static let isTerminal = isatty(STDOUT_FILENO) == 1

    /// Adds a line for people.
    static func text(_ line: DisplayText) { add(line.rendered) }

    /// Adds a long list for people, which ``Pager`` shows where it does not fit on the terminal.
    static func list(_ lines: DisplayText, _ options: OutputOptions) throws {
        let pager = Pager(
            lines: lines.rendered.utf8.count { $0 == UInt8(ascii: "\n") } + 1,
            rows: options.noPager ? nil : Stream.rows,
            environment: ProcessInfo.processInfo.environment
        )
        guard let pager else { return text(lines) }
        try flush()
        if !pager.show(lines.rendered + "\n") { text(lines) }
    }

    /// Adds a line for programs, without escaping it.
    static func json(_ line: String) { add(line) }

    /// Adds bytes for programs, with their own line ends.
    static func bytes(_ bytes: [UInt8]) {
        state.withLock { state in
            state.buffer.append(contentsOf: bytes)
            if state.buffer.count >= bufferBytes { write(&state) }
        }
    }

    /// Writes a prompt without a line break, at once.
    static func prompt(_ text: String) throws(OutputFailure) {
        bytes(Array(text.utf8))
        try flush()
    }

    /// Writes bytes for programs at once, after what the buffer holds.
    ///
    /// - Throws: ``OutputFailure`` when standard output did not take everything.
    static func write(_ bytes: [UInt8]) throws(OutputFailure) {
        state.withLock { state in
            write(&state)
            if state.failure == nil { state.failure = write(bytes, to: STDOUT_FILENO) }
        }
        try flush()
    }

    /// Writes the buffer.
    ///
    /// - Throws: ``OutputFailure`` when standard output did not take everything that was added.
    static func flush() throws(OutputFailure) {
        let failure = state.withLock { state in
            write(&state)
            return state.failure
        }
        if let failure { throw OutputFailure(errorNumber: failure) }
    }

    /// Writes to standard error at once; an error of that write is ignored.
    static func error(_ text: String) {
        _ = write(Array(text.utf8), to: STDERR_FILENO)
    }

    /// Opens `/dev/null` for each standard stream that is closed, so that no file of the process
    /// takes its descriptor, and ignores SIGPIPE, which would end the process before its database
    /// is closed.
    static func prepare() {
        signal(SIGPIPE, SIG_IGN)
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            guard fcntl(descriptor, F_GETFD) == -1, errno == EBADF else { continue }
            // open() takes the lowest free descriptor. Writing to it fails, as to a closed one.
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

    /// Writes all bytes; returns the `errno` of a write that fails.
    static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
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

/// A write to standard output that failed.
struct OutputFailure: Error {
    /// The exit code where the reader closed the pipe: that of a process that SIGPIPE ended, which
    /// other programs have before `head`.
    static let closedPipe: Int32 = 128 + SIGPIPE

    let errorNumber: Int32

    /// Whether the reader closed the pipe, which is not an error.
    var isClosedPipe: Bool { errorNumber == EPIPE }

    var message: String {
        "The output could not be written (\(String(cString: strerror(errorNumber)))). The command "
            + "itself has finished and its changes are stored. Check the file or pipe that "
            + "standard output goes to, and its free space."
    }
}
