/// The destination of an export: a private file that appears when it is complete, or standard
/// output.
struct ExportOutput {
    private let file: PrivateOutputFile?
    /// The number of bytes that were written.
    private(set) var bytes = 0

    /// Opens the destination.
    ///
    /// - Parameters:
    ///   - path: the file; `nil` or `-` for standard output.
    ///   - replacing: whether an existing file is replaced.
    /// - Throws: `CommandFailure` when the file exists or cannot be created.
    init(_ path: String?, replacing: Bool) throws {
        file =
            if let path, path != "-" {
                try PrivateOutputFile(path, replacing: replacing)
            } else {
                nil
            }
    }

    /// Appends bytes.
    mutating func write(_ piece: [UInt8]) throws {
        try piece.withUnsafeBytes { try write($0) }
    }

    /// Appends bytes.
    mutating func write(_ piece: UnsafeRawBufferPointer) throws {
        guard !piece.isEmpty else { return }
        if let file { try file.write(piece) } else { try Console.write(Array(piece)) }
        bytes += piece.count
    }

    /// Gives the complete file its name.
    func finish() throws {
        try file?.install()
    }
}
