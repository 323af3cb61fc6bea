package import Foundation
package import TrendyModel

/// Imports files that a browser uploads; implemented by hosts.
package protocol WebImports: Sendable {
    /// The maximum size of a file in bytes.
    var maximumFileBytes: Int64 { get }

    /// Starts an upload, or finds the one of the same file that was cut off or imported before.
    ///
    /// - Parameters:
    ///   - name: the file's name.
    ///   - size: the file's size in bytes.
    ///   - fingerprint: text that is equal for the same file, such as name, size and modification.
    ///   - zone: the person's time zone, where the file does not state one.
    /// - Returns: the upload, with the number of bytes that are already there.
    /// - Throws: ``WebError`` when the file is too large or there are too many uploads.
    func begin(
        name: String,
        size: Int64,
        fingerprint: String,
        zone: TimeZone
    ) async throws -> WebUpload

    /// Appends bytes to an upload, and starts the import when it is complete.
    ///
    /// - Throws: ``WebUploadMismatch`` when `offset` is not the number of bytes that are there,
    ///   ``WebError`` when the bytes cannot be stored, and what the body throws; the bytes before
    ///   that stay.
    func append(
        _ body: any AsyncSequence<[UInt8], any Error> & Sendable,
        to id: String,
        at offset: Int64
    ) async throws -> WebUpload

    /// Stores a whole file of a form and starts its import; an error leaves nothing.
    ///
    /// - `largest`: the size that the file cannot exceed, such as that of the request.
    func receive(
        _ body: any AsyncSequence<[UInt8], any Error> & Sendable,
        name: String,
        largest: Int64?,
        zone: TimeZone
    ) async throws -> WebUpload

    /// The uploads and imports of the account, newest first.
    func uploads() async throws -> [WebUpload]

    /// Stops an upload or import, or forgets a finished one; nothing that was imported is deleted.
    func remove(_ id: String) async throws
}

/// The offset of appended bytes is not the end of the upload.
package struct WebUploadMismatch: Error, Sendable {
    /// The upload as it is.
    package let upload: WebUpload

    /// Creates the error.
    package init(upload: WebUpload) {
        self.upload = upload
    }
}

/// An uploaded file and its import.
package struct WebUpload: Sendable, Equatable {
    /// How far it is.
    package enum State: Sendable, Equatable {
        /// Bytes are missing.
        case uploading
        /// It is complete and is imported after others.
        case waiting
        /// It is being imported; the fraction is 0…1, `nil` while unknown.
        case importing(step: String, fraction: Double?)
        /// It was imported.
        case done(WebImportReport)
        /// It could not be imported; the text says why and what to do.
        case failed(reason: String)
    }

    /// Its id.
    package var id: String
    /// The file's name.
    package var name: String
    /// The file's size in bytes; `nil` while a form is received.
    package var size: Int64?
    /// The number of bytes that arrived.
    package var received: Int64
    /// The start of the upload.
    package var startedAt: Instant
    /// How far it is.
    package var state: State
    /// Whether bytes arrived just now.
    package var isActive: Bool

    /// Creates an upload.
    package init(
        id: String,
        name: String,
        size: Int64?,
        received: Int64,
        startedAt: Instant,
        state: State,
        isActive: Bool = false
    ) {
        self.id = id
        self.name = name
        self.size = size
        self.received = received
        self.startedAt = startedAt
        self.state = state
        self.isActive = isActive
    }
}

/// What an import added and left out, in words.
package struct WebImportReport: Sendable, Equatable, Codable {
    /// A number with its name.
    package struct Fact: Sendable, Equatable, Codable {
        /// The name, such as "New events".
        package var name: String
        /// The number.
        package var count: Int

        /// Creates a fact.
        package init(_ name: String, _ count: Int) {
            self.name = name
            self.count = count
        }
    }

    /// Something that was not imported.
    package struct LeftOut: Sendable, Equatable, Codable {
        /// What it is, such as the name of a type.
        package var name: String
        /// The number.
        package var count: Int
        /// The reason.
        package var reason: String

        /// Creates a part.
        package init(name: String, count: Int, reason: String) {
            self.name = name
            self.count = count
            self.reason = reason
        }
    }

    /// What was read and stored.
    package var facts: [Fact]
    /// What was left out.
    package var leftOut: [LeftOut]
    /// What else the person should know.
    package var notes: [String]
    /// Whether the same file was imported before, so that nothing was read again.
    package var isRepeated: Bool

    /// Creates a report.
    package init(
        facts: [Fact] = [],
        leftOut: [LeftOut] = [],
        notes: [String] = [],
        isRepeated: Bool = false
    ) {
        self.facts = facts
        self.leftOut = leftOut
        self.notes = notes
        self.isRepeated = isRepeated
    }
}
