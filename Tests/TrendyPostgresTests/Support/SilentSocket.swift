import Foundation
import TestSupport

/// A Unix socket, where PostgreSQL would have it, that accepts connections and never answers.
final class SilentSocket {
    let directory: String
    private let descriptor: Int32

    init() throws {
        directory = "/tmp/trendy-silent-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true
        )
        #if os(Linux)
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #else
        descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { path in
            path.copyBytes(from: "\(directory)/.s.PGSQL.5432".utf8)
        }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0
            }
        }
        guard isBound, listen(descriptor, 8) == 0 else {
            throw PostgresCluster.Failure(description: "The socket cannot be bound.")
        }
    }

    deinit {
        close(descriptor)
        try? FileManager.default.removeItem(atPath: directory)  // it is a temporary directory
    }
}
