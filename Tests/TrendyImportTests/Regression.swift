import CArchive
import Foundation

/// An input of `Fuzz/Regressions/export`, decoded like `ExportInput.swift` of the fuzzer.
struct Regression {
    /// All inputs.
    static let names: [String] = {
        let names = try? FileManager.default.contentsOfDirectory(atPath: directory.path)
        precondition(names?.isEmpty == false, "\(directory.path) must hold the fuzzer's inputs")
        return names?.sorted() ?? []
    }()

    private static let directory = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent()
        .appendingPathComponent("../../Fuzz/Regressions/export")
        .standardized
    private static let prologue = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE HealthData [
        <!ELEMENT HealthData (ExportDate,Me,(Record|Correlation|Workout|ActivitySummary)*)>
        <!ATTLIST HealthData locale CDATA #REQUIRED>
        ]>
        <HealthData locale="en_US">
         <ExportDate value="2024-10-25 07:05:11 -0500"/>

        """

    private let flags: UInt8
    private let body: [UInt8]

    init(_ name: String) throws {
        let input = [UInt8](try Data(contentsOf: Self.directory.appendingPathComponent(name)))
        flags = input.first ?? 0
        guard flags & 0x80 != 0, input.count > 2 else {
            body = Array(input.dropFirst())
            return
        }
        let part = input.dropFirst(2)
        let count = (Int(input[1] % 128) + 1) << 16
        body = Array(repeatElement(part, count: (count + part.count - 1) / part.count).joined())
    }

    /// The bytes of the input's file.
    func file(in scratch: Scratch) throws -> [UInt8] {
        switch flags & 3 {
        case 0: return body
        case 1: return Array(Self.prologue.utf8) + body
        default:
            let name = flags & 0x40 != 0 ? "导出.xml" : "export.xml"
            let path = scratch.zip(
                [(name, String(decoding: body, as: UTF8.self))],
                options: flags & 3 == 2 ? "zip:compression=store" : nil
            )
            var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
            // The flag for a UTF-8 name, in both headers.
            bytes[7] |= 0x08
            if let directory = bytes.indices.last(where: { bytes[$0...].starts(with: Self.entry) })
            {
                bytes[directory + 9] |= 0x08
            }
            return bytes
        }
    }

    private static let entry: [UInt8] = [0x50, 0x4B, 0x01, 0x02]
}
