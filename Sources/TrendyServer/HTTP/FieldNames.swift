package import HTTPTypes
import TrendyWire

extension HTTPField.Name {
    /// The request id, in requests and answers.
    package static let requestID = known("X-Request-ID")
    /// The idempotency key: equal for a write and its repetition.
    package static let idempotencyKey = known("Idempotency-Key")

    /// The contract version of the client.
    package static let contractVersion = known(WireField.contract)

    /// The addresses that forwarded a request, as proxies record them.
    package static let forwardedFor = known("X-Forwarded-For")

    /// The server's time in milliseconds.
    package static let serverTime = known(WireField.time)

    private static func known(_ text: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(text) else {
            preconditionFailure("A field's name that this program spells must be valid")
        }
        return name
    }
}
