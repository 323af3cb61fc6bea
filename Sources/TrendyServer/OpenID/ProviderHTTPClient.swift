import Foundation
import TrendyModel

/// Requests to a provider: the addresses are those of the provider's metadata.
struct ProviderHTTPClient: Sendable {
    private let client: OutboundHTTPClient

    init(clock: any Clock<Duration>, deadline: Duration = OutboundHTTPClient.deadline) {
        client = OutboundHTTPClient(clock: clock, deadline: deadline)
    }

    /// Reads a document.
    func get(
        _ url: String,
        bearer: String? = nil
    ) async throws(ProviderSignInError) -> OutboundHTTPClient.Answer {
        do {
            return try await client.get(url, bearer: bearer)
        } catch {
            throw ProviderSignInError(error)
        }
    }

    /// Sends a form.
    func post(
        _ url: String,
        form: [(String, String)],
        authorization: String?
    ) async throws(ProviderSignInError) -> OutboundHTTPClient.Answer {
        do {
            return try await client.post(
                url,
                Array(FormEncoding.encode(form).utf8),
                contentType: "application/x-www-form-urlencoded",
                authorization: authorization
            )
        } catch {
            throw ProviderSignInError(error)
        }
    }
}

extension ProviderSignInError {
    fileprivate init(_ failure: OutboundHTTPClient.Failure) {
        self.init(failure == .tooLong ? .invalidAnswer : .unreachable, failure.cause)
    }
}

/// Encodes names and values as `application/x-www-form-urlencoded`.
///
/// It percent-encodes all but the unreserved characters of RFC 3986, section 2.3.
enum FormEncoding {
    private static let unreserved = CharacterSet(
        charactersIn: "-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    )

    static func encode(_ fields: [(String, String)]) -> String {
        fields.map { "\(encode($0.0))=\(encode($0.1))" }.joined(separator: "&")
    }

    static func encode(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }
}
