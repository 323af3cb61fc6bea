import Crypto
import Foundation
import TrendyModel

/// The values of a form's fields by name, and what they were when the form was opened.
///
/// A form carries a hash of each value that it was opened with. So a page knows which fields the
/// person changed, and which another browser or device changed meanwhile.
struct FormValues {
    /// The prefix of the fields that carry hashes.
    private static let prefix = "was:"

    /// A field that changed in the database since the form was opened.
    struct Change: Equatable {
        let name: String
        /// The value in the database.
        let stored: String
        /// The value that the person entered; `nil` when the person left the field as it was.
        let entered: String?
    }

    private let form: WebFields

    init(_ form: WebFields) {
        self.form = form
    }

    /// The entered value of a field; `nil` when the form has no such field.
    ///
    /// A box that is not ticked is not sent, so only its hash is there.
    func entered(_ name: String) -> String? {
        if let value = form[name] { return Self.normalized(value) }
        return form[Self.prefix + name] == nil ? nil : ""
    }

    /// Whether the person changed a field; without a hash, whether the value differs.
    func isTouched(_ name: String, stored: String) -> Bool {
        guard let entered = entered(name) else { return false }
        guard let opened = form[Self.prefix + name] else {
            return entered != Self.normalized(stored)
        }
        return Self.hash(entered) != opened
    }

    /// The change of a field in the database since the form was opened; `nil` without one, and when
    /// the person entered the same value.
    func change(of name: String, stored: String) -> Change? {
        guard let opened = form[Self.prefix + name], Self.hash(stored) != opened,
            let entered = entered(name), entered != Self.normalized(stored)
        else { return nil }
        let isTouched = Self.hash(entered) != opened
        return Change(name: name, stored: stored, entered: isTouched ? entered : nil)
    }

    /// The hidden fields that carry the hashes of stored values.
    static func opened(_ stored: [(name: String, value: String)]) -> HTML {
        var html = HTML.empty
        for (name, value) in stored {
            html.append(
                tag(.input, .type("hidden"), .name(prefix + name), .value(hash(value)))
            )
        }
        return html
    }

    /// A value as a browser returns it: line breaks as `\n`, and no control characters.
    static func normalized(_ value: String) -> String {
        var text = ""
        var wasReturn = false
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\r": text.unicodeScalars.append("\n")
            case "\n": if !wasReturn { text.unicodeScalars.append(scalar) }
            case "\t": text.unicodeScalars.append(scalar)
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                text.unicodeScalars.append("\u{FFFD}")
            default: text.unicodeScalars.append(scalar)
            }
            wasReturn = scalar == "\r"
        }
        return text
    }

    private static func hash(_ value: String) -> String {
        // The name of the hash does not matter: it only tells values apart.
        SHA256.hash(data: Data(normalized(value).utf8)).prefix(8).hexadecimal
    }
}
