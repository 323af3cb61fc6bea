package import TrendyHealth
package import TrendyKit
package import TrendyModel
import TrendyWire

/// Finds out who looks at the pages, and signs people in and out; implemented by hosts.
package protocol WebAccess: Sendable {
    /// Answers requests that need no signed-in viewer, such as the sign-in form; `nil` for all
    /// others.
    func openResponse(to request: WebRequest) async throws -> WebResponse?

    /// The viewer of a request; `nil` when the person must sign in.
    func viewer(of request: WebRequest) async throws -> WebViewer?

    /// The answer to a person who must sign in.
    func signInResponse(to request: WebRequest) -> WebResponse

    /// Receives an unexpected error of a viewer's page, such as that of a damaged database.
    func pageFailed(_ error: any Error, for viewer: WebViewer) async
}

extension WebAccess {
    /// Does nothing.
    package func pageFailed(_ error: any Error, for viewer: WebViewer) async {}
}

/// A signed-in person's browser and the engine of the account.
package struct WebViewer: Sendable {
    /// The engine that the pages show.
    package var engine: TrendyEngine
    /// The account's address; `nil` for a device that is not signed in.
    package var email: String?
    /// The unguessable token that each form contains.
    package var formToken: String
    /// What the pages run in.
    package var place: WebPlace
    /// The time zone of the server or device, for browsers that do not tell theirs.
    package var zones: ZoneHistory
    /// Changes to the account; `nil` where there is no account.
    package var account: (any WebAccountActions)?
    /// The sign-in through a provider; `nil` where there is none.
    package var signInMethods: (any WebSignInMethods)?
    /// What only an administrator of the server can do; `nil` for others.
    package var administration: (any WebAdministration)?
    /// Imports files; `nil` where that is impossible.
    package var imports: (any WebImports)?
    /// The raw samples that the device keeps; `nil` where there cannot be any.
    package var samples: (any SampleProviding)?
    /// Keeps the engine open while a response uses it.
    package var lease: any Sendable
    /// Whether the engine still reads the account's data for the first time.
    package var isReading = false
    /// Called after a form was handled and before it is answered, so that its changes are sent.
    package var didChange: @Sendable () async -> Void = {}
    /// Returns when the viewer's session has ended; streams end then.
    package var untilSignedOut: @Sendable () async -> Void = { await untilCancelled() }

    /// Creates a viewer.
    package init(
        engine: TrendyEngine,
        email: String?,
        formToken: String,
        place: WebPlace,
        zones: ZoneHistory,
        lease: any Sendable = ()
    ) {
        self.engine = engine
        self.email = email
        self.formToken = formToken
        self.place = place
        self.zones = zones
        self.lease = lease
    }

    /// Whether a form's token is the viewer's, compared in constant time.
    func accepts(token: String?) -> Bool {
        guard let token else { return false }
        let (left, right) = (Array(token.utf8), Array(formToken.utf8))
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

/// Returns when the task is cancelled.
private func untilCancelled() async {
    let (never, end) = AsyncStream.makeStream(of: Never.self)
    for await _ in never {}
    end.finish()
}

/// What the pages run in.
package enum WebPlace: Sendable, Equatable {
    /// A device of the person: `trendy web`.
    case device
    /// A server, over a replica of the account: `trendy serve`.
    case server
}
