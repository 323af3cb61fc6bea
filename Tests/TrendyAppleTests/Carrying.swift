import Foundation
import FoundationNetworking

/// Carries an upload that the system has begun to its server, as the system does.
///
/// - Returns: the answer's status.
func carry(_ request: URLRequest, _ body: Data) async throws -> Int {
    try await withCheckedThrowingContinuation { continuation in
        let task = URLSession.shared.uploadTask(with: request, from: body) { _, answer, error in
            if let error { return continuation.resume(throwing: error) }
            continuation.resume(returning: (answer as? HTTPURLResponse)?.statusCode ?? 0)
        }
        task.resume()
    }
}
