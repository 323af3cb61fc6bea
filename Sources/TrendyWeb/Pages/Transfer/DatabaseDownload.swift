import Foundation
import TrendyModel
import TrendyQuery
import TrendyStore

/// A file that was made for a download and exists only as long as it is read.
struct DatabaseDownload: AsyncSequence, Sendable {
    typealias Element = [UInt8]
    typealias Failure = any Error

    private static let pieceBytes = 256 * 1024

    private let file: FileHandle

    /// Writes the tables of a database into a temporary file.
    ///
    /// Nothing but this process can find the file: it is deleted before it is sent.
    @concurrent
    static func make(
        of store: DeviceStore,
        zones: ZoneHistory,
        dependencies: Dependencies
    ) async throws -> DatabaseDownload {
        let path = FileManager.default.temporaryDirectory.appending(
            path: "trendy-export-\(dependencies.ids.next()).sqlite"
        ).path
        defer {
            // The system clears temporary directories as well.
            try? FileManager.default.removeItem(atPath: path)
        }
        let database = try QueryDatabase(
            path: store.path,
            zones: zones,
            clock: dependencies.clock
        )
        _ = try database.export(to: path) { Task.isCancelled }
        guard let file = FileHandle(forReadingAtPath: path) else { throw WebError.unavailable }
        return DatabaseDownload(file: file)
    }

    struct Iterator: AsyncIteratorProtocol {
        let file: FileHandle

        func next() async throws -> [UInt8]? {
            guard let piece = try file.read(upToCount: DatabaseDownload.pieceBytes),
                !piece.isEmpty
            else { return nil }
            return Array(piece)
        }
    }

    func makeAsyncIterator() -> Iterator { Iterator(file: file) }
}
