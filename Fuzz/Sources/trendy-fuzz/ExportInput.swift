/// Decodes an input into an export file.
///
/// The lowest two bits of the first byte select the meaning of the following bytes: the whole file,
/// XML after a prologue, or the single entry of a zip, stored or deflated. Bit 6 names that entry
/// like a Chinese export, otherwise `export.xml`. Bit 7 repeats the bytes, so that a short input
/// can be longer than any buffer: then the second byte gives the length in steps of 64 KiB.
struct ExportInput {
    /// The file's bytes.
    let file: [UInt8]
    /// The content of the zip entry, if the input is a zip made here.
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

/// Decodes an input into a GPX file: bit 0 of the first byte selects whether the following bytes
/// are the content of its only segment or the whole file; bit 7 is as in ``ExportInput``.
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
    /// The maximum length of repeated bytes: 8 MiB, more than one batch of gathered samples.
    private static let maximumSteps: UInt8 = 128
    private static let stepBytes = 64 << 10

    /// The selecting byte and the following bytes, repeated if bit 7 is set.
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
