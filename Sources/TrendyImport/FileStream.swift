#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A file that is closed when it is deallocated.
final class OpenFile {
    let descriptor: Int32
    let path: String
    let sizeBytes: Int64

    /// Opens a file for reading.
    ///
    /// - `wanted`: what the error message asks for when there is no file.
    /// - `isRegular`: whether pipes and devices are refused, which may never end and deliver their
    ///   bytes once.
    init(
        path: String,
        wanted: String = "the export.zip that the Health app made, or the export.xml in it",
        isRegular: Bool = false
    ) throws(ImportError) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw ImportError(
                errno == ENOENT || errno == ENOTDIR ? .notFound : .cannotRead,
                path: path,
                errno == ENOENT || errno == ENOTDIR
                    ? "There is no such file. Provide \(wanted)."
                    : "The file cannot be read (\(String(cString: strerror(errno))))."
            )
        }
        guard status.st_mode & S_IFMT != S_IFDIR else {
            throw ImportError(
                .isDirectory,
                path: path,
                "This is a directory. Provide \(wanted)."
            )
        }
        guard !isRegular || status.st_mode & S_IFMT == S_IFREG else {
            throw ImportError(
                .cannotRead,
                path: path,
                "This is a pipe or a device, not a regular file. Provide \(wanted)."
            )
        }
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw ImportError(
                .cannotRead,
                path: path,
                "The file cannot be read (\(String(cString: strerror(errno)))). Check its "
                    + "permissions."
            )
        }
        self.path = path
        sizeBytes = Int64(status.st_size)
    }

    deinit {
        close(descriptor)
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int {
        while true {
            #if canImport(Darwin)
            let count = Darwin.read(descriptor, buffer.baseAddress, buffer.count)
            #else
            let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            #endif
            if count >= 0 { return count }
            guard errno == EINTR else {
                throw ImportError(
                    .cannotRead,
                    path: path,
                    "Reading failed (\(String(cString: strerror(errno)))). Copy the file again."
                )
            }
        }
    }
}

/// The bytes of an uncompressed file: a bare `export.xml` or a GPX.
struct FileStream: ExportStream {
    private let file: OpenFile

    init(_ file: OpenFile) {
        self.file = file
    }

    var totalBytes: Int64? { file.sizeBytes }

    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int {
        try file.read(into: buffer)
    }
}
