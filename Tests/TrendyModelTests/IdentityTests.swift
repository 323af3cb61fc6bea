import Testing
import TrendyModel

@Suite("Identity")
struct IdentityTests {
    private struct CountingRandom: RandomSource {
        let value: UInt64
        func next() -> UInt64 { value }
    }

    @Test("Ids of version 7 contain the version, the variant and the millisecond")
    func layout() {
        var generator = UUIDv7Generator()

        let id = generator.next(
            at: Instant(milliseconds: 0x0123_4567_89AB),
            random: CountingRandom(value: .max)
        )

        #expect(id.uuidVersion == 7)
        #expect(id.low >> 62 == 0b10)
        #expect(id.high >> 16 == 0x0123_4567_89AB)
    }

    @Test(
        "Ids increase within a millisecond, and when the clock stands still or goes back",
        arguments: [UInt64(0), 0x7FFF_FFFF, .max]
    )
    func monotonic(random: UInt64) {
        var generator = UUIDv7Generator()
        let random = CountingRandom(value: random)
        var last = generator.next(at: Instant(milliseconds: 1_000_000), random: random)

        for step in 0..<20_000 {
            let now = Instant(milliseconds: 1_000_000 - Int64(step % 50))
            let id = generator.next(at: now, random: random)
            #expect(id > last)
            #expect(id.uuidVersion == 7)
            #expect(id.low >> 62 == 0b10)
            last = id
        }
    }

    @Test("Text and bytes of an id decode to the same id")
    func roundTrip() throws {
        var random = SplitMix64(seed: 1)
        for _ in 0..<2000 {
            let id = EntityID(high: random.next(), low: random.next())
            #expect(EntityID(id.description) == id)
            #expect(EntityID(id.description.uppercased()) == id)
            #expect(EntityID(bytes: id.bytes) == id)
            #expect(id.description == id.description.lowercased())
        }
    }

    @Test(
        "Invalid text is refused as an id",
        arguments: [
            "", "0190", "0190163d-8694-739b-aea5-966c26f8ad9",
            "0190163d_8694-739b-aea5-966c26f8ad91",
            "0190163d-8694-739b-aea5-966c26f8ad9g", "{0190163d-8694-739b-aea5-966c26f8ad9}",
            "0190163d-8694-739b-aea5-966c26f8ad911", "0190163d-8694-739b-aea5-966c26f8ad91 ",
            "0190163d08694-739b-aea5-966c26f8ad91", "0190163d-86940739b-aea5-966c26f8ad91",
            "0190163d-8694-739b0aea5-966c26f8ad91", "0190163d-8694-739b-aea50966c26f8ad91",
            "0190163-d8694-739b-aea5-966c26f8ad91", "0190163d-8694-739b-aea5-966c26f8ad9/",
            "0190163d-8694-739b-aea5-966c26f8ad9:", "0190163d-8694-739b-aea5-966c26f8ad9@",
            "0190163d-8694-739b-aea5-966c26f8ad9G", "0190163d-8694-739b-aea5-966c26f8ad9`",
        ]
    )
    func malformed(text: String) {
        #expect(EntityID(text) == nil)
    }

    @Test("An id has sixteen bytes, and ids sort by their bytes")
    func bytes() {
        let id = EntityID(high: 0x0102_0304_0506_0708, low: 0x090A_0B0C_0D0E_0F10)

        #expect(id.bytes.elementsEqual(UInt8(1)...16))
        #expect(id.description == "01020304-0506-0708-090a-0b0c0d0e0f10")
        #expect(EntityID(bytes: Array(UInt8(1)...15)) == nil)
        #expect(EntityID(bytes: Array(UInt8(1)...17)) == nil)
        let sorted = [(0, 9), (1, 0), (1, 1), (2, 0)].map { EntityID(high: $0.0, low: $0.1) }
        #expect(sorted.reversed().sorted() == sorted)
        #expect(!(sorted[0] < sorted[0]))
    }

    @Test("A clock before 1970 counts as 1970")
    func early() {
        var generator = UUIDv7Generator()

        let id = generator.next(at: Instant(milliseconds: -5), random: CountingRandom(value: 3))

        #expect(id.high >> 16 == 0)
        #expect(id.uuidVersion == 7)
    }

    @Test("The derivation of RFC 9562 gives the same id everywhere and permanently")
    func derived() {
        let id = EntityID.derived(kind: "event", naturalKey: "steps/2026-01-15")

        #expect(id.uuidVersion == 5)
        #expect(id.low >> 62 == 0b10)
        #expect(id == EntityID.derived(kind: "event", naturalKey: "steps/2026-01-15"))
        #expect(id != EntityID.derived(kind: "event_type", naturalKey: "steps/2026-01-15"))
        #expect(id.description == "91722561-f055-54d9-81b7-26859869aa50")
    }

    @Test("Natural keys compare by bytes: NFC and NFD differ, and so do splits into kind and key")
    func derivedBytes() {
        let composed = EntityID.derived(kind: "event", naturalKey: "caf\u{E9}")
        let decomposed = EntityID.derived(kind: "event", naturalKey: "cafe\u{301}")

        #expect(composed != decomposed)
        #expect(
            EntityID.derived(kind: "a", naturalKey: "bc")
                != EntityID.derived(kind: "ab", naturalKey: "c")
        )
    }
}
