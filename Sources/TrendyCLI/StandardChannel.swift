import Foundation
import TrendyQuery

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Lines over standard input and standard output.
final class StandardChannel: MCPChannel {
    /// The maximum number of lines that are read ahead while a query runs.
    private static let maximumPending = 64
    /// The maximum length of a line that can interrupt a query.
    private static let maximumMatchBytes = 4096
    private static let chunkBytes = 64 * 1024

    private var splitter = LineSplitter(maximumBytes: MCPServer.maximumLineBytes)
    private var pending: [LineSplitter.Line] = []
    private var hasEnded = false

    func nextLine() -> LineSplitter.Line? {
        while pending.isEmpty {
            guard !hasEnded else { return nil }
            read()
        }
        return pending.removeFirst()
    }

    func isInterrupted(by isMatch: ([UInt8]) -> Bool) -> Bool {
        var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
        if poll(&output, 1, 0) > 0, output.revents & Int16(POLLERR | POLLNVAL) != 0 { return true }
        var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        while !hasEnded, pending.count < Self.maximumPending, poll(&input, 1, 0) > 0 {
            read()
        }
        return pending.contains { line in
            guard case .text(let bytes) = line, bytes.count <= Self.maximumMatchBytes else {
                return false
            }
            return isMatch(bytes)
        }
    }

    func send(_ line: [UInt8]) throws {
        // Not through the buffer: its failure would end the process with another code than 0.
        if let number = Console.write(line + [UInt8(ascii: "\n")], to: STDOUT_FILENO) {
            throw OutputFailure(errorNumber: number)
        }
    }

    /// Reads what has arrived, and waits for something when nothing has.
    private func read() {
        var chunk = [UInt8](repeating: 0, count: Self.chunkBytes)
        let count = chunk.withUnsafeMutableBytes { buffer -> Int in
            var count: Int
            repeat {
                count = Foundation.read(STDIN_FILENO, buffer.baseAddress, buffer.count)
            } while count < 0 && errno == EINTR
            return count
        }
        if count > 0 {
            splitter.add(chunk[..<count])
        } else {
            // The end of the input, or an input that cannot be read.
            hasEnded = true
            splitter.finish()
        }
        while let line = splitter.next() { pending.append(line) }
    }
}
