/// A stream with a byte limit that counts what it delivers.
final class LimitedStream: ExportStream {
    private var base: any ExportStream
    private let path: String
    private let content: String
    private let limitBytes: Int64
    private(set) var readBytes: Int64 = 0

    /// - `content`: what the file contains, for the error message.
    init(_ base: any ExportStream, path: String, content: String, limitBytes: Int64) {
        self.base = base
        self.path = path
        self.content = content
        self.limitBytes = limitBytes
    }

    var totalBytes: Int64? { base.totalBytes }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int {
        let count = try base.read(into: buffer)
        readBytes += Int64(count)
        guard readBytes <= limitBytes else {
            throw ImportError(.tooLarge, path: path, "It is larger than any \(content).")
        }
        return count
    }
}
