import Testing
import TrendyModel
import TrendyWire

@Suite("The wire types")
struct WireTests {
    private let id = EntityID(high: 0x0190_163d_8694_739b, low: 0xaea5_966c_26f8_ad91)

    private func entity(deleted: Bool = false) -> Entity {
        Entity(
            kind: .event,
            id: id,
            version: 9_007_199_254_740_993,
            createdAt: Instant(milliseconds: 1),
            updatedAt: Instant(milliseconds: 2),
            deletedAt: deleted ? Instant(milliseconds: 3) : nil,
            content: deleted
                ? Entity.emptyContent
                : RawJSON(unchecked: #"{"a":"caf\u00e9","future":{"x":[1]},"n":0.10}"#.utf8)
        )
    }

    @Test("A push survives encoding and decoding")
    func push() throws {
        let request = PushRequest(
            deviceID: id,
            mutations: [
                PushMutation(
                    id: id,
                    kind: .event,
                    operation: .create,
                    entityID: id,
                    baseVersion: nil,
                    editedAt: Instant(milliseconds: 5),
                    fields: entity().content
                ),
                PushMutation(
                    id: id,
                    kind: .geofence,
                    operation: .delete,
                    entityID: id,
                    baseVersion: 4,
                    editedAt: Instant(milliseconds: 5),
                    fields: Entity.emptyContent
                ),
            ]
        )

        let read = try request.json.withUnsafeBytes { try PushRequest(json: $0) }

        #expect(read == request)
    }

    @Test("A null base version counts as missing, and unknown fields are ignored")
    func nullBase() throws {
        let text = #"""
            {"future":[{}],"device_id":"\#(id)","mutations":[{"base_version":null,"id":"\#(id)",
            "entity_type":"event","operation":"delete","entity_id":"\#(id)","x":1,
            "edited_at":"2026-01-15T08:30:00Z"}]}
            """#
        let read = try Array(text.utf8).withUnsafeBytes { try PushRequest(json: $0) }

        #expect(read.mutations[0].baseVersion == nil)
    }

    @Test("An answer survives encoding and decoding")
    func answer() throws {
        let answer = PushAnswer(
            epoch: "e1",
            results: [
                PushResult(id: id, status: .applied, version: 7),
                PushResult(id: id, status: .conflict, entity: entity()),
                PushResult(
                    id: id,
                    status: .rejected,
                    problem: Problem(
                        .validation,
                        detail: "d",
                        errors: [FieldError(code: "required", field: "name", message: "m")]
                    )
                ),
            ],
            previousCursor: "e1-5",
            cursor: "e1-7"
        )

        let read = try answer.json().withUnsafeBytes { try PushAnswer(json: $0) }

        #expect(read == answer)
    }

    @Test("A page of changes survives encoding and decoding")
    func changes() throws {
        let page = ChangePage(
            changes: [entity(), entity(deleted: true)],
            nextCursor: Cursor(epoch: "ab", version: 12),
            hasMore: true
        )

        let read = try page.json.withUnsafeBytes { try ChangePage(json: $0) }

        #expect(read == page)
    }

    @Test("A change of an unknown kind or without an id is set aside, and the page is decoded")
    func unreadable() throws {
        let strange =
            #"{"entity_type":"mood_ring","id":"01890a5d-ac96-774b-bcce-b302099a8057","x":1}"#
        let nameless = #"{"entity_type":"event","version":4}"#
        let whole = ChangePage(
            changes: [entity()],
            nextCursor: Cursor(epoch: "ab", version: 12),
            hasMore: false
        )
        let text = String(decoding: whole.json, as: UTF8.self).replacing(
            #"{"changes":["#,
            with: #"{"changes":[{"data":\#(strange)},{"version":4,"data":\#(nameless)},"#
        )

        let read = try Array(text.utf8).withUnsafeBytes { try ChangePage(json: $0) }
        let line = try Array(strange.utf8).withUnsafeBytes { try SnapshotLine(line: $0) }

        #expect(read.changes == whole.changes)
        #expect(read.unreadable.map(\.kind) == ["mood_ring", "event"])
        #expect(
            read.unreadable.first?.entityID == EntityID("01890a5d-ac96-774b-bcce-b302099a8057")
        )
        #expect(read.unreadable.map(\.json.description) == [strange, nameless])
        #expect(line == .unreadable(try #require(read.unreadable.first)))
    }

    @Test(
        "A snapshot decodes to the same lines, independent of how its bytes are split",
        arguments: [1, 7, 64, 4096]
    )
    func snapshot(pieceSize: Int) throws {
        let lines: [SnapshotLine] = [
            .header(
                cursor: Cursor(epoch: "e", version: 3),
                counts: [.event: 2, .eventType: 0, .geofence: 0, .propertyDefinition: 0],
                previousEpochs: [Cursor(epoch: "d", version: 2), Cursor(epoch: "c", version: 0)]
            ),
            .entity(entity()), .mark(after: "t\"x"), .entity(entity(deleted: true)), .complete,
        ]
        var writer = JSONWriter()
        for line in lines { line.write(to: &writer) }
        var decoder = SnapshotDecoder()
        var read: [SnapshotLine] = []

        for start in stride(from: 0, to: writer.bytes.count, by: pieceSize) {
            let piece = writer.bytes[start..<min(start + pieceSize, writer.bytes.count)]
            read += try Array(piece).withUnsafeBytes { try decoder.decode($0) }
        }

        #expect(read == lines)
    }

    @Test(
        "Hostile answers cause errors, not crashes",
        arguments: [
            "", "null", "[]", "{", "{}", #"{"changes":{}}"#, #"{"changes":[{}],"next_cursor":5}"#,
            #"{"changes":[{"data":7}],"next_cursor":"a-1","has_more":false}"#,
            #"{"epoch":"e","results":[{"id":1}]}"#,
            #"{"changes":[],"next_cursor":"-1","has_more":1}"#,
            "<html><body>Sign in</body></html>",
        ]
    )
    func hostile(text: String) {
        let bytes = Array(text.utf8)
        #expect(throws: JSONError.self) { try bytes.withUnsafeBytes { try ChangePage(json: $0) } }
        #expect(throws: JSONError.self) { try bytes.withUnsafeBytes { try PushAnswer(json: $0) } }
        #expect(throws: JSONError.self) { try bytes.withUnsafeBytes { try PushRequest(json: $0) } }
    }

    @Test("Any damage to an answer causes an error or another answer, never a crash")
    func damage() throws {
        let page = ChangePage(
            changes: [entity()],
            nextCursor: Cursor(epoch: "ab", version: 12),
            hasMore: true
        )
        let whole = page.json
        for cut in 0..<whole.count {
            #expect(throws: JSONError.self) {
                try Array(whole[..<cut]).withUnsafeBytes { try ChangePage(json: $0) }
            }
            for byte in [0x00, 0x22, 0x5C, 0x7B, 0xFF] as [UInt8] {
                var damaged = whole
                damaged[cut] = byte
                _ = try? damaged.withUnsafeBytes { try ChangePage(json: $0) }
            }
        }
    }

    @Test(
        "A damaged line has the same error offset, independent of how the bytes are split",
        arguments: [1, 7, 4096]
    )
    func offset(pieceBytes: Int) {
        let mark = #"{"after":"a-1~e"}"# + "\n"
        let bytes = Array((mark + mark + "{]\n").utf8)
        var decoder = SnapshotDecoder()
        var failure: JSONError?

        for start in stride(from: 0, to: bytes.count, by: pieceBytes) where failure == nil {
            let piece = bytes[start..<min(start + pieceBytes, bytes.count)]
            do throws(JSONError) {
                _ = try piece.withUnsafeBytes { buffer in
                    Result { () throws(JSONError) in try decoder.decode(buffer) }
                }.get()
            } catch {
                failure = error
            }
        }

        #expect(failure?.offset == 2 * mark.utf8.count + 1)
    }

    @Test(
        "A snapshot line with incomplete JSON or an invalid mark is an error",
        arguments: [
            #"{"complete":"#, #"{"complete":false}"#, #"{"complete":true"#, #"{"complete":true}}"#,
            #"{"after":"a-1~e""#, #"{"after":"a-1~e"}]"#, #"{"after":1}"#,
        ]
    )
    func brokenLine(text: String) {
        #expect(throws: JSONError.self) {
            try Array(text.utf8).withUnsafeBytes { try SnapshotLine(line: $0) }
        }
    }

    @Test("A cursor survives encoding and decoding; invalid text is refused")
    func cursor() {
        let cursor = Cursor(epoch: "a1b2", version: .max)
        #expect(Cursor(cursor.description) == cursor)
        for text in ["", "-", "a", "a-", "-5", "a--5", "a-05", "a-1 "] {
            #expect(Cursor(text) == nil)
        }
    }

    @Test("Digests do not depend on the order and differ between versions")
    func digest() {
        var first = DigestBucket()
        var second = DigestBucket()
        first.add(id: id, version: 1)
        first.add(id: EntityID(high: 1, low: 2), version: 1)
        second.add(id: EntityID(high: 1, low: 2), version: 1)
        second.add(id: id, version: 1)
        #expect(first == second)
        second.add(id: id, version: 2)
        #expect(first != second)
    }
}
