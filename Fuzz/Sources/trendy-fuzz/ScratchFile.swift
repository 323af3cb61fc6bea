#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The file that each input is written to in turn, in memory where there is such a directory.
struct ScratchFile {
    /// Where it is, and where samples are gathered: `TMPDIR`, or else `/dev/shm`.
    let directory: String
    let path: String

    init() {
        directory = getenv("TMPDIR").map { String(cString: $0) } ?? "/dev/shm"
        path = "\(directory)/trendy-fuzz-\(getpid())"
    }

    /// Replaces what is in it.
    func write(_ bytes: [UInt8]) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        claim(descriptor >= 0, "\(path) cannot be made; set TMPDIR to another directory")
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
                claim(count > 0, "\(path) cannot be written; is the disk full?")
                rest = rest.dropFirst(count)
            }
        }
    }
}
