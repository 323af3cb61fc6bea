import Foundation
import FoundationNetworking

/// Performs an upload that the system has started.
///
/// - Returns: the status of the response.
func carry(_ request: URLRequest, _ body: Data) async throws -> Int {
    try await withCheckedThrowingContinuation { continuation in
        let task = URLSession.shared.uploadTask(with: request, from: body) { _, answer, error in
            if let error { return continuation.resume(throwing: error) }
            continuation.resume(returning: (answer as? HTTPURLResponse)?.statusCode ?? 0)
        }
        task.resume()
    }
}
