/// The export that an input stands for.
///
/// The first byte decides. Its lowest two bits say what the bytes after it are: the whole file, XML
/// behind a prologue, or the content of a zip's one entry, stored or deflated. Bit 6 gives that
/// entry the name of a Chinese export, else it is `export.xml`. Bit 7 says that the bytes are
/// repeated, so that a short input can be longer than any buffer: the second byte then tells how
/// long they become, in steps of 64 KiB.
struct ExportInput {
    /// The file's bytes.
    let file: [UInt8]
    /// What is in the file when it is a zip made here.
    let zipped: [UInt8]?

    /// Decodes an input.
    init(_ input: UnsafeRawBufferPointer) {
        let (first, body) = InputBytes.read(input)
        let name = first & 0x40 != 0 ? "导出.xml" : "export.xml"
        switch first & 3 {
        case 0: (file, zipped) = (body, nil)
        case 1: (file, zipped) = (Self.prologue + body, nil)
        case 2: (file, zipped) = (ZipEntry(name, body, isDeflated: false).archive, body)
        default: (file, zipped) = (ZipEntry(name, body, isDeflated: true).archive, body)
        }
    }

    private static let prologue = Array(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE HealthData [
        <!ELEMENT HealthData (ExportDate,Me,(Record|Correlation|Workout|ActivitySummary)*)>
        <!ATTLIST HealthData locale CDATA #REQUIRED>
        ]>
        <HealthData locale="en_US">
         <ExportDate value="2024-10-25 07:05:11 -0500"/>

        """.utf8
    )
}

/// The GPX that an input stands for: bit 0 of the first byte says that the bytes after it are what
/// is in its one segment, else they are the whole file; bit 7 is as in ``ExportInput``.
struct TrackInput {
    /// The file's bytes.
    let file: [UInt8]

    /// Decodes an input.
    init(_ input: UnsafeRawBufferPointer) {
        let (first, body) = InputBytes.read(input)
        file = first & 1 == 0 ? body : Self.prologue + body + Self.epilogue
    }

    private static let prologue = Array(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" creator="fuzz" xmlns="http://www.topografix.com/GPX/1/1">
        <trk><name>A walk</name><trkseg>

        """.utf8
    )
    private static let epilogue = Array("</trkseg></trk></gpx>".utf8)
}

private enum InputBytes {
    /// How long repeated bytes become at most: 8 MiB, more than a run of gathered samples.
    private static let maximumSteps: UInt8 = 128
    private static let stepBytes = 64 << 10

    /// The byte that decides, and what is behind it, repeated if that byte says so.
    static func read(_ input: UnsafeRawBufferPointer) -> (first: UInt8, body: [UInt8]) {
        let first = input.first ?? 0
        var body = Array(input.dropFirst())
        if first & 0x80 != 0, let second = body.first {
            body.removeFirst()
            body = repeated(body, steps: second % maximumSteps + 1)
        }
        return (first, body)
    }

    private static func repeated(_ bytes: [UInt8], steps: UInt8) -> [UInt8] {
        guard !bytes.isEmpty else { return [] }
        let count = Int(steps) * stepBytes
        var result: [UInt8] = []
        result.reserveCapacity(count + bytes.count)
        while result.count < count { result += bytes }
        return result
    }
}
