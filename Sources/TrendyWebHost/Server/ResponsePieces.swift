import HTTPTypes
import Hummingbird
import NIOCore
import TrendyModel
import TrendySync

/// The body of a response of this process as a sequence, which is written as fast as it is read.
struct ResponsePieces: AsyncSequence, Sendable {
    /// The number of pieces that are written before the first is read.
    private static let piecesAhead = 4

    let body: ResponseBody

    final class Iterator: AsyncIteratorProtocol {
        private var pieces: AsyncThrowingStream<[UInt8], any Error>.Iterator
        private let permits: AsyncStream<Void>.Continuation
        private let task: Task<Void, Never>

        init(_ body: ResponseBody) {
            let (pieces, piece) = AsyncThrowingStream.makeStream(of: [UInt8].self)
            let (permissions, permits) = AsyncStream.makeStream(of: Void.self)
            for _ in 0..<ResponsePieces.piecesAhead { permits.yield() }
            self.pieces = pieces.makeAsyncIterator()
            self.permits = permits
            // Owned by the iterator, whose end cancels it.
            task = Task {
                do {
                    try await body.write(Writer(piece: piece, permissions: permissions))
                    piece.finish()
                } catch {
                    piece.finish(throwing: ServerUnreachable(reason: .closed))
                }
            }
        }

        deinit {
            task.cancel()
            permits.finish()
        }

        func next() async throws -> [UInt8]? {
            try await next(isolation: nil)
        }

        func next(isolation actor: isolated (any Actor)?) async throws -> [UInt8]? {
            var iterator = pieces
            defer { pieces = iterator }
            let piece = try await iterator.next(isolation: actor)
            permits.yield()
            return piece
        }
    }

    func makeAsyncIterator() -> Iterator { Iterator(body) }

    private struct Writer: ResponseBodyWriter {
        let piece: AsyncThrowingStream<[UInt8], any Error>.Continuation
        let permissions: AsyncStream<Void>

        mutating func write(_ buffer: ByteBuffer) async throws {
            var permission = permissions.makeAsyncIterator()
            guard await permission.next(isolation: nil) != nil else { throw CancellationError() }
            piece.yield(Array(buffer.readableBytesView))
        }

        consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }
}
