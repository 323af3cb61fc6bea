package import HTTPTypes

/// Uploads that the system continues while the app is suspended or terminated, as a background
/// `URLSession` does.
///
/// Concurrent uploads reach the server in any order. The app does not wait for the responses: the
/// mutations stay in the queue, and the next push with the same idempotency keys returns their
/// results.
package protocol BackgroundUploading: Sendable {
    /// Hands an upload to the system.
    ///
    /// - `body`: written to a file that the system reads; the file is deleted afterwards.
    /// - `name`: identifies the upload; an upload in progress is not started again.
    func upload(_ request: HTTPRequest, body: [UInt8], name: String) async throws

    /// The names of the uploads in progress.
    var inProgress: Set<String> { get async }
}
