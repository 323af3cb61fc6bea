import Foundation

/// A Unix socket, where PostgreSQL would have it, whose server says that it is an old version.
package final class OldPostgresServer: Sendable {
    /// The directory of the socket, which is the host of URLs.
    package let directory: String
    private let descriptor: Int32

    /// Starts to accept connections.
    ///
    /// - `version`: such as `12.4`.
    package init(version: String) throws {
        directory = "/tmp/trendy-old-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true
        )
        #if os(Linux)
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #else
        descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
        #endif
        guard Self.bind(descriptor, "\(directory)/.s.PGSQL.5432"), listen(descriptor, 8) == 0 else {
            throw PostgresCluster.Failure(description: "The socket cannot be bound.")
        }
        let (descriptor, answer) = (descriptor, Self.answer(version))
        // It ends with the socket.
        Thread.detachNewThread {
            while true {
                let connection = accept(descriptor, nil, nil)
                guard connection >= 0 else { return }
                // The client's first message; then it waits for the answer.
                var request = [UInt8](repeating: 0, count: 1024)
                _ = recv(connection, &request, request.count, 0)
                _ = answer.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, 0) }
                _ = recv(connection, &request, request.count, 0)
                close(connection)
            }
        }
    }

    deinit {
        shutdown(descriptor, Int32(SHUT_RDWR))
        close(descriptor)
        try? FileManager.default.removeItem(atPath: directory)  // it is a temporary directory
    }

    /// The messages of a server that accepts a connection without a password.
    private static func answer(_ version: String) -> [UInt8] {
        func message(_ type: Character, _ body: [UInt8]) -> [UInt8] {
            let length = UInt32(body.count + 4)
            let bytes = (0..<4).map { UInt8(truncatingIfNeeded: length >> (24 - 8 * $0)) }
            return Array(String(type).utf8) + bytes + body
        }
        let parameter = Array("server_version\0\(version)\0".utf8)
        return message("R", [0, 0, 0, 0]) + message("S", parameter)
            + message("K", [0, 0, 0, 1, 0, 0, 0, 1]) + message("Z", Array("I".utf8))
    }

    private static func bind(_ descriptor: Int32, _ path: String) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Foundation.bind(descriptor, $0, size) == 0
            }
        }
    }
}
