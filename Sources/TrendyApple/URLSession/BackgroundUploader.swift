#if canImport(PhoneFoundation) || !canImport(FoundationNetworking)
public import Foundation
public import HTTPTypes
import Synchronization
public import TrendyKit
#if canImport(PhoneFoundation)
// What Foundation has on Apple's platforms only.
import PhoneFoundation
import struct FoundationNetworking.URLRequest
#endif

/// Uploads that the system carries on with: a background `URLSession`.
///
/// Make it at launch: the system tells of the uploads of an earlier process then.
public actor BackgroundUploader: BackgroundUploading {
    private let session: URLSession
    private let files: UploadFiles
    /// Names of uploads that are being handed over just now.
    private var beginning: Set<String> = []

    /// Uploads of a session.
    ///
    /// - Parameters:
    ///   - identifier: tells the session from others, the same in each process.
    ///   - directory: where bodies wait; nothing else is in it.
    public init(identifier: String, directory: URL) {
        files = UploadFiles(directory: directory)
        session = URLSession(
            configuration: .background(withIdentifier: identifier),
            delegate: files,
            delegateQueue: nil
        )
    }

    /// The names of the uploads that are under way.
    public var underWay: Set<String> {
        get async { Set(await session.allTasks.compactMap(\.taskDescription)) }
    }

    /// Hands an upload to the system; one of a name that is under way already is not begun again.
    public func upload(_ request: HTTPRequest, body: [UInt8], name: String) async throws {
        guard beginning.insert(name).inserted else { return }
        defer { beginning.remove(name) }
        guard await !underWay.contains(name) else { return }
        guard let message = URLRequest(request) else { throw URLError(.badURL) }
        let file = try files.write(body, for: name)
        let task = session.uploadTask(with: message, fromFile: file)
        task.taskDescription = name
        task.resume()
    }

    /// Says what is called once all that the app was woken for has been told: what
    /// `handleEventsForBackgroundURLSession` hands out.
    ///
    /// Called at once where all has been told before; each one that is given is called.
    public nonisolated func whenEventsAreHandled(
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

    /// The bodies that wait, each in a file that goes when its upload has ended.
    private final class UploadFiles: NSObject, URLSessionTaskDelegate {
        /// What was told, and who waits for it.
        struct Handling {
            var completions: [@MainActor @Sendable () -> Void] = []
            /// Whether all was told, and nobody has asked yet.
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
            // One that is gone already is as good.
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
