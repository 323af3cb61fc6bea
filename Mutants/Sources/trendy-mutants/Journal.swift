import Foundation
import Synchronization

/// A file with one JSON value a line, which is extended and never rewritten.
final class Journal<Entry: Codable & Sendable>: Sendable {
    private let state: Mutex<[Entry]>
    private let url: URL

    /// Reads what is there; an unfinished last line is ignored.
    init(_ url: URL) throws {
        self.url = url
        let text = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
        let decoder = JSONDecoder()
        state = Mutex(
            text.split(separator: "\n").compactMap {
                try? decoder.decode(Entry.self, from: Data($0.utf8))
            }
        )
        if !FileManager.default.fileExists(atPath: url.path) {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data().write(to: url)
        }
    }

    var entries: [Entry] { state.withLock { $0 } }

    func append(_ entry: Entry) {
        state.withLock { entries in
            entries.append(entry)
            // An entry that is not written is made again by the next run.
            guard let line = try? JSONEncoder().encode(entry),
                let handle = try? FileHandle(forWritingTo: url)
            else { return }
            defer { try? handle.close() }
            _ = try? handle.seekToEnd()
            try? handle.write(contentsOf: line + Data("\n".utf8))
        }
    }
}
