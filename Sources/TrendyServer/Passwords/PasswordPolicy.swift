import Foundation
import TrendyModel

/// Which passwords are accepted, and the form in which they are hashed (NIST SP 800-63B, section
/// 3.1.1.2): at least 8 characters, no composition rules, not a common password.
enum PasswordPolicy {
    /// The shortest password, in characters after normalization.
    static let minimumLength = 8
    /// The longest, in bytes of UTF-8 after normalization: hashing reads each.
    static let maximumBytes = 1024

    /// The form that is hashed: Unicode normalization form KC (UAX #15), so that the same password
    /// typed on two keyboards is the same bytes.
    static func normalized(_ password: String) -> String {
        password.precomposedStringWithCompatibilityMapping
    }

    /// The rules that a new password breaks; empty when it is accepted.
    ///
    /// The account's own address is no password.
    static func violations(of password: String, email: String) -> [FieldError] {
        let normalized = normalized(password)
        if normalized.count < minimumLength {
            return [violation("too_short", "must have at least \(minimumLength) characters")]
        }
        if normalized.utf8.count > maximumBytes {
            return [violation("too_long", "must have at most \(maximumBytes) bytes")]
        }
        if normalized.unicodeScalars.contains(where: { $0.value == 0 }) {
            return [violation("invalid", "must not contain the character NUL")]
        }
        let lowercased = normalized.lowercased()
        let localPart = email.prefix { $0 != "@" }
        if lowercased == email || lowercased == localPart || CommonPasswords.contains(lowercased) {
            return [
                violation("too_common", "is one that is guessed first; choose another")
            ]
        }
        return []
    }

    private static func violation(_ code: String, _ message: String) -> FieldError {
        FieldError(code: code, field: "password", message: message)
    }
}
