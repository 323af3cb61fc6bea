// TrendyWire: the types of the wire contract, shared by device and server so that they cannot
// diverge.

/// The paths of the API.
public enum Route {
    /// The prefix of all routes except authentication.
    public static let base = "/api/v1"
    /// The prefix of the authentication routes.
    public static let auth = "/auth/v1"

    /// Pushes mutations.
    public static let push = "\(base)/sync/push"
    /// Streams all entities of an account.
    public static let snapshot = "\(base)/sync/snapshot"
    /// Compares digests of id ranges.
    public static let digest = "\(base)/sync/digest"
    /// Returns all entities of an id range.
    public static let range = "\(base)/sync/range"
    /// Returns the changes since a cursor.
    public static let changes = "\(base)/changes"
    /// Returns the newest cursor.
    public static let latestCursor = "\(base)/changes/latest-cursor"
    /// Notifies of new changes while it is open.
    public static let changeStream = "\(base)/changes/stream"
    /// Returns the sync state of the account.
    public static let mySync = "\(base)/me/sync"
    /// Streams all data of the account.
    public static let export = "\(base)/me/export"
    /// Stores the report of a device, by its id.
    public static let devices = "\(base)/devices"
    /// Reads and changes the onboarding status of the account.
    public static let onboarding = "\(base)/users/onboarding"

    /// Creates an account.
    public static let signUp = "\(auth)/signup"
    /// Signs in, or refreshes a session.
    public static let token = "\(auth)/token"
    /// Ends a session.
    public static let signOut = "\(auth)/logout"
    /// Returns the signed-in account.
    public static let user = "\(auth)/user"
    /// Lists the account's sessions; with an id, one of them.
    public static let sessions = "\(auth)/sessions"
    /// The public keys of access tokens (JWKS).
    public static let keys = "\(auth)/.well-known/jwks.json"

    /// Liveness of the process.
    public static let health = "/health"
    /// Readiness of the server.
    public static let ready = "/ready"
}

/// Limits of the contract for both sides.
public enum WireLimit {
    /// The maximum number of mutations in a push.
    public static let pushMutations = 500
    /// The maximum size of a push's body, in bytes.
    public static let pushBytes = 4 * 1024 * 1024
    /// The size of the results after which the answer to a push ends, in bytes; it contains at
    /// least one.
    public static let pushAnswerBytes = 16 * 1024 * 1024
    /// The maximum number of changes on a page.
    public static let changesPerPage = 1000
    /// The size of the fields after which a page of entities ends, in bytes; it contains at least
    /// one entity.
    public static let pageBytes = 4 * 1024 * 1024
    /// The maximum size of an account's onboarding status, including unknown fields, in bytes.
    public static let onboardingBytes = 16 * 1024
    /// The default number of changes on a page.
    public static let defaultChangesPerPage = 100
}
