import Foundation
import TrendyModel

/// Validation and normalization of passwords (NIST SP 800-63B, section 3.1.1.2): at least 8
/// characters, no composition rules, no common passwords.
enum PasswordPolicy {
    /// The minimum length, in characters after normalization.
    static let minimumLength = 8
    /// The maximum size, in bytes of UTF-8 after normalization; it bounds the cost of a hash.
    static let maximumBytes = 1024

    /// The form for hashing: Unicode normalization form KC (UAX #15), so that the same password
    /// typed on two keyboards has the same bytes.
    static func normalized(_ password: String) -> String {
        password.precomposedStringWithCompatibilityMapping
    }

    /// The rules that a new password breaks; empty for a valid password.
    ///
    /// The account's own address is not allowed.
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
                violation("too_common", "is a common password; choose another")
            ]
        }
        return []
    }

    private static func violation(_ code: String, _ message: String) -> FieldError {
        FieldError(code: code, field: "password", message: message)
    }
}
