/// A byte stream of an export's XML, from a file or a zip archive.
protocol ExportStream {
    /// The total number of bytes; `nil` when it is unknown before the end.
    var totalBytes: Int64? { get }

    /// Reads some bytes; returns 0 at the end.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int
}
