import TrendyModel
import TrendyWire

/// Validates that a cursor from the server only advances, within one epoch of the server's data.
///
/// Every code path that stores a cursor, except for a snapshot, validates it first.
enum CursorValidation {
    /// - Throws: ``SyncFailure`` with code `cursorExpired` when the epoch changed, or
    ///   `malformedAnswer` when the cursor goes back.
    static func check(from: String, to next: Cursor) throws(SyncFailure) {
        guard let cursor = Cursor(from), cursor.epoch == next.epoch else {
            throw SyncFailure(code: .cursorExpired, reason: .serverRestored)
        }
        guard next.version >= cursor.version else {
            throw SyncFailure(code: .malformedAnswer, reason: .stuckCursor)
        }
    }

    /// The cursors before and after a push; `nil` when the answer does not contain them.
    ///
    /// - Throws: like ``check(from:to:)``, and `malformedAnswer` when they are unreadable.
    static func cursorRange(
        of answer: PushAnswer
    ) throws(SyncFailure) -> (from: String, to: String)? {
        guard let from = answer.previousCursor, let to = answer.cursor else { return nil }
        guard Cursor(from) != nil, let next = Cursor(to) else {
            throw SyncFailure(JSONError(offset: 0, message: "A cursor cannot be read"))
        }
        try check(from: from, to: next)
        return (from, to)
    }
}
