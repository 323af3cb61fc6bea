import Foundation
import TrendyKit
import TrendyModel
import TrendyWeb

/// An upload and its import, as stored beside its file.
struct UploadRecord: Codable, Sendable, Equatable {
    /// How far it is.
    enum State: Codable, Sendable, Equatable {
        /// Bytes of a form are arriving; it is deleted when the connection ends.
        case receiving
        /// Bytes are missing.
        case uploading
        /// The file is complete.
        case waiting
        case done(WebImportReport)
        case failed(String)
    }

    var id: String
    var name: String
    /// The size of the file in bytes; `nil` while a form is received.
    var size: Int64?
    var fingerprint: String
    /// The IANA name of the person's time zone.
    var zone: String
    /// The start of the upload, in milliseconds since 1970.
    var startedAt: Int64
    var state: State
    /// How often the import was started.
    var attempts = 0
    /// The SHA-256 of the file, hexadecimal; `nil` before the import.
    var digest: String?
    /// Whether the same file is imported again, because its meaning depends on what is stored.
    var repeats = false

    /// The maximum size of a stored record, in bytes.
    static let maximumBytes = 256 * 1024

    /// Whether its file is kept.
    var isUnfinished: Bool {
        switch state {
        case .receiving, .uploading, .waiting: true
        case .done, .failed: false
        }
    }

    /// The start of the upload.
    var start: Instant { Instant(milliseconds: startedAt) }

    /// Reads a record; `nil` when it is damaged.
    static func read(_ path: String) -> UploadRecord? {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        // A damaged record cannot be continued: its upload starts again.
        return try? UntrustedJSON.decode(UploadRecord.self, from: data, maximumBytes: maximumBytes)
    }

    /// Writes the record; after a power loss the file has the old or the new one.
    func write(_ path: String) throws {
        try DurableFile.replace(path, with: Array(JSONEncoder().encode(self)))
    }
}
