import CZlib

/// Compresses bytes piece by piece into one gzip file (RFC 1952), at the fastest level.
///
/// Not `Sendable`: one response owns it.
final class GzipStream {
    // zlib stores the address of its state, so the state must not move.
    private let state: UnsafeMutablePointer<z_stream>
    private static let chunkBytes = 64 * 1024

    /// Creates an empty stream; `nil` when the memory is exhausted.
    init?() {
        state = .allocate(capacity: 1)
        state.initialize(to: z_stream())
        // A window of 15 bits, plus 16 for a gzip header.
        let result = deflateInit2_(
            state,
            1,
            Z_DEFLATED,
            15 + 16,
            8,
            Z_DEFAULT_STRATEGY,
            ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size)
        )
        guard result == Z_OK else {
            state.deallocate()
            return nil
        }
    }

    deinit {
        deflateEnd(state)
        state.deallocate()
    }

    /// Compresses a piece and flushes, so that the reader can decompress it at once.
    func compress(_ bytes: [UInt8], isLast: Bool) -> [UInt8] {
        var input = bytes
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count / 3 + 64)
        let flush = isLast ? Z_FINISH : Z_SYNC_FLUSH
        input.withUnsafeMutableBufferPointer { input in
            state.pointee.next_in = input.baseAddress
            state.pointee.avail_in = UInt32(input.count)
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.chunkBytes) { chunk in
                repeat {
                    state.pointee.next_out = chunk.baseAddress
                    state.pointee.avail_out = UInt32(chunk.count)
                    deflate(state, flush)
                    output.append(
                        contentsOf: chunk.prefix(chunk.count - Int(state.pointee.avail_out))
                    )
                } while state.pointee.avail_out == 0
            }
        }
        return output
    }
}
