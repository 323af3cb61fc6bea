/// The content of the first file in a body of `multipart/form-data`, piece by piece.
///
/// Reading it fails with ``WebError/malformedUpload`` when the body ends before its last delimiter.
struct MultipartFile: AsyncSequence, Sendable {
    typealias Element = [UInt8]
    typealias Failure = any Error

    /// The name of the file; empty when no file was chosen.
    let name: String
    private let reader: MultipartReader
    private let first: [MultipartReader.Event]
    private let body: BodyIterator

    /// The rest of a body, which is read once.
    fileprivate final class BodyIterator: @unchecked Sendable {
        // Read by one task at a time: first by `init`, then by the only iterator.
        private var iterator: any AsyncIteratorProtocol<[UInt8], any Error>

        init(_ body: any AsyncSequence<[UInt8], any Error> & Sendable) {
            iterator = body.makeAsyncIterator()
        }

        func next() async throws -> [UInt8]? {
            try await iterator.next(isolation: #isolation)
        }
    }

    /// Reads a body up to the content of its first file.
    ///
    /// - Throws: ``WebError/malformedUpload`` when there is none, and what the body throws.
    init(
        _ body: any AsyncSequence<[UInt8], any Error> & Sendable,
        contentType: String
    ) async throws {
        guard var reader = MultipartReader(contentType: contentType) else {
            throw WebError.malformedUpload
        }
        let rest = BodyIterator(body)
        while let piece = try await rest.next() {
            let events = try Self.events(of: piece, &reader)
            for (index, event) in events.enumerated() {
                guard case .part(let head) = event, let name = head.fileName else { continue }
                self.name = name
                self.reader = reader
                self.body = rest
                first = Array(events[(index + 1)...])
                return
            }
        }
        throw WebError.malformedUpload
    }

    private static func events(
        of piece: [UInt8],
        _ reader: inout MultipartReader
    ) throws -> [MultipartReader.Event] {
        do throws(MultipartReader.Malformed) {
            return try reader.take(piece)
        } catch {
            throw WebError.malformedUpload
        }
    }

    struct Iterator: AsyncIteratorProtocol {
        fileprivate var reader: MultipartReader
        fileprivate var events: ArraySlice<MultipartReader.Event>
        fileprivate let body: BodyIterator
        /// Whether the content of the file has ended.
        private var isEnded = false

        fileprivate init(_ file: MultipartFile) {
            reader = file.reader
            events = file.first[...]
            body = file.body
        }

        mutating func next() async throws -> [UInt8]? {
            while true {
                while let event = events.popFirst() {
                    if case .content(let bytes) = event, !isEnded { return bytes }
                    if case .end = event { isEnded = true }
                }
                // Reads the parts after the file too, to detect a truncated form.
                guard let piece = try await body.next() else {
                    guard isEnded, reader.isComplete else { throw WebError.malformedUpload }
                    return nil
                }
                events = try MultipartFile.events(of: piece, &reader)[...]
            }
        }
    }

    func makeAsyncIterator() -> Iterator { Iterator(self) }
}
