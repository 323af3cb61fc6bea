import TrendyKit
import TrendyModel
import TrendySync

/// The connection of a signed-in account to its server; all its clients share one session.
struct AccountConnection: Sendable {
    let account: EntityID
    let client: AccountClient
    let transport: HTTPTransport
    let onboarding: OnboardingClient

    /// Creates the connection of the profile's account; `nil` when signed out.
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
