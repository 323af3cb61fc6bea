package import HTTPTypes
import TrendyWire

extension HTTPField.Name {
    /// The id of a request, in and out.
    package static let requestID = known("X-Request-ID")
    /// What a repetition of a write has in common with the write.
    package static let idempotencyKey = known("Idempotency-Key")

    /// The version of the contract that a client speaks.
    package static let contractVersion = known(WireField.contract)

    /// The addresses that a request came through, as proxies note them.
    package static let forwardedFor = known("X-Forwarded-For")

    /// The server's time to the millisecond.
    package static let serverTime = known(WireField.time)

    private static func known(_ text: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(text) else {
            preconditionFailure("A field's name that this program spells must be valid")
        }
        return name
    }
}
