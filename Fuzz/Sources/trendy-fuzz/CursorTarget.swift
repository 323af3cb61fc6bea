@testable import TrendyModel
@testable import TrendyServer
@testable import TrendyWire

/// `cursors`: ids, instants, days and the tokens that clients send back.
///
/// A parsed value that is printed parses to the same value.
struct CursorTarget: FuzzTarget {
    func run(_ input: UnsafeRawBufferPointer) {
        let text = String(decoding: input, as: UTF8.self)
        roundTrip(text, Cursor.init, \.description)
        roundTrip(text, { SnapshotToken($0).map { TokenParts($0) } }, \.text)
        roundTrip(text, SnapshotPosition.init, \.text)
        roundTrip(text, EntityID.init, \.description)
        roundTrip(text, Instant.init(rfc3339:), \.rfc3339)
        roundTrip(text, CalendarDay.init, \.description)
        roundTrip(text, IDPrefix.init, \.digits)
        if let instant = Instant(rfc3339: text) { _ = (instant.seconds, instant.httpDate) }
        if let prefix = IDPrefix(text) { check(prefix) }
        if let id = EntityID(text) {
            expect(EntityID(bytes: id.bytes) == id, "An id's bytes read back")
        }
        _ = IdempotencyKey.id(text)
        _ = EntityID(bytes: input)
    }

    private func roundTrip<Value: Equatable>(
        _ text: String,
        _ read: (String) -> Value?,
        _ write: (Value) -> String
    ) {
        guard let value = read(text) else { return }
        let written = write(value)
        expect(
            read(written) == value,
            "\(Value.self) is printed as \(written), which reads as another value"
        )
    }

    private func check(_ prefix: IDPrefix) {
        expect(prefix.first <= prefix.last, "A prefix is a range of ids")
        for id in [prefix.first, prefix.last] {
            let digits = id.description.filter { $0 != "-" }
            expect(digits.hasPrefix(prefix.digits), "\(id) begins with \(prefix.digits)")
            expect((0..<16).contains(prefix.nextDigit(of: id)), "A digit is one of sixteen")
        }
    }
}

/// The parts of a token, for comparison.
private struct TokenParts: Equatable {
    let cursor: Cursor
    let place: SnapshotPosition
    let text: String

    init(_ token: SnapshotToken) {
        (cursor, place, text) = (token.cursor, token.place, token.text)
    }

    static func == (left: TokenParts, right: TokenParts) -> Bool {
        left.cursor == right.cursor && left.place == right.place
    }
}
