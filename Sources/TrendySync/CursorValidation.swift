import TrendyLocalization
import TrendyModel
import TrendyWire

/// The rule of every step that a server lets a device's cursor make: on, within one life of the
/// server's data.
///
/// Whatever stores a cursor, but for a whole snapshot, asks it first.
enum CursorValidation {
    /// - Throws: ``SyncFailure`` of the code `cursorExpired` when the step leads into another life
    ///   of the data, or `malformedAnswer` when it leads back.
    static func check(from: String, to next: Cursor) throws(SyncFailure) {
        guard let cursor = Cursor(from), cursor.epoch == next.epoch else {
            throw SyncFailure(code: .cursorExpired, message: Strings.Server.restored())
        }
        guard next.version >= cursor.version else {
            throw SyncFailure(code: .malformedAnswer, message: Strings.Server.stuck())
        }
    }

    /// The cursors before and after a push; `nil` when the answer does not tell them.
    ///
    /// - Throws: as ``check(from:to:)``, and of the code `malformedAnswer` when they cannot be read.
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
