#if canImport(PhoneFoundation) || !canImport(FoundationNetworking)
package import Foundation
package import HTTPTypes
import Synchronization
import TrendyKit
#if canImport(PhoneFoundation)
// Parts of Foundation that exist only on Apple platforms.
import PhoneFoundation
import struct FoundationNetworking.URLRequest
#endif

/// Uploads with a background `URLSession`.
///
/// Create it at launch: the system then delivers the events of an earlier process's uploads.
package actor BackgroundUploader: BackgroundUploading {
    private let session: URLSession
    private let files: UploadFiles
    /// The names of uploads that are being handed over.
    private var beginning: Set<String> = []

    /// Creates an uploader over a background session.
    ///
    /// - Parameters:
    ///   - identifier: the session's identifier; must be equal in every process.
    ///   - directory: the directory of pending bodies; for this uploader's exclusive use.
    package init(identifier: String, directory: URL) {
        files = UploadFiles(directory: directory)
        session = URLSession(
            configuration: .background(withIdentifier: identifier),
            delegate: files,
            delegateQueue: nil
        )
    }

    /// The names of the uploads in progress.
    package var inProgress: Set<String> {
        get async { Set(await session.allTasks.compactMap(\.taskDescription)) }
    }

    /// Hands an upload to the system; ignored while one with the same name is in progress.
    package func upload(_ request: HTTPRequest, body: [UInt8], name: String) async throws {
        guard beginning.insert(name).inserted else { return }
        defer { beginning.remove(name) }
        guard await !inProgress.contains(name) else { return }
        guard let message = URLRequest(request) else { throw URLError(.badURL) }
        let file = try files.write(body, for: name)
        let task = session.uploadTask(with: message, fromFile: file)
        task.taskDescription = name
        task.resume()
    }

    /// Sets the completion handler of `handleEventsForBackgroundURLSession`; it is called when all
    /// events have been delivered.
    ///
    /// When all have been delivered already, it is called at once. Each handler is called exactly
    /// once.
    package nonisolated func whenEventsAreHandled(
        _ completion: @escaping @MainActor @Sendable () -> Void
    ) {
        let isHandled = files.handling.withLock { handling in
            if handling.isOver {
                handling.isOver = false
                return true
            }
            handling.completions.append(completion)
            return false
        }
        if isHandled { Task { @MainActor in completion() } }
    }

    /// The pending bodies, one file per upload; removed when the upload ends.
    private final class UploadFiles: NSObject, URLSessionTaskDelegate {
        /// Delivered events and completion handlers.
        struct Handling {
            var completions: [@MainActor @Sendable () -> Void] = []
            /// Whether all events were delivered before a handler was set.
            var isOver = false
        }

        let handling = Mutex(Handling())
        private let directory: URL

        init(directory: URL) {
            self.directory = directory
        }

        func write(_ body: [UInt8], for name: String) throws -> URL {
            try FileManager.default.createDirectory(
                at: directory,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
            let file = file(for: name)
            try Data(body).write(to: file, options: .atomic)
            return file
        }

        private func file(for name: String) -> URL {
            let safe = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            return directory.appendingPathComponent(safe)
        }

        func urlSession(
            _ session: URLSession,
            task: URLSessionTask,
            didCompleteWithError error: (any Error)?
        ) {
            guard let name = task.taskDescription else { return }
            // A file that is missing already needs no removal.
            try? FileManager.default.removeItem(at: file(for: name))
        }

        func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
            let calls = handling.withLock { handling in
                let calls = handling.completions
                handling = Handling(isOver: calls.isEmpty)
                return calls
            }
            guard !calls.isEmpty else { return }
            Task { @MainActor in for call in calls { call() } }
        }
    }
}
#endif
