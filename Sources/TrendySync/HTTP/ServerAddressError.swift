package import TrendyModel

/// The reason why a text is not the address of a server.
package struct ServerAddressError: FailureReasonProviding, Hashable, CustomStringConvertible {
    /// The kind of an error.
    package typealias Code = FailureReason.AddressFailure

    /// The maximum length of the text in ``reason``, in characters.
    static let maximumQuotation = 100

    /// The kind of the error.
    package let code: Code
    /// The error with the text, shortened and without a user name or password.
    package let reason: FailureReason

    init(_ code: Code, _ text: String) {
        self.code = code
        var shown = text
        if let at = text.lastIndex(of: "@") { shown = "…" + text[at...] }
        if shown.count > Self.maximumQuotation {
            shown = shown.prefix(Self.maximumQuotation) + "…"
        }
        reason = .invalidAddress(shown, code)
    }

    /// The reason, for logs and developers.
    package var description: String { String(describing: reason) }
}
