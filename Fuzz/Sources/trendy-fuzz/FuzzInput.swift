/// The file that an input stands for.
///
/// The first byte decides. Its lowest two bits say what the bytes after it are: the whole file, XML
/// behind a prologue, or the content of a zip's one entry, stored or deflated. Bit 6 gives that
/// entry the name of a Chinese export, else it is `export.xml`. Bit 7 says that the bytes are
/// repeated, so that a short input can be longer than any buffer: the second byte then tells how
/// long they become, in steps of 64 KiB. Bit 5 says that it is a GPX: the whole file, or with bit 0
/// what is in its one segment.
struct FuzzInput {
    /// How long repeated bytes become at most: 8 MiB, more than a run of gathered samples.
    private static let maximumSteps: UInt8 = 128
    private static let stepBytes = 64 << 10

    /// The file's bytes.
    let file: [UInt8]
    /// Whether it is to be read as a GPX.
    let isTrack: Bool
    /// What is in the file when it is a zip made here.
    let zipped: [UInt8]?

    /// Decodes an input.
    init(_ input: UnsafeRawBufferPointer) {
        let first = input.first ?? 0
        var body = Array(input.dropFirst())
        if first & 0x80 != 0, let second = body.first {
            body.removeFirst()
            body = Self.repeated(body, steps: second % Self.maximumSteps + 1)
        }
        isTrack = first & 0x20 != 0
        guard !isTrack else {
            file = first & 1 == 0 ? body : Self.trackPrologue + body + Self.trackEpilogue
            zipped = nil
            return
        }
        let name = first & 0x40 != 0 ? "导出.xml" : "export.xml"
        switch first & 3 {
        case 0: (file, zipped) = (body, nil)
        case 1: (file, zipped) = (Self.prologue + body, nil)
        case 2: (file, zipped) = (ZipEntry(name, body, isDeflated: false).archive, body)
        default: (file, zipped) = (ZipEntry(name, body, isDeflated: true).archive, body)
        }
    }

    private static func repeated(_ bytes: [UInt8], steps: UInt8) -> [UInt8] {
        guard !bytes.isEmpty else { return [] }
        let count = Int(steps) * stepBytes
        var result: [UInt8] = []
        result.reserveCapacity(count + bytes.count)
        while result.count < count { result += bytes }
        return result
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

    private static let trackPrologue = Array(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" creator="fuzz" xmlns="http://www.topografix.com/GPX/1/1">
        <trk><name>A walk</name><trkseg>

        """.utf8
    )
    private static let trackEpilogue = Array("</trkseg></trk></gpx>".utf8)
}
