/// A content line of RFC 5545, which is folded after 75 bytes.
struct ContentLine {
    /// The maximum number of bytes of a line without its line end.
    static let maximumBytes = 75

    /// The bytes of the line before folding.
    var content = ExportBuffer(capacity: 1024)

    /// Writes a line that is shorter than the maximum.
    mutating func write(_ text: StaticString, to out: inout ExportBuffer) {
        out.append(text)
        out.append("\r\n")
    }

    /// Begins a line with its name, parameters and colon.
    mutating func begin(_ name: StaticString) {
        content.removeAll()
        content.append(name)
    }

    /// Appends UTF-8 text with the escapes of a TEXT value.
    ///
    /// Control characters, which iCalendar cannot express, become U+FFFD.
    mutating func append(text: [UInt8]) {
        for (index, byte) in text.enumerated() {
            switch byte {
            case UInt8(ascii: "\\"), UInt8(ascii: ";"), UInt8(ascii: ","):
                content.append(UInt8(ascii: "\\"))
                content.append(byte)
            case 0x0A: content.append("\\n")
            case 0x0D:
                // A line end of two characters is one.
                if index + 1 == text.count || text[index + 1] != 0x0A { content.append("\\n") }
            case 0x09: content.append(byte)
            case 0..<0x20, 0x7F: content.append("\u{FFFD}")
            default: content.append(byte)
            }
        }
    }

    /// Writes the line in pieces that end between characters.
    func end(_ out: inout ExportBuffer) {
        content.withBytes { bytes in
            var start = 0
            // A continuation begins with a space, which counts.
            var room = Self.maximumBytes
            while bytes.count - start > room {
                var cut = start + room
                while cut > start + 1, bytes[cut] & 0xC0 == 0x80 { cut -= 1 }
                out.append(UnsafeRawBufferPointer(rebasing: bytes[start..<cut]))
                out.append("\r\n ")
                start = cut
                room = Self.maximumBytes - 1
            }
            out.append(UnsafeRawBufferPointer(rebasing: bytes[start...]))
        }
        out.append("\r\n")
    }
}
