import HTTPTypes
import Hummingbird
import NIOCore

/// Writes a body in slices: a client that does not read suspends the writer after the first slices,
/// and the connection buffers only these.
struct SlicingWriter: ResponseBodyWriter {
    /// The size of a slice: the connection's upper water mark.
    static let sliceBytes = 64 * 1_024

    private var parent: any ResponseBodyWriter

    init(parent: any ResponseBodyWriter) {
        self.parent = parent
    }

    mutating func write(_ buffer: ByteBuffer) async throws {
        var rest = buffer
        while let slice = rest.readSlice(length: min(Self.sliceBytes, rest.readableBytes)),
            slice.readableBytes > 0
        {
            try await parent.write(slice)
        }
    }

    /// Writes bytes, of which it copies one slice at a time.
    mutating func write(_ bytes: [UInt8]) async throws {
        for start in stride(from: 0, to: bytes.count, by: Self.sliceBytes) {
            let end = min(bytes.count, start + Self.sliceBytes)
            try await parent.write(ByteBuffer(bytes: bytes[start..<end]))
        }
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
        try await parent.finish(trailingHeaders)
    }
}
