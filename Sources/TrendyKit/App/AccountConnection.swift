import TrendyModel
import TrendySync

/// The way of a signed-in account to its server; all that use it share one session.
struct AccountConnection: Sendable {
    let account: EntityID
    let client: AccountClient
    let transport: HTTPTransport
    let onboarding: OnboardingClient

    /// The way of whoever is signed in; `nil` when nobody is.
    init?(_ profile: Profile, _ platform: AppPlatform) {
        guard let session = profile.session, let account = profile.signedIn,
            let address = profile.file.server.flatMap({ ServerAddress($0) })
        else { return nil }
        let wallClock = platform.dependencies.wallClock
        let client = AccountClient(
            address: address,
            exchange: platform.makeExchange(address),
            wallClock: wallClock
        )
        let sessions = SessionManager(
            session: session,
            storage: profile,
            refresher: client,
            wallClock: wallClock
        )
        self.account = account
        self.client = client
        transport = HTTPTransport(client, sessions: sessions)
        onboarding = OnboardingClient(client, sessions: sessions)
    }
}
