#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The file for the current input, on a file system in memory if there is one.
struct ScratchFile {
    /// The directory of the file and of gathered samples: `TMPDIR`, otherwise `/dev/shm`.
    let directory: String
    let path: String

    init() {
        directory = getenv("TMPDIR").map { String(cString: $0) } ?? "/dev/shm"
        path = "\(directory)/trendy-fuzz-\(getpid())"
    }

    /// Replaces the content of the file.
    func write(_ bytes: [UInt8]) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        expect(descriptor >= 0, "\(path) cannot be made; set TMPDIR to another directory")
        defer { close(descriptor) }
        bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let chunk = UnsafeRawBufferPointer(rebasing: rest)
                #if canImport(Darwin)
                let count = Darwin.write(descriptor, chunk.baseAddress, chunk.count)
                #else
                let count = Glibc.write(descriptor, chunk.baseAddress, chunk.count)
                #endif
                expect(count > 0, "\(path) cannot be written; is the disk full?")
                rest = rest.dropFirst(count)
            }
        }
    }
}
