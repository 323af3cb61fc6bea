/// Why a connection to an MQTT broker failed.
package struct MQTTError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of error.
    package enum Code: Sendable, Hashable {
        /// The broker sent bytes that are not MQTT 3.1.1.
        case malformed
        /// The broker sent a packet above the limit.
        case tooLarge
        /// The broker refused the connection.
        case refused
        /// There is no broker at the address.
        case unreachable
        /// The secure connection could not be established.
        case notSecure
        /// The broker did not answer in time.
        case timedOut
        /// The connection ended.
        case closed
        /// A message cannot be sent over MQTT.
        case invalidMessage
    }

    /// The kind of error.
    package let code: Code
    /// What happened, why, and what to do.
    package let message: String

    /// Creates an error.
    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message.
    package var description: String { message }

    static func malformed(_ detail: String) -> MQTTError {
        MQTTError(
            .malformed,
            "The broker sent a packet that is not MQTT 3.1.1: \(detail). Check the address and "
                + "the port."
        )
    }

    static let closed = MQTTError(.closed, "The broker closed the connection.")

    /// The error for the return code of a refused connection (section 3.2.2.3).
    package static func refusal(code: UInt8) -> MQTTError {
        let text =
            switch code {
            case 1: "it does not support MQTT 3.1.1. Update the broker."
            case 2: "it does not accept the client id. Allow ids of up to 64 characters."
            case 3: "it is not available. Check the broker's log."
            case 4: "the user name or the password is wrong. Check --mqtt and --password-file."
            case 5:
                "the password is wrong, or the user may not connect. Check --mqtt and --password-file."
            default: "the reason has the unknown code \(code). Check the broker's log."
            }
        return MQTTError(.refused, "The broker refused the connection: \(text)")
    }
}
