/// The bytes of an export's XML, from a file or out of a zip archive.
protocol ExportStream {
    /// How many bytes there are in all; `nil` when that is not known before the end.
    var totalBytes: Int64? { get }

    /// Reads some bytes; 0 at the end.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int
}
