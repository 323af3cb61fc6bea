/// Recognizes Apple Health exports by their first bytes.
enum ExportSniffer {
    /// The number of bytes that are examined.
    static let headBytes = 16 * 1024

    /// Whether XML with these first bytes is an export.
    static func isExport(_ head: [UInt8]) -> Bool {
        contains(head, "<!DOCTYPE HealthData") || contains(head, "<HealthData")
    }

    /// Whether a file with these first bytes is a zip archive, including an empty one.
    static func isZip(_ head: [UInt8]) -> Bool {
        head.starts(with: [0x50, 0x4B, 0x03, 0x04]) || head.starts(with: [0x50, 0x4B, 0x05, 0x06])
    }

    private static func contains(_ bytes: [UInt8], _ text: String) -> Bool {
        let pattern = Array(text.utf8)
        guard bytes.count >= pattern.count else { return false }
        return (0...bytes.count - pattern.count).contains { start in
            bytes[start..<start + pattern.count].elementsEqual(pattern)
        }
    }
}
