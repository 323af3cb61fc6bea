/// The kind of a file, by its first bytes.
package enum ImportFileKind: Sendable, Equatable {
    /// A zip archive, such as the export of the Health app.
    case zip
    /// The XML of an Apple Health export.
    case healthExport
    /// A GPX track.
    case gpx
    /// JSON or NDJSON, such as Trendy's own export.
    case json
    /// A file that cannot be imported.
    case other(Other)

    /// The kinds of files that people choose by mistake.
    package enum Other: String, Sendable, CaseIterable {
        case empty, pdf, image, video, gzip, database, kml, tcx, fit, html, csv, xml, text, unknown
        case clinicalDocument
    }

    /// The number of bytes that are examined.
    package static let headBytes = 16 * 1024

    /// Recognizes a file by its first ``headBytes``.
    package init(head: [UInt8]) {
        if head.isEmpty {
            self = .other(.empty)
        } else if head.starts(with: [0x50, 0x4B, 0x03, 0x04])
            || head.starts(with: [0x50, 0x4B, 0x05, 0x06])
        {
            self = .zip
        } else if let kind = Self.binary(head) {
            self = .other(kind)
        } else {
            self = Self.text(head)
        }
    }

    private static func binary(_ head: [UInt8]) -> Other? {
        func has(_ bytes: [UInt8], at offset: Int = 0) -> Bool {
            head.count >= offset + bytes.count && head[offset...].starts(with: bytes)
        }
        func has(_ text: String, at offset: Int = 0) -> Bool { has(Array(text.utf8), at: offset) }
        if has("%PDF") { return .pdf }
        if has([0x89, 0x50, 0x4E, 0x47]) || has([0xFF, 0xD8, 0xFF]) || has("GIF8") {
            return .image
        }
        if has("RIFF"), has("WEBP", at: 8) { return .image }
        if has("ftyp", at: 4) {
            return has("hei", at: 8) || has("mif", at: 8) || has("avif", at: 8) ? .image : .video
        }
        if has([0x1F, 0x8B]) { return .gzip }
        if has("SQLite format 3\u{0}") { return .database }
        if has(".FIT", at: 8) { return .fit }
        return nil
    }

    private static func text(_ head: [UInt8]) -> ImportFileKind {
        // The head of a longer file may end inside a character, which has at most four bytes.
        let cutBytes = head.count < headBytes ? 0...0 : 0...3
        let texts = cutBytes.lazy.compactMap {
            String(validating: head.dropLast($0), as: UTF8.self)
        }
        guard let text = texts.first, !text.contains("\u{0}") else { return .other(.unknown) }
        let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        if text.contains("<!DOCTYPE HealthData") || text.contains("<HealthData") {
            return .healthExport
        }
        if start.first == "<" { return xml(text, start) }
        if start.first == "{" || start.first == "[" { return .json }
        let lines = start.split(separator: "\n", maxSplits: 2).prefix(2)
        let commas = lines.map { line in line.count { $0 == "," || $0 == ";" || $0 == "\t" } }
        if let first = commas.first, first > 0, commas.allSatisfy({ $0 > 0 }) {
            return .other(.csv)
        }
        return .other(start.isEmpty ? .empty : .text)
    }

    private static func xml(_ text: String, _ start: Substring) -> ImportFileKind {
        let lower = start.prefix(4096).lowercased()
        if text.contains("<gpx") { return .gpx }
        if text.contains("<kml") { return .other(.kml) }
        if text.contains("<TrainingCenterDatabase") { return .other(.tcx) }
        if text.contains("<ClinicalDocument") { return .other(.clinicalDocument) }
        if lower.contains("<html") || lower.hasPrefix("<!doctype html") { return .other(.html) }
        return .other(.xml)
    }
}
