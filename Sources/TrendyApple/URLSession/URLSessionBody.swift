import Foundation
import Synchronization
import TrendySync

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A body as it arrives; whoever lets go of it ends the transfer.
///
/// While more than ``mostWaiting`` waits to be read the task is suspended. That holds on Apple's
/// platforms; Foundation on Linux goes on to receive.
final class URLSessionBody: AsyncSequence, Sendable {
    /// The bytes that may wait to be read.
    static let mostWaiting = 4 * 1024 * 1024

    private struct Waiting {
        var bytes = 0
        var isSuspended = false
    }

    private let task: URLSessionDataTask
    private let pieces: AsyncThrowingStream<[UInt8], any Error>
    private let continuation: AsyncThrowingStream<[UInt8], any Error>.Continuation
    private let waiting = Mutex(Waiting())

    init(_ task: URLSessionDataTask) {
        self.task = task
        (pieces, continuation) = AsyncThrowingStream.makeStream(of: [UInt8].self)
        continuation.onTermination = { reason in
            if case .cancelled = reason { task.cancel() }
        }
    }

    func receive(_ data: Data) {
        guard !data.isEmpty else { return }
        let suspends = waiting.withLock { waiting in
            waiting.bytes += data.count
            guard waiting.bytes > Self.mostWaiting, !waiting.isSuspended else { return false }
            waiting.isSuspended = true
            return true
        }
        if suspends { task.suspend() }
        continuation.yield(Array(data))
    }

    func finish(_ failure: ServerUnreachable?) {
        continuation.finish(throwing: failure)
    }

    private func wasRead(_ count: Int) {
        let resumes = waiting.withLock { waiting in
            waiting.bytes -= count
            guard waiting.isSuspended, waiting.bytes <= Self.mostWaiting / 2 else { return false }
            waiting.isSuspended = false
            return true
        }
        if resumes { task.resume() }
    }

    func makeAsyncIterator() -> Iterator {
        Iterator(body: self, base: pieces.makeAsyncIterator())
    }

    struct Iterator: AsyncIteratorProtocol {
        let body: URLSessionBody
        var base: AsyncThrowingStream<[UInt8], any Error>.Iterator

        mutating func next() async throws -> [UInt8]? {
            let piece: [UInt8]?
            do {
                piece = try await base.next()
            } catch {
                // The end of a cancelled transfer may come before that of the stream.
                try Task.checkCancellation()
                throw error
            }
            guard let piece else {
                // A stream that is cancelled ends as if it were whole.
                try Task.checkCancellation()
                return nil
            }
            body.wasRead(piece.count)
            return piece
        }
    }
}
