import Foundation
import TrendyModel

/// Normalization and validation of the e-mail address of an account.
package enum EmailAddress {
    /// The maximum size in bytes (RFC 5321, section 4.5.3.1.3).
    static let maximumBytes = 254

    /// The normalized address for storing and comparing: Unicode normalization form C (RFC 6532,
    /// section 3.1), lowercase, without surrounding white space.
    package static func normalized(_ text: String) -> String {
        text.trimmingCharacters(in: .whitespacesAndNewlines)
            .precomposedStringWithCanonicalMapping.lowercased()
    }

    /// Returns the rule that a normalized address breaks; `nil` for a valid address.
    static func violation(of email: String) -> FieldError? {
        let parts = email.split(separator: "@", omittingEmptySubsequences: false)
        let isAddress =
            parts.count == 2 && !parts.contains(where: \.isEmpty)
            && email.utf8.count <= maximumBytes
            && !email.unicodeScalars.contains { scalar in
                switch scalar.properties.generalCategory {
                case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
                    .paragraphSeparator, .spaceSeparator:
                    true
                default: false
                }
            }
        guard !isAddress else { return nil }
        return FieldError(code: "invalid", field: "email", message: "must be an e-mail address")
    }
}
