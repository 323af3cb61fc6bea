import Foundation
import Testing
import TrendyModel
import TrendyWire

@Suite("Numbers, times and lines at the limits of the wire")
struct HostileWireTests {
    @Test("Credentials omit a missing invite")
    func invite() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let without = try encoder.encode(Credentials(email: "a", password: "b"))
        let with = try encoder.encode(Credentials(email: "a", password: "b", invite: "c"))

        #expect(String(decoding: without, as: UTF8.self) == #"{"email":"a","password":"b"}"#)
        #expect(
            String(decoding: with, as: UTF8.self) == #"{"email":"a","invite":"c","password":"b"}"#
        )
    }

    @Test("A cursor accepts every version, and no larger number")
    func cursors() {
        #expect(Cursor("e-\(Int64.max)")?.version == .max)
        for text in [
            "e-9223372036854775808", "e--1", "e-+1", "e-01", "-1", "e-", "\u{1B}-1", "é-1",
        ] {
            #expect(Cursor(text) == nil, "\(text)")
        }
        let long = String(repeating: "e", count: 65)
        #expect(Cursor("\(long)-1") == nil)
    }

    @Test("Instants at the ends of the range are added, read and written without a trap")
    func instants() {
        let ends = [Instant(seconds: .max), Instant(seconds: .min)]
        #expect(ends == [Instant(milliseconds: .max), Instant(milliseconds: .min)])
        #expect(ends.map(\.seconds) == [9_223_372_036_854_775, -9_223_372_036_854_776])
        #expect(ends.map(\.rfc3339) == ["9999-12-31T23:59:59.999Z", "0000-01-01T00:00:00.000Z"])
        #expect(Instant(milliseconds: -1).seconds == -1)
        #expect(Instant(milliseconds: -1000).seconds == -1)
        #expect(Instant(milliseconds: -1001).seconds == -2)
        // Instants that cannot be written again are refused: UTC outside the years 0000 to 9999.
        for text in ["9999-12-31T23:59:60-23:59", "0000-01-01T00:00:00+23:59"] {
            #expect(Instant(rfc3339: text) == nil)
        }
        #expect(Instant(rfc3339: "9999-12-31T23:59:59.9Z") != nil)
    }

    @Test("Versions and sizes at the limits are accepted in a page and in a snapshot line")
    func versions() throws {
        let id = "01890a5d-ac96-774b-bcce-b302099a8057"
        for version in ["\(Int64.max)", "-1", "9223372036854775808", "1e400", "-0", "1.5"] {
            let page = """
                {"changes":[{"version":\(version),"entity_type":"event","entity_id":"\(id)",
                "operation":"delete"}],"next_cursor":"e-\(Int64.max)","has_more":false}
                """
            var utf8 = page
            // Success and errors are both allowed, but no trap.
            _ = utf8.withUTF8 { try? ChangePage(json: UnsafeRawBufferPointer($0)) }
            var decoder = SnapshotDecoder()
            var line =
                #"{"entity_type":"event","id":"\#(id)","version":\#(version)}"# + "\n"
                + #"{"cursor":"e-1","counts":{"event":\#(version)}}"# + "\n"
            _ = line.withUTF8 { try? decoder.decode(UnsafeRawBufferPointer($0)) }
        }
    }

    @Test("A snapshot line without an end is refused after 8 MiB")
    func longLine() throws {
        var decoder = SnapshotDecoder()
        let piece = [UInt8](repeating: UInt8(ascii: " "), count: 1 << 20)
        func take() throws { _ = try piece.withUnsafeBytes { try decoder.decode($0) } }
        for _ in 0..<8 { try take() }

        #expect(throws: JSONError.self) { try take() }
    }
}
