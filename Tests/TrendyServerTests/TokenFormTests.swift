import Foundation
import Testing
import TrendyModel
import TrendyWire

@testable import TrendyServer

@Suite("The text forms of tokens")
struct TokenFormTests {
    private let id = EntityID(high: 7, low: 9)

    @Test("Bytes become base64url without padding, and are read back", arguments: 0...9)
    func base64(_ count: Int) throws {
        let bytes = Data((0..<count).map { UInt8(255 - $0) })

        let text = base64URL(bytes)

        #expect(!text.contains { "+/=".contains($0) })
        #expect(base64URLDecoded(text[...]) == bytes)
    }

    @Test(
        "Other characters are no base64url",
        arguments: ["+w", "/w", "_w==", " ", "\u{e9}", "A"]
    )
    func noBase64(_ text: String) {
        #expect(base64URLDecoded(text[...]) == nil)
    }

    @Test("A token of three parts of base64url has the form of a JWT, up to 4096 bytes")
    func jwt() {
        let part = base64URL(Data("{}".utf8))
        let head = "\(part).\(part)."
        let longest = head + String(repeating: "A", count: 4096 - head.utf8.count)

        #expect(CompactJWT(longest) != nil)
        #expect(CompactJWT(longest + "AAAA") == nil)
        #expect(CompactJWT("\(part).\(part).AAAA") != nil)
        #expect(CompactJWT("\(part).\(part)") == nil)
        #expect(CompactJWT("\(part).\(part).AAAA.AAAA") == nil)
        #expect(CompactJWT("\(part).AAAA.AAAA") == nil)
        #expect(CompactJWT("AAAA.\(part).AAAA") == nil)
        #expect(CompactJWT("\(part).\(part).AA+A") == nil)
    }

    @Test("A refresh token is read back; its successor depends on the token and the key")
    func refreshToken() throws {
        let random = TestRandom(seed: 1)
        let token = RefreshToken(account: id, random: random)
        let other = RefreshToken(account: id, random: random)
        let (key, newKey) = (Data([1]), Data([2]))

        let read = try #require(RefreshToken(token.text))

        #expect(token.text.utf8.count == 64)
        #expect(read.account == id)
        #expect(read.hash == token.hash)
        #expect(read.successor(key: key).hash == token.successor(key: key).hash)
        #expect(token.hash != other.hash)
        #expect(token.successor(key: key).hash != token.hash)
        #expect(token.successor(key: key).hash != other.successor(key: key).hash)
        #expect(token.successor(key: key).hash != token.successor(key: newKey).hash)
        #expect(token.successor(key: key).account == id)
        #expect(RefreshToken(String(token.text.dropLast())) == nil)
        #expect(RefreshToken(token.text + "A") == nil)
        #expect(RefreshToken(String(repeating: "*", count: 64)) == nil)
    }

    @Test("The positions of a snapshot are read back from a token")
    func snapshotPositions() throws {
        let cursor = Cursor(epoch: "abc", version: 12)
        let places: [SnapshotPosition] = [
            .start, .entity(.geofence, id), .events, .event(Instant(milliseconds: -5), id),
        ]

        for place in places {
            let text = SnapshotToken(cursor: cursor, place: place).text
            let token = try #require(SnapshotToken(text))
            #expect(token.cursor == cursor)
            #expect(token.place == place)
        }
    }

    @Test(
        "Any other text is no token of a snapshot",
        arguments: [
            "", "abc-1", "abc-1~", "abc-1~x", "abc-1~e5", "abc-1~e~e", "abc~e", "abc-1~k4_ID",
            "abc-1~k0_ID", "abc-1~kx_ID", "abc-1~k1_x", "abc-1~x1_ID", "abc-1~k1",
        ]
    )
    func noSnapshotToken(_ text: String) {
        #expect(SnapshotToken(text.replacing("ID", with: "\(id)")) == nil)
    }

    @Test("A key that is an id of version 7 is the id, any other key sorts before all of them")
    func idempotencyKeys() throws {
        let world = TestWorld()
        let key = world.id()

        #expect(IdempotencyKey.id("\(key)") == key)
        for text in ["", "my key", "\(EntityID(high: .max, low: 1))"] {
            let id = IdempotencyKey.id(text)
            #expect(id.high < 1 << 16)
            #expect(id == IdempotencyKey.id(text))
            #expect(id != IdempotencyKey.id(text + "x"))
        }
    }

    @Test("An invite code is the same in another case, with hyphens and with spaces")
    func inviteHash() {
        let hash = Invite.hash(of: "abcd0123")

        #expect(Invite.hash(of: "ABCD-0123") == hash)
        #expect(Invite.hash(of: " abcd 0123\n") == hash)
        #expect(Invite.hash(of: "abcd0124") != hash)
        let codes = [UInt64(1), 2].map { Invite(random: TestRandom(seed: $0)).code }
        #expect(codes.allSatisfy { $0.count == 20 })
        #expect(codes[0] != codes[1])
    }
}
