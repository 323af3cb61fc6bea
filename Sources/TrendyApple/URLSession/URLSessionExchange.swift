import Foundation
public import HTTPTypes
import Synchronization
import TrendyLocalization
public import TrendySync

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An ``HTTPExchange`` over `URLSession`.
public final class URLSessionExchange: HTTPExchange {
    /// The longest wait for an answer to begin and, while it streams, for its next bytes.
    static let timeout: TimeInterval = 60

    private let session: URLSession
    private let transfers: URLSessionTransfers
    private let isShutDown = Mutex(false)

    /// An exchange with connections, and nothing else, of its own.
    public init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = Self.timeout
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        let transfers = URLSessionTransfers()
        self.transfers = transfers
        session = URLSession(configuration: configuration, delegate: transfers, delegateQueue: nil)
    }

    /// Closes the connections; what is under way is cancelled.
    public func shutdown() async throws {
        isShutDown.withLock { isShutDown in
            isShutDown = true
            session.invalidateAndCancel()
        }
    }

    /// Sends a request and returns when the head of its answer is there.
    ///
    /// Redirections are answers like others: they are not followed.
    public func send(_ request: HTTPRequest, body: [UInt8]?) async throws -> HTTPAnswer {
        try Task.checkCancellation()
        guard var message = URLRequest(request) else {
            throw ServerUnreachable(reason: Strings.Server.badAddress())
        }
        message.httpBody = body.map { Data($0) }
        // A session that was ended does not refuse a task: it ends the process.
        let task = isShutDown.withLock { isShutDown in
            isShutDown ? nil : session.dataTask(with: message)
        }
        guard let task else { throw ServerUnreachable(reason: Strings.Server.connectionClosed()) }
        // Before anything can cancel it: a task tells of its end once, and only who listens.
        transfers.add(task)
        do {
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    transfers.begin(task, continuation)
                }
            } onCancel: {
                task.cancel()
            }
        } catch {
            try Task.checkCancellation()
            throw error
        }
    }
}

extension URLRequest {
    /// The same request in Foundation's terms; `nil` when its address is no URL.
    init?(_ request: HTTPRequest) {
        guard
            let url = URL(
                string: "\(request.scheme ?? "")://\(request.authority ?? "")\(request.path ?? "")"
            )
        else { return nil }
        self.init(url: url)
        httpMethod = request.method.rawValue
        for field in request.headerFields {
            addValue(field.value, forHTTPHeaderField: field.name.rawName)
        }
    }
}
