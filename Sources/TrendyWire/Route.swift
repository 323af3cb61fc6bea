// TrendyWire: the types of the wire contract, shared by device and server so that they cannot
// diverge.

/// The paths of the API.
package enum Route {
    /// The prefix of all routes except authentication.
    package static let base = "/api/v1"
    /// The prefix of the authentication routes.
    package static let auth = "/auth/v1"

    /// Pushes mutations.
    package static let push = "\(base)/sync/push"
    /// Streams all entities of an account.
    package static let snapshot = "\(base)/sync/snapshot"
    /// Compares digests of id ranges.
    package static let digest = "\(base)/sync/digest"
    /// Returns all entities of an id range.
    package static let range = "\(base)/sync/range"
    /// Returns the changes since a cursor.
    package static let changes = "\(base)/changes"
    /// Returns the newest cursor.
    package static let latestCursor = "\(base)/changes/latest-cursor"
    /// Notifies of new changes while it is open.
    package static let changeStream = "\(base)/changes/stream"
    /// Returns the sync state of the account.
    package static let mySync = "\(base)/me/sync"
    /// Streams all data of the account.
    package static let export = "\(base)/me/export"
    /// Streams the events of the account in a file format.
    package static let eventExport = "\(base)/events/export"
    /// Stores the report of a device, by its id.
    package static let devices = "\(base)/devices"
    /// Reads and changes the onboarding status of the account.
    package static let onboarding = "\(base)/users/onboarding"
    /// The description of the API (OpenAPI 3.1).
    package static let openAPI = "\(base)/openapi.json"

    /// Creates an account.
    package static let signUp = "\(auth)/signup"
    /// Signs in, or refreshes a session.
    package static let token = "\(auth)/token"
    /// What a program needs to know before a sign-in.
    package static let settings = "\(auth)/settings"
    /// Ends a session.
    package static let signOut = "\(auth)/logout"
    /// Returns the signed-in account.
    package static let user = "\(auth)/user"
    /// Lists the account's sessions; with an id, one of them.
    package static let sessions = "\(auth)/sessions"
    /// The public keys of access tokens (JWKS).
    package static let keys = "\(auth)/.well-known/jwks.json"

    /// Liveness of the process.
    package static let health = "/health"
    /// Readiness of the server.
    package static let ready = "/ready"
}

/// Limits of the contract for both sides.
package enum WireLimit {
    /// The maximum number of mutations in a push.
    package static let pushMutations = 500
    /// The maximum size of a push's body, in bytes.
    package static let pushBytes = 4 * 1024 * 1024
    /// The size of the results after which the answer to a push ends, in bytes; it contains at
    /// least one.
    package static let pushAnswerBytes = 16 * 1024 * 1024
    /// The maximum number of changes on a page.
    package static let changesPerPage = 1000
    /// The size of the fields after which a page of entities ends, in bytes; it contains at least
    /// one entity.
    package static let pageBytes = 4 * 1024 * 1024
    /// The maximum size of an account's onboarding status, including unknown fields, in bytes.
    package static let onboardingBytes = 16 * 1024
    /// The default number of changes on a page.
    package static let defaultChangesPerPage = 100
}
