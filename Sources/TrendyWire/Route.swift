// TrendyWire: what travels between device and server; shared by both so that they cannot drift.

/// The paths of the API.
public enum Route {
    /// Where everything but authentication lives.
    public static let base = "/api/v1"
    /// Where authentication lives.
    public static let auth = "/auth/v1"

    /// Pushes mutations.
    public static let push = "\(base)/sync/push"
    /// Streams everything an account has.
    public static let snapshot = "\(base)/sync/snapshot"
    /// Compares by ranges of ids.
    public static let digest = "\(base)/sync/digest"
    /// Hands out all entities of a range of ids.
    public static let range = "\(base)/sync/range"
    /// Hands out what changed since a cursor.
    public static let changes = "\(base)/changes"
    /// Hands out the newest cursor alone.
    public static let latestCursor = "\(base)/changes/latest-cursor"
    /// Tells, as long as it is open, when there is something new.
    public static let changeStream = "\(base)/changes/stream"
    /// Tells the state of an account's sync.
    public static let mySync = "\(base)/me/sync"
    /// Streams everything that the server holds of the account.
    public static let export = "\(base)/me/export"
    /// Takes a device's report, under its id.
    public static let devices = "\(base)/devices"
    /// Tells and changes how far the account's onboarding has come.
    public static let onboarding = "\(base)/users/onboarding"

    /// Makes an account.
    public static let signUp = "\(auth)/signup"
    /// Signs in or refreshes.
    public static let token = "\(auth)/token"
    /// Ends a session.
    public static let signOut = "\(auth)/logout"
    /// Tells who is signed in.
    public static let user = "\(auth)/user"
    /// The account's sessions; one of them under its id.
    public static let sessions = "\(auth)/sessions"
    /// The keys that access tokens are signed with.
    public static let keys = "\(auth)/.well-known/jwks.json"

    /// Says that the process lives.
    public static let health = "/health"
    /// Says that it can serve.
    public static let ready = "/ready"
}

/// The limits both sides keep to.
public enum WireLimit {
    /// Mutations in one push.
    public static let pushMutations = 500
    /// Bytes of one push's body.
    public static let pushBytes = 4 * 1024 * 1024
    /// What results take in the answer to a push, in bytes, after which it ends; one is always let
    /// through.
    public static let pushAnswerBytes = 16 * 1024 * 1024
    /// Changes on one page.
    public static let changesPerPage = 1000
    /// The fields of a page of entities, in bytes, after which it ends; one entity is always let
    /// through.
    public static let pageBytes = 4 * 1024 * 1024
    /// Bytes of an account's onboarding status, with what only later programs know of it.
    public static let onboardingBytes = 16 * 1024
    /// Changes on a page when none is asked for.
    public static let defaultChangesPerPage = 100
}
