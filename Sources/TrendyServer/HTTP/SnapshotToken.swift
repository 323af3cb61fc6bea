import TrendyModel
import TrendyWire

/// Where an interrupted snapshot goes on: the cursor it was pinned to, and a place in it.
///
/// It keeps the first cursor, since what changed after it comes again in the pull only.
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
