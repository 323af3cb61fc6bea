import Crypto
import Foundation
package import TrendyModel

/// A person at a provider of OpenID Connect: the issuer and its name for the person.
///
/// Source: [OpenID Connect Core 1.0, section 2](https://openid.net/specs/openid-connect-core-1_0.html#IDToken).
package struct ProviderIdentity: Sendable, Hashable {
    /// The maximum size of a subject, in bytes.
    package static let maximumSubjectBytes = 255

    /// The issuer's URL.
    package var issuer: String
    /// The issuer's name for the person, which is never given to another person.
    package var subject: String

    /// Creates an identity.
    package init(issuer: String, subject: String) {
        self.issuer = issuer
        self.subject = subject
    }

    /// A hash of both, as a key of fixed size.
    package var hash: [UInt8] {
        Array(SHA256.hash(data: Data(issuer.utf8) + [0] + Data(subject.utf8)))
    }
}

/// An identity that signs in to an account.
package struct LinkedIdentity: Sendable, Equatable {
    /// The identity.
    package var identity: ProviderIdentity
    /// The address that the provider had for the person when it was linked, to show to the owner.
    package var email: String
    /// The time at which it was linked.
    package var linkedAt: Instant

    /// Creates a linked identity.
    package init(identity: ProviderIdentity, email: String, linkedAt: Instant) {
        self.identity = identity
        self.email = email
        self.linkedAt = linkedAt
    }
}

/// The result of linking an identity to an account.
package enum IdentityLinking: Sendable, Equatable {
    /// It signs in to the account now, or did so before.
    case linked
    /// It signs in to another account.
    case taken
    /// The account has ``AccountQuota/identities`` identities.
    case tooMany
}

/// A value that a program or browser can exchange for its content once.
package struct OneTimeCode: Sendable, Equatable {
    /// The hash of the code.
    package var hash: [UInt8]
    /// What it is exchanged for.
    package var content: [UInt8]
    /// The time from which it is refused.
    package var expiresAt: Instant

    /// Creates a code.
    package init(hash: [UInt8], content: [UInt8], expiresAt: Instant) {
        self.hash = hash
        self.content = content
        self.expiresAt = expiresAt
    }
}
