public import Observation
public import TrendyModel

/// Says what an app shows; nothing else changes it.
///
/// ``determineInitialRoute(isOnline:)`` decides before the first frame, from what is stored on this
/// device. Only somebody of whom nothing certain is stored sees ``AppRoute/loading``, until the
/// server answers, it is known to be out of reach, or ``patience`` is over.
@Observable
@MainActor
public final class AppRouter {
    /// How long the server may take before something is shown without it.
    public nonisolated static let gracePeriod = Duration.seconds(3)

    /// What to show.
    public private(set) var route = AppRoute.loading

    @ObservationIgnored private let sessions: any SessionCache
    @ObservationIgnored private let onboarding: OnboardingStatusService
    @ObservationIgnored private let dependencies: Dependencies
    /// What is shown when the server does not answer; `nil` unless it is asked.
    @ObservationIgnored private var otherwise: AppRoute?
    @ObservationIgnored private var isOnline: Bool?
    @ObservationIgnored private var question = 0
    @ObservationIgnored private var asking: Task<Void, Never>?
    @ObservationIgnored private var waiting: Task<Void, Never>?

    /// A router of what a device has stored.
    public init(
        sessions: any SessionCache,
        onboarding: OnboardingStatusService,
        dependencies: Dependencies
    ) {
        self.sessions = sessions
        self.onboarding = onboarding
        self.dependencies = dependencies
    }

    /// Decides what to show first; to be called once, before the first frame.
    ///
    /// It reads a small text or two, and awaits and writes nothing.
    ///
    /// - `isOnline`: whether there is a network; `nil` when that is not known yet.
    public func determineInitialRoute(isOnline: Bool? = nil) {
        self.isOnline = isOnline
        let account = sessions.signedIn
        let reading = onboarding.open(account.map { .account($0) } ?? .nobody)
        decide(
            RouteDecision.Facts(
                hasSession: account != nil,
                hasAccount: sessions.account != nil,
                reading: reading,
                operationFinished: reading == .missing && account == nil
                    && onboarding.operationFinished(),
                isOnline: isOnline
            )
        )
    }

    /// Somebody has signed in; to be called from the sign-in's end, whatever was shown before.
    ///
    /// - Throws: ``KeyValueError`` when it could not be stored; what to show is decided all the
    ///   same.
    public func signedIn() throws {
        // The server has just answered, whatever was known of the network before.
        determineInitialRoute(isOnline: true)
        guard sessions.signedIn != nil else { return }
        try onboarding.signedIn()
    }

    /// The session was ended by the person.
    public func signedOut() {
        determineInitialRoute(isOnline: isOnline)
    }

    /// Somebody who has an account wants to sign in rather than be shown around.
    public func showLogin() {
        guard sessions.signedIn == nil else { return }
        show(.login)
    }

    /// Somebody at the login is new here.
    public func startOnboarding() {
        guard route == .login else { return }
        onboarding.open(.nobody)
        show(RouteDecision.route(to: onboarding.place))
    }

    /// A step of the onboarding has ended; somebody who is elsewhere stays there.
    public func moved(to place: OnboardingPlace) {
        guard case .onboarding = route else { return }
        show(RouteDecision.route(to: place))
    }

    /// Somebody wants to be shown around once more.
    public func startedOver(at place: OnboardingPlace) {
        guard route == .authenticated else { return }
        show(RouteDecision.route(to: place))
    }

    /// The network is there, or not.
    public func update(isOnline: Bool) {
        self.isOnline = isOnline
        if !isOnline { giveUp(question) }
    }

    /// Ends what is under way; the route stays.
    public func close() async {
        waiting?.cancel()
        asking?.cancel()
        await settled()
    }

    /// Waits until nothing is under way.
    package func settled() async {
        await asking?.value
        await waiting?.value
    }

    private func decide(_ facts: RouteDecision.Facts) {
        switch RouteDecision.decide(facts) {
        case .show(let route): show(route)
        case .ask(let otherwise): ask(otherwise)
        }
    }

    private func show(_ route: AppRoute) {
        otherwise = nil
        waiting?.cancel()
        // What is the same is not set: whoever watches would draw it anew.
        if self.route != route { self.route = route }
    }

    private func ask(_ otherwise: AppRoute) {
        show(.loading)
        self.otherwise = otherwise
        question += 1
        let question = question
        asking?.cancel()
        // Owned here, ended and awaited in `close`. The question goes on when nobody waits for it
        // any more: its answer is stored for the next launch.
        asking = Task(name: "Ask for the onboarding status") { [weak self, onboarding] in
            do {
                try await onboarding.ask()
                self?.answered(question)
            } catch {
                // Whatever is wrong: the service tries again, and here it goes on without.
                self?.giveUp(question)
            }
        }
        waiting = Task(name: "Wait for the onboarding status") { [weak self, dependencies] in
            do {
                try await dependencies.clock.sleep(for: Self.gracePeriod)
                self?.giveUp(question)
            } catch {
                // It was answered, and nobody waits any more.
            }
        }
    }

    private func answered(_ question: Int) {
        guard question == self.question, otherwise != nil else { return }
        show(RouteDecision.route(to: onboarding.place))
    }

    private func giveUp(_ question: Int) {
        guard question == self.question, let otherwise else { return }
        show(otherwise)
    }
}
