/// Imports files that a browser uploads; implemented by hosts.
package protocol WebImports: Sendable {
    /// Starts an upload, or finds the one of the same file that was cut off.
    ///
    /// - Parameters:
    ///   - name: the file's name.
    ///   - size: the file's size in bytes.
    ///   - fingerprint: text that is equal for the same file, such as name, size and modification.
    /// - Returns: the upload's id and the number of bytes that are already there.
    /// - Throws: ``WebError`` when the file is too large or there are too many uploads.
    func begin(name: String, size: Int64, fingerprint: String) async throws -> WebUpload
    /// Appends bytes to an upload at an offset, and starts the import when it is complete.
    func append(
        _ body: any AsyncSequence<[UInt8], any Error> & Sendable,
        to id: String,
        at offset: Int64
    ) async throws -> WebUpload
    /// The uploads and imports of the account, newest first.
    func uploads() async throws -> [WebUpload]
    /// Stops an upload or forgets a finished one; nothing that was imported is deleted.
    func remove(_ id: String) async throws
}

/// An uploaded file and its import.
package struct WebUpload: Sendable, Equatable {
    /// How far it is.
    package enum State: Sendable, Equatable {
        /// Bytes are missing.
        case uploading
        /// It is being imported; the fraction is 0…1, `nil` while unknown.
        case importing(fraction: Double?)
        /// It was imported; the text says what was added, changed and left out.
        case done(summary: [String])
        /// It could not be imported; the text says why and what to do.
        case failed(reason: String)
    }

    /// Its id.
    package var id: String
    /// The file's name.
    package var name: String
    /// The file's size in bytes.
    package var size: Int64
    /// The number of bytes that arrived.
    package var received: Int64
    /// How far it is.
    package var state: State

    /// Creates an upload.
    package init(id: String, name: String, size: Int64, received: Int64, state: State) {
        self.id = id
        self.name = name
        self.size = size
        self.received = received
        self.state = state
    }
}
