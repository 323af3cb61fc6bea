/// A stream of the current file of an archive.
struct ZipFileStream: ExportStream {
    private let archive: ZipArchive

    init(_ archive: ZipArchive) {
        self.archive = archive
    }

    var totalBytes: Int64? { nil }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int {
        let count = archive.read(into: buffer)
        guard count >= 0 else {
            throw ImportError(.damaged, path: "", "Its content is damaged or cut off.")
        }
        return count
    }
}
