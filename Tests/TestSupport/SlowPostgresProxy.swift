import Foundation
import Synchronization

/// A Unix socket before that of a cluster, which delays what clients send.
package final class SlowPostgresProxy: Sendable {
    /// The directory of the socket, which is the host of URLs.
    package let directory: String
    private let descriptor: Int32
    private let target: String
    private let delay = Mutex(Duration.zero)

    /// Starts to accept connections, without a delay.
    package init(_ cluster: PostgresCluster) throws {
        directory = "/tmp/trendy-slow-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true
        )
        target = cluster.socketDirectory + "/.s.PGSQL.5432"
        descriptor = Self.newSocket()
        let isBound = Self.withAddress("\(directory)/.s.PGSQL.5432") { [descriptor] in
            bind(descriptor, $0, $1) == 0
        }
        guard isBound, listen(descriptor, 64) == 0 else {
            throw PostgresCluster.Failure(description: "The socket cannot be bound.")
        }
        // It ends with the socket.
        Thread.detachNewThread { [weak self, descriptor] in
            while true {
                let client = accept(descriptor, nil, nil)
                guard client >= 0, let self else { return }
                self.serve(client)
            }
        }
    }

    deinit {
        shutdown(descriptor, Int32(SHUT_RDWR))
        close(descriptor)
        try? FileManager.default.removeItem(atPath: directory)  // it is a temporary directory
    }

    /// Delays each message of a client from now on.
    package func setDelay(_ value: Duration) { delay.withLock { $0 = value } }

    private func serve(_ client: Int32) {
        let server = Self.newSocket()
        let target = target
        let isConnected = Self.withAddress(target) { connect(server, $0, $1) == 0 }
        guard isConnected else {
            close(server)
            close(client)
            return
        }
        let wait: @Sendable () -> Void = { [weak self] in
            let delay = self?.delay.withLock { $0 } ?? .zero
            usleep(UInt32(delay / .microseconds(1)))
        }
        Thread.detachNewThread { Self.copy(from: client, to: server, before: wait) }
        Thread.detachNewThread {
            Self.copy(from: server, to: client) {}
            close(server)
            close(client)
        }
    }

    private static func copy(
        from source: Int32,
        to target: Int32,
        before send: @Sendable () -> Void
    ) {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = recv(source, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            send()
            var sent = 0
            while sent < count {
                let part = buffer[sent..<count].withUnsafeBytes {
                    write(target, $0.baseAddress, $0.count)
                }
                guard part > 0 else { break }
                sent += part
            }
        }
        shutdown(target, Int32(SHUT_RDWR))
    }

    private static func newSocket() -> Int32 {
        #if os(Linux)
        socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #else
        socket(AF_UNIX, SOCK_STREAM, 0)
        #endif
    }

    private static func withAddress(
        _ path: String,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Bool
    ) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, size) }
        }
    }
}
