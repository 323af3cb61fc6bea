import Foundation
package import TrendyModel

/// What a person wants to sign in at a provider for.
package enum ProviderSignInPurpose: Sendable, Equatable {
    /// To sign in, or to create an account.
    case signIn
    /// To confirm a change of the account: the provider asks the person again.
    case confirm(account: EntityID, session: EntityID)
    /// To link the identity to an account, for its signed-in owner.
    case link(account: EntityID, session: EntityID)
}

/// The start of a sign-in at a provider.
package struct ProviderSignInStart: Sendable {
    /// The provider's address, to which the browser goes.
    package let location: String
    /// The value of the cookie that the browser keeps meanwhile.
    package let cookie: String
}

/// The end of a sign-in at a provider.
package struct ProviderSignInResult: Sendable {
    /// What happened.
    package enum Outcome: Sendable {
        /// The person is signed in with a new session.
        case signedIn(BrowserSessions.NewToken)
        /// The identity signs in to the account of the signed-in owner now.
        case linked
        /// The person has to prove something first: see ``ProviderSignIn/pending(_:)``. The value
        /// is that of the cookie that the browser keeps meanwhile.
        case pending(cookie: String)
    }

    /// What happened.
    package let outcome: Outcome
    /// The page that the person wanted to see, as it was given at the start.
    package let destination: String?
}

/// An identity without an account, which waits for the person.
package struct PendingIdentity: Codable, Sendable {
    /// What the person has to enter.
    package enum Need: String, Codable, Sendable {
        /// The password of the account that has the address.
        case password
        /// An invite code, for a new account.
        case invite
    }

    /// What the person has to enter.
    package let need: Need
    /// The person's address.
    package let email: String
    /// The page that the person wanted to see.
    package let destination: String?
    let issuer: String
    let subject: String
    let expiresAtSeconds: Int64

    var identity: ProviderIdentity { ProviderIdentity(issuer: issuer, subject: subject) }
}

/// A sign-in at the provider that has not ended, in a cookie of the browser.
struct PendingSignIn: Codable, Sendable {
    var state: String
    var nonce: String
    var verifier: String
    var begunAtSeconds: Int64
    var destination: String?
    var account: String?
    var session: String?
    var isConfirmation = false

    var begunAt: Instant { Instant(seconds: begunAtSeconds) }

    var purpose: ProviderSignInPurpose {
        guard let account = account.flatMap({ EntityID($0) }),
            let session = session.flatMap({ EntityID($0) })
        else { return .signIn }
        return isConfirmation
            ? .confirm(account: account, session: session)
            : .link(account: account, session: session)
    }

    init(
        state: String,
        nonce: String,
        verifier: String,
        begunAt: Instant,
        destination: String?,
        purpose: ProviderSignInPurpose
    ) {
        self.state = state
        self.nonce = nonce
        self.verifier = verifier
        begunAtSeconds = begunAt.seconds
        self.destination = destination
        switch purpose {
        case .signIn: break
        case .confirm(let account, let session), .link(let account, let session):
            self.account = account.description
            self.session = session.description
        }
        if case .confirm = purpose { isConfirmation = true }
    }
}
