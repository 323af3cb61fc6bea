import Foundation

/// Reads the messages of the compiler from standard input and answers on standard output.
struct PluginConnection {
    private let input = FileHandle.standardInput
    private let output = FileHandle.standardOutput

    /// The next message; `nil` when the compiler has closed the connection.
    func receive() -> [String: Any]? {
        guard let header = read(8) else { return nil }
        let length = header.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard let length = Int(exactly: length), let body = read(length) else { return nil }
        // Not a message of the protocol: end, and the compiler reports the failed expansion.
        return (try? JSONSerialization.jsonObject(with: body)) as? [String: Any]
    }

    func send(_ message: [String: Any]) {
        // A dictionary of strings and arrays is valid JSON.
        guard let body = try? JSONSerialization.data(withJSONObject: message) else { return }
        let length = UInt64(body.count)
        let header = Data((0..<8).map { UInt8(truncatingIfNeeded: length >> ($0 * 8)) })
        output.write(header + body)
    }

    private func read(_ count: Int) -> Data? {
        var data = Data()
        while data.count < count {
            let part = input.readData(ofLength: count - data.count)
            if part.isEmpty { return nil }
            data += part
        }
        return data
    }
}
