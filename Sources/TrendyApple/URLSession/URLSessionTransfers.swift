import Foundation
import HTTPTypes
import Synchronization
import TrendyModel
import TrendySync

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The delegate that routes the events of a session to its transfers.
final class URLSessionTransfers: NSObject, URLSessionDataDelegate {
    /// A response whose head or body is incomplete.
    private struct Transfer {
        /// The continuation of the head; `nil` before the request is sent and after the head has
        /// arrived.
        var head: CheckedContinuation<HTTPAnswer, any Error>?
        let body: URLSessionBody
    }

    private let transfers = Mutex<[Int: Transfer]>([:])

    /// Registers a task; it may be cancelled from now on.
    func add(_ task: URLSessionDataTask) {
        transfers.withLock { $0[task.taskIdentifier] = Transfer(body: URLSessionBody(task)) }
    }

    /// Sends the request of a registered task; its response resumes a continuation.
    func begin(_ task: URLSessionDataTask, _ head: CheckedContinuation<HTTPAnswer, any Error>) {
        let hasEnded = transfers.withLock { transfers in
            transfers[task.taskIdentifier]?.head = head
            return transfers[task.taskIdentifier] == nil
        }
        guard !hasEnded else {
            return head.resume(throwing: ServerUnreachable(reason: .closed))
        }
        task.resume()
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        let (head, body) = transfers.withLock { transfers in
            defer { transfers[dataTask.taskIdentifier]?.head = nil }
            let transfer = transfers[dataTask.taskIdentifier]
            return (transfer?.head, transfer?.body)
        }
        guard let head, let body, let response = response as? HTTPURLResponse else {
            head?.resume(throwing: ServerUnreachable(reason: .notHTTP))
            return completionHandler(.cancel)
        }
        head.resume(returning: HTTPAnswer(head: HTTPResponse(response), body: body))
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        transfers.withLock { $0[dataTask.taskIdentifier]?.body }?.receive(data)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didCompleteWithError error: (any Error)?
    ) {
        let transfer = transfers.withLock { $0.removeValue(forKey: task.taskIdentifier) }
        let failure = error.map { ServerUnreachable(reason: .init($0)) }
        transfer?.head?.resume(throwing: failure ?? ServerUnreachable(reason: .notHTTP))
        transfer?.body.finish(failure)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}

extension FailureReason.ConnectionFailure {
    /// Converts an error of `URLSession`.
    fileprivate init(_ error: any Error) {
        guard let code = (error as? URLError)?.code else {
            self = .other(String(describing: error))
            return
        }
        self =
            switch code {
            case .timedOut: .timedOut
            case .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed: .noServer
            case .networkConnectionLost: .closed
            case .notConnectedToInternet, .dataNotAllowed, .internationalRoamingOff: .noNetwork
            case .secureConnectionFailed, .serverCertificateUntrusted,
                .serverCertificateHasBadDate, .serverCertificateHasUnknownRoot,
                .serverCertificateNotYetValid:
                .notSecure
            case .badServerResponse, .cannotParseResponse: .notHTTP
            case .badURL, .unsupportedURL: .invalidAddress
            default: .other(String(describing: error))
            }
    }
}

extension HTTPResponse {
    fileprivate init(_ response: HTTPURLResponse) {
        self.init(status: .init(code: response.statusCode))
        for (name, value) in response.allHeaderFields {
            guard let name = (name as? String).flatMap({ HTTPField.Name($0) }),
                let value = value as? String
            else { continue }
            headerFields.append(HTTPField(name: name, value: value))
        }
    }
}
