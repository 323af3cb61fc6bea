import Foundation
import Synchronization
import TrendySync

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A response body as a stream of chunks; dropping the stream cancels the transfer.
///
/// Backpressure: the task is suspended while more than ``maximumUnread`` bytes are unread. That
/// works on Apple platforms only; Foundation on Linux continues to receive.
final class URLSessionBody: AsyncSequence, Sendable {
    /// The maximum number of unread bytes.
    static let maximumUnread = 4 * 1024 * 1024

    private struct Unread {
        var bytes = 0
        var isSuspended = false
    }

    private let task: URLSessionDataTask
    private let chunks: AsyncThrowingStream<[UInt8], any Error>
    private let continuation: AsyncThrowingStream<[UInt8], any Error>.Continuation
    private let unread = Mutex(Unread())

    init(_ task: URLSessionDataTask) {
        self.task = task
        (chunks, continuation) = AsyncThrowingStream.makeStream(of: [UInt8].self)
        continuation.onTermination = { reason in
            if case .cancelled = reason { task.cancel() }
        }
    }

    func receive(_ data: Data) {
        guard !data.isEmpty else { return }
        let suspends = unread.withLock { unread in
            unread.bytes += data.count
            guard unread.bytes > Self.maximumUnread, !unread.isSuspended else { return false }
            unread.isSuspended = true
            return true
        }
        if suspends { task.suspend() }
        continuation.yield(Array(data))
    }

    func finish(_ failure: ServerUnreachable?) {
        continuation.finish(throwing: failure)
    }

    private func wasRead(_ count: Int) {
        let resumes = unread.withLock { unread in
            unread.bytes -= count
            guard unread.isSuspended, unread.bytes <= Self.maximumUnread / 2 else { return false }
            unread.isSuspended = false
            return true
        }
        if resumes { task.resume() }
    }

    func makeAsyncIterator() -> Iterator {
        Iterator(body: self, base: chunks.makeAsyncIterator())
    }

    struct Iterator: AsyncIteratorProtocol {
        let body: URLSessionBody
        var base: AsyncThrowingStream<[UInt8], any Error>.Iterator

        mutating func next() async throws -> [UInt8]? {
            do {
                if let chunk = try await base.next() {
                    body.wasRead(chunk.count)
                    return chunk
                }
            } catch {
                // The transfer may have been cancelled before the stream.
                try Task.checkCancellation()
                throw error
            }
            // A cancelled stream ends without an error.
            try Task.checkCancellation()
            return nil
        }
    }
}
