import Foundation

/// A connection that sends one request at a time over HTTP/1.1 and blocks its thread.
///
/// A load generator shares the processor with the server, so it does as little as possible: bodies
/// are made before.
final class LoadConnection {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let socket: Int32
    private let authority: String
    private var buffer: [UInt8] = []
    private var chunk = [UInt8](repeating: 0, count: 256 * 1024)

    /// Connects to a server, such as `http://127.0.0.1:8080`.
    init(_ url: String) throws {
        let parts = url.split(separator: ":")
        guard parts.count == 3, let port = UInt16(parts[2]) else {
            throw Failure(description: "no address: \(url)")
        }
        authority = "127.0.0.1:\(port)"
        #if canImport(Glibc)
        socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
        socket = Foundation.socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let outcome = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard outcome == 0 else { throw Failure(description: "cannot connect to \(url)") }
        var one: Int32 = 1
        setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &one, 4)
    }

    deinit { close(socket) }

    /// Sends a request and returns the body of its answer, which must have a status of 2xx.
    @discardableResult
    func request(
        _ method: String,
        _ path: String,
        token: String? = nil,
        client: String? = nil,
        body: [UInt8] = []
    ) throws -> [UInt8] {
        try send(method, path, token: token, client: client, body: body)
        let head = try readHead()
        var answer: [UInt8] = []
        if let length = Self.field("content-length", in: head).flatMap({ Int($0) }) {
            while buffer.count < length { try receive() }
            answer = Array(buffer.prefix(length))
            buffer.removeFirst(length)
        } else if Self.field("transfer-encoding", in: head) == "chunked" {
            try readChunks { answer.append(contentsOf: $0) }
        }
        try Self.check(head, answer)
        return answer
    }

    /// Sends a request and counts the bytes and lines of its chunked answer.
    func count(_ path: String, token: String) throws -> (bytes: Int, lines: Int) {
        try send("GET", path, token: token, client: nil, body: [])
        let head = try readHead()
        try Self.check(head, [])
        var (bytes, lines) = (0, 0)
        try readChunks { part in
            bytes += part.count
            for byte in part where byte == UInt8(ascii: "\n") { lines += 1 }
        }
        return (bytes, lines)
    }

    /// Opens a stream and reads its first event.
    func openStream(_ path: String, token: String) throws {
        try send("GET", path, token: token, client: nil, body: [])
        try Self.check(try readHead(), [])
        try waitForEvent()
    }

    /// Waits for the next event of a stream.
    func waitForEvent() throws {
        while true {
            if let range = buffer.firstRange(of: Array("\n\n".utf8)) {
                let isEvent = buffer[..<range.lowerBound].contains(UInt8(ascii: "{"))
                buffer.removeSubrange(..<range.upperBound)
                if isEvent { return }
            } else {
                try receive()
            }
        }
    }

    private func send(
        _ method: String,
        _ path: String,
        token: String?,
        client: String?,
        body: [UInt8]
    ) throws {
        var head = "\(method) \(path) HTTP/1.1\r\nHost: \(authority)\r\n"
        if let token { head += "Authorization: Bearer \(token)\r\n" }
        if let client { head += "X-Forwarded-For: \(client)\r\n" }
        if method != "GET" {
            head += "Content-Type: application/json\r\nContent-Length: \(body.count)\r\n"
        }
        let bytes = Array((head + "\r\n").utf8) + body
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Foundation.send(socket, $0.baseAddress?.advanced(by: sent), bytes.count - sent, 0)
            }
            guard count > 0 else { throw Failure(description: "The server closed a connection.") }
            sent += count
        }
    }

    private func readHead() throws -> String {
        while true {
            if let range = buffer.firstRange(of: Array("\r\n\r\n".utf8)) {
                let head = String(decoding: buffer[..<range.lowerBound], as: UTF8.self)
                buffer.removeSubrange(..<range.upperBound)
                return head
            }
            try receive()
        }
    }

    private func readChunks(_ body: (ArraySlice<UInt8>) -> Void) throws {
        var start = 0
        while true {
            guard let end = buffer[start...].firstRange(of: Array("\r\n".utf8)) else {
                try compactAndReceive(&start)
                continue
            }
            let digits = String(decoding: buffer[start..<end.lowerBound], as: UTF8.self)
            guard let size = Int(digits, radix: 16) else {
                throw Failure(description: "An answer has a bad chunk.")
            }
            while buffer.count < end.upperBound + size + 2 { try receive() }
            body(buffer[end.upperBound..<end.upperBound + size])
            start = end.upperBound + size + 2
            if size == 0 { break }
        }
        buffer.removeFirst(start)
    }

    private func compactAndReceive(_ start: inout Int) throws {
        buffer.removeFirst(start)
        start = 0
        try receive()
    }

    private func receive() throws {
        let count = chunk.withUnsafeMutableBytes { recv(socket, $0.baseAddress, $0.count, 0) }
        guard count > 0 else { throw Failure(description: "The server closed a connection.") }
        buffer.append(contentsOf: chunk.prefix(count))
    }

    private static func field(_ name: String, in head: String) -> String? {
        for line in head.split(separator: "\r\n") {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2, parts[0].lowercased() == name {
                return parts[1].trimmingCharacters(in: .whitespaces).lowercased()
            }
        }
        return nil
    }

    private static func check(_ head: String, _ answer: [UInt8]) throws {
        guard head.hasPrefix("HTTP/1.1 2") else {
            let line = head.split(separator: "\r\n").first ?? ""
            let text = String(decoding: answer.prefix(300), as: UTF8.self)
            throw Failure(description: "The server answered \(line): \(text)")
        }
    }
}
