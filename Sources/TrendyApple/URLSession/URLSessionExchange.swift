import Foundation
package import HTTPTypes
import Synchronization
import TrendyModel
package import TrendySync

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An ``HTTPExchange`` over `URLSession`.
package final class URLSessionExchange: HTTPExchange {
    /// The timeout, in seconds, for the start of a response and between two chunks of its body.
    static let timeout: TimeInterval = 60

    private let session: URLSession
    private let transfers: URLSessionTransfers
    private let isShutDown = Mutex(false)

    /// Creates an exchange with connections of its own and without cache or cookies.
    package init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = Self.timeout
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        let transfers = URLSessionTransfers()
        self.transfers = transfers
        session = URLSession(configuration: configuration, delegate: transfers, delegateQueue: nil)
    }

    /// Closes the connections and cancels requests in progress.
    package func shutdown() async throws {
        isShutDown.withLock { isShutDown in
            isShutDown = true
            session.invalidateAndCancel()
        }
    }

    /// Sends a request and returns when the response head has arrived.
    ///
    /// Does not follow redirects; it returns them as responses.
    package func send(_ request: HTTPRequest, body: [UInt8]?) async throws -> HTTPAnswer {
        try Task.checkCancellation()
        guard var message = URLRequest(request) else {
            throw ServerUnreachable(reason: .invalidAddress)
        }
        message.httpBody = body.map { Data($0) }
        // Creating a task in an invalidated session traps instead of throwing.
        let task = isShutDown.withLock { isShutDown in
            isShutDown ? nil : session.dataTask(with: message)
        }
        guard let task else { throw ServerUnreachable(reason: .closed) }
        // Register before anything can cancel the task: it reports its completion only once.
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
    /// Converts a request; `nil` when its address is not a URL.
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
