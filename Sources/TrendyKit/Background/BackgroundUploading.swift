public import HTTPTypes

/// Uploads that the system carries on with while the app is suspended or gone: a background
/// `URLSession`.
///
/// Several at once may reach the server in any order. What the server answers is not waited for: the mutations in it stay in the queue, and the next
/// push, with the same keys, learns what became of them.
public protocol BackgroundUploading: Sendable {
    /// Hands an upload to the system.
    ///
    /// - `body`: written to a file, which the system reads and which is deleted afterwards.
    /// - `name`: tells uploads apart; one that is under way already is not begun again.
    func upload(_ request: HTTPRequest, body: [UInt8], name: String) async throws

    /// The names of the uploads that are under way.
    var underWay: Set<String> { get async }
}
