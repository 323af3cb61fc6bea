#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

extension PartialFile {
    /// Copies a file into an existing file.
    static func copy(_ source: String, to destination: String) throws(ServerError) {
        let input = open(source, O_RDONLY | O_CLOEXEC)
        guard input >= 0 else { throw error("\(source) cannot be read") }
        defer { close(input) }
        let output = open(destination, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard output >= 0 else { throw error("\(destination) cannot be made") }
        defer { close(output) }
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = read(input, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw error("\(source) cannot be read") }
            if count == 0 { return }
            var done = 0
            while done < count {
                let written = buffer.withUnsafeBytes { bytes in
                    write(output, bytes.baseAddress?.advanced(by: done), count - done)
                }
                if written < 0, errno == EINTR { continue }
                guard written > 0 else {
                    throw error("\(destination) cannot be written")
                }
                done += written
            }
        }
    }
}
