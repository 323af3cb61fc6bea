import Foundation
import TrendyModel

/// The metadata that a provider publishes about itself.
///
/// Source: [OpenID Connect Discovery 1.0, section 3](https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderMetadata).
struct ProviderMetadata: Decodable, Sendable {
    let issuer: String
    let authorizationEndpoint: String
    let tokenEndpoint: String
    let userInfoEndpoint: String?
    let keysURL: String
    /// Whether the answer to an authorization request names the issuer (RFC 9207).
    let namesIssuerInAnswer: Bool?

    enum CodingKeys: String, CodingKey {
        case issuer
        case authorizationEndpoint = "authorization_endpoint"
        case tokenEndpoint = "token_endpoint"
        case userInfoEndpoint = "userinfo_endpoint"
        case keysURL = "jwks_uri"
        case namesIssuerInAnswer = "authorization_response_iss_parameter_supported"
    }

    /// Decodes the metadata of a configured issuer and checks its addresses.
    init(
        _ bytes: [UInt8],
        of configuration: OpenIDConfiguration
    ) throws(ProviderSignInError) {
        do {
            self = try UntrustedJSON.decode(
                Self.self,
                from: bytes,
                maximumBytes: OutboundHTTPClient.maximumBytes
            )
        } catch {
            throw .invalid("metadata not decodable")
        }
        guard issuer == configuration.issuer else { throw .invalid("metadata of another issuer") }
        let endpoints =
            [authorizationEndpoint, tokenEndpoint, keysURL]
            + [userInfoEndpoint]
            .compactMap(\.self)
        for endpoint in endpoints {
            guard let url = OpenIDConfiguration.secureURL(endpoint), url.fragment == nil,
                url.scheme == "https" || configuration.allowsLoopback
            else { throw .invalid("metadata with an insecure endpoint") }
        }
    }
}
