import Foundation
import TrendyModel

/// The small file in which a server keeps its acknowledged commits over a restart.
///
/// With it a server that was stopped during a failover can prove that nothing was lost. It has no
/// data of accounts.
struct CommitPositionFile: Sendable {
    /// How complete the file is.
    enum State: String, Sendable, Codable {
        /// The server may have acknowledged later commits.
        case open
        /// The file has the last commits, unless the machine lost later writes of this file.
        case settled
        /// The server stopped, and the file is on the disk.
        case stopped
    }

    /// The contents of the file.
    struct Content: Sendable, Equatable, Codable {
        var timeline: PostgresTimeline
        var state: State
        /// The start of the machine at which the file was written; empty when unknown.
        var boot: String
        var commits: AcknowledgedCommits
    }

    let path: String
    /// The start of this machine.
    let boot: String

    init(path: String) {
        self.path = path
        // Only Linux has it; elsewhere only a regular stop counts.
        let text = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
        boot = text?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
    }

    /// The contents; `nil` without a file, or when it cannot be read: it proves nothing then.
    func read() -> Content? {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        return try? UntrustedJSON.decode(Content.self, from: data)
    }

    /// Whether the contents have all commits that the server acknowledged.
    func isComplete(_ content: Content) -> Bool {
        switch content.state {
        case .open: false
        case .settled: !boot.isEmpty && content.boot == boot
        case .stopped: true
        }
    }

    /// Replaces the file at once; with the state `stopped`, waits until it is on the disk.
    func write(_ content: Content) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        let data = try encoder.encode(content)
        let partial = path + ".new"
        guard
            FileManager.default.createFile(
                atPath: partial,
                contents: data,
                attributes: [.posixPermissions: 0o600]
            )
        else { throw CocoaError(.fileWriteUnknown) }
        if content.state == .stopped {
            let handle = try FileHandle(forUpdating: URL(fileURLWithPath: partial))
            try handle.synchronize()
            try handle.close()
        }
        guard rename(partial, path) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }
}
