package import TrendyModel

/// The `Retry-After` header (RFC 9110, section 10.2.3).
package enum RetryAfter {
    /// The delay from zero to ``SyncFailure/maximumWait``; `nil` when the text is neither a number
    /// of seconds nor a date.
    ///
    /// A number beyond the range of an integer gives the maximum delay.
    package static func parse(_ text: String, now: Instant) -> Duration? {
        let text = text.drop { $0 == " " }
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.dropFirst() : text
        guard !digits.isEmpty else { return nil }
        let wait: Duration
        if digits.utf8.allSatisfy({ (48...57).contains($0) }) {
            guard digits.startIndex == text.startIndex else { return .zero }
            wait = Int64(digits).map { .seconds($0) } ?? SyncFailure.maximumWait
        } else {
            guard let date = HTTPDate.parse(String(text)) else { return nil }
            wait = date - now
        }
        return max(.zero, min(wait, SyncFailure.maximumWait))
    }
}
