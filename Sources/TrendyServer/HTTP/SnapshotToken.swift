import TrendyModel
import TrendyWire

/// The resumption token of a snapshot: the cursor at its start, and a position.
///
/// The token keeps the first cursor, because the pull delivers all later changes.
struct SnapshotToken {
    let cursor: Cursor
    let place: SnapshotPosition

    /// The text form, opaque to clients.
    var text: String { "\(cursor)~\(place.text)" }

    init(cursor: Cursor, place: SnapshotPosition) {
        self.cursor = cursor
        self.place = place
    }

    init?(_ text: String) {
        let parts = text.split(separator: "~", omittingEmptySubsequences: false)
        guard parts.count == 2, let cursor = Cursor(parts[0]),
            let place = SnapshotPosition(parts[1])
        else { return nil }
        self.init(cursor: cursor, place: place)
    }
}
