import Foundation
import TrendyLocalization

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A ``KeyValueStore`` in a directory: one file per key, replaced atomically and synced.
package struct FileKeyValueStore: KeyValueStore {
    /// The directory's path.
    package let directory: String

    /// Creates a store in a directory; the directory is created with the first value.
    package init(directory: String) {
        self.directory = directory
    }

    /// The content of a key's file.
    package func text(for key: String) throws -> String? {
        let path = path(key)
        // Opening first and checking `errno` avoids a race with the file's creation or removal.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            guard errno == ENOENT else { throw cannotRead(path, errno) }
            return nil
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw cannotRead(path, errno) }
            if count == 0 { break }
            bytes += buffer[..<count]
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw KeyValueError(message: Strings.Profile.noText(["path": path]))
        }
        return text
    }

    /// Replaces a key's file.
    package func set(_ text: String?, for key: String) throws {
        let path = path(key)
        guard let text else {
            guard unlink(path) == 0 || errno == ENOENT else { throw cannotChange(path, errno) }
            return
        }
        do {
            try FileManager.default.createDirectory(
                atPath: directory,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw KeyValueError(message: Strings.Profile.noDirectory(["path": directory]))
        }
        do {
            try DurableFile.replace(path, with: Array(text.utf8))
        } catch {
            throw cannotChange(path, error.number)
        }
    }

    /// Renames a key's file.
    package func move(_ key: String, to newKey: String) throws {
        guard rename(path(key), path(newKey)) == 0 else {
            throw cannotChange(path(key), errno)
        }
        do {
            try DurableFile.syncDirectory(of: path(key))
        } catch {
            throw cannotChange(path(key), error.number)
        }
    }

    /// The keys that have a file.
    package func keys() throws -> [String] {
        guard let handle = opendir(directory) else {
            guard errno == ENOENT else { throw cannotRead(directory, errno) }
            return []
        }
        defer { closedir(handle) }
        var keys: [String] = []
        while let entry = readdir(handle) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if Self.isKey(name) { keys.append(name) }
        }
        return keys
    }

    private func path(_ key: String) -> String {
        precondition(Self.isKey(key), "A key consists of ASCII letters, digits, _ and -")
        return directory + "/" + key
    }

    private static func isKey(_ name: String) -> Bool {
        !name.isEmpty
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }

    private func cannotRead(_ path: String, _ number: Int32) -> KeyValueError {
        KeyValueError(
            message: Strings.Profile.valueUnreadable([
                "path": path, "reason": String(cString: strerror(number)),
            ])
        )
    }

    private func cannotChange(_ path: String, _ number: Int32) -> KeyValueError {
        KeyValueError(
            message: Strings.Profile.unwritable([
                "path": path, "reason": String(cString: strerror(number)),
            ])
        )
    }
}
