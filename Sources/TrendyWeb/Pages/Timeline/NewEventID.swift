import Crypto
import Foundation
import TrendyModel

/// The id of the event that a form records, so that a form that is sent twice records one event.
///
/// The form carries an id of its own. The event's id has the time of it and a hash of all entered
/// values: the same form sent again has the same id, and a form that was changed after the browser
/// went back to it has another one.
enum NewEventID {
    /// The name of the hidden field.
    static let field = "new-id"

    /// The fields that are no values of the event.
    private static let otherFields: Set<String> = ["csrf", "back", "action"]

    /// The hidden field of a form, with a new id.
    static func hiddenField(_ context: PageContext) -> HTML {
        let id = context.dependencies.ids.next()
        return tag(.input, .type("hidden"), .name(field), .value(id.description))
    }

    /// The id of the event that the sent form records; a new one when the form has no valid id.
    static func id(_ context: PageContext) -> EntityID {
        guard let id = context.form[field].flatMap({ EntityID($0) }), id.uuidVersion == 7 else {
            return context.dependencies.ids.next()
        }
        var hasher = SHA256()
        for (name, value) in context.form.all where !otherFields.contains(name) {
            hasher.update(data: Data("\(name)\u{0}\(value)\u{0}".utf8))
        }
        let hash = hasher.finalize().prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        // The two highest bits are the variant of RFC 9562.
        return EntityID(
            high: id.high,
            low: 0x8000_0000_0000_0000 | (hash & 0x3FFF_FFFF_FFFF_FFFF)
        )
    }
}
