public import Observation
package import TrendyKit
package import TrendyModel

/// Decides the top-level screen; only the router changes ``route``.
///
/// ``determineInitialRoute(isOnline:)`` decides before the first frame from data stored on this
/// device. ``AppRoute/loading`` is shown only when the stored data leaves the route open, and only
/// until the server answers, the network is known to be unavailable, or ``gracePeriod`` has
/// elapsed.
@Observable
@MainActor
public final class AppRouter {
    /// The maximum time to wait for the server's answer.
    public nonisolated static let gracePeriod = Duration.seconds(3)

    /// The screen to show.
    public private(set) var route = AppRoute.loading

    @ObservationIgnored private let sessions: any SessionCache
    @ObservationIgnored private let onboarding: OnboardingStatusService
    @ObservationIgnored private let dependencies: Dependencies
    /// The route to show when the server does not answer; `nil` when no request is in progress.
    @ObservationIgnored private var fallback: AppRoute?
    @ObservationIgnored private var isOnline: Bool?
    @ObservationIgnored private var question = 0
    @ObservationIgnored private var statusTask: Task<Void, Never>?
    @ObservationIgnored private var timeoutTask: Task<Void, Never>?

    /// Creates a router over the data stored on a device.
    package init(
        sessions: any SessionCache,
        onboarding: OnboardingStatusService,
        dependencies: Dependencies
    ) {
        self.sessions = sessions
        self.onboarding = onboarding
        self.dependencies = dependencies
    }

    /// Decides the first route.
    ///
    /// Call it once, before the first frame.
    ///
    /// Reads one or two small values synchronously and writes nothing.
    ///
    /// - `isOnline`: whether the network is available; `nil` when unknown.
    public func determineInitialRoute(isOnline: Bool? = nil) {
        self.isOnline = isOnline
        let account = sessions.signedIn
        let reading = onboarding.open(account.map { .account($0) } ?? .anonymous)
        decide(
            RouteDecision.Facts(
                hasSession: account != nil,
                hasAccount: sessions.account != nil,
                reading: reading,
                wasCompletedOnDevice: reading == .missing && account == nil
                    && onboarding.wasCompletedOnDevice(),
                isOnline: isOnline
            )
        )
    }

    /// Decides the route after a sign-in.
    ///
    /// Call it when any sign-in has succeeded.
    ///
    /// - Throws: ``KeyValueError`` when the sign-in could not be stored; the route is decided
    ///   regardless.
    public func signedIn() throws {
        // The server has just answered, so the network is available.
        determineInitialRoute(isOnline: true)
        guard sessions.signedIn != nil else { return }
        try onboarding.signedIn()
    }

    /// Decides the route after the person has signed out.
    public func signedOut() {
        determineInitialRoute(isOnline: isOnline)
    }

    /// Shows the sign-in screen to a person with an account who wants to skip the onboarding.
    public func showLogin() {
        guard sessions.signedIn == nil else { return }
        show(.login)
    }

    /// Starts the onboarding for a new person at the sign-in screen.
    public func startOnboarding() {
        guard route == .login else { return }
        onboarding.open(.anonymous)
        show(RouteDecision.route(to: onboarding.place))
    }

    /// Shows the next step of the onboarding; ignored outside the onboarding.
    public func moved(to place: OnboardingPlace) {
        guard case .onboarding = route else { return }
        show(RouteDecision.route(to: place))
    }

    /// Shows the restarted onboarding.
    public func startedOver(at place: OnboardingPlace) {
        guard route == .authenticated else { return }
        show(RouteDecision.route(to: place))
    }

    /// Updates the network state; going offline ends the wait for the server.
    public func update(isOnline: Bool) {
        self.isOnline = isOnline
        if !isOnline { useFallback(question) }
    }

    /// Cancels requests in progress; the route stays.
    public func close() async {
        timeoutTask?.cancel()
        statusTask?.cancel()
        await waitUntilIdle()
    }

    /// Waits until no request is in progress.
    package func waitUntilIdle() async {
        await statusTask?.value
        await timeoutTask?.value
    }

    private func decide(_ facts: RouteDecision.Facts) {
        switch RouteDecision.decide(facts) {
        case .show(let route): show(route)
        case .fetchStatus(let fallback): fetchStatus(fallback)
        }
    }

    private func show(_ route: AppRoute) {
        fallback = nil
        timeoutTask?.cancel()
        // Assign only on change: each assignment makes observers render again.
        if self.route != route { self.route = route }
    }

    private func fetchStatus(_ fallback: AppRoute) {
        show(.loading)
        self.fallback = fallback
        question += 1
        let question = question
        statusTask?.cancel()
        // Owned here, ended and awaited in `close`. The request continues after the grace period:
        // its answer is stored for the next launch.
        statusTask = Task(name: "Ask for the onboarding status") { [weak self, onboarding] in
            do {
                try await onboarding.fetchStatus()
                self?.answered(question)
            } catch {
                // Any error: the service retries later, and the app proceeds without the answer.
                self?.useFallback(question)
            }
        }
        timeoutTask = Task(name: "Wait for the onboarding status") { [weak self, dependencies] in
            do {
                try await dependencies.clock.sleep(for: Self.gracePeriod)
                self?.useFallback(question)
            } catch {
                // Cancelled, because the request was answered.
            }
        }
    }

    private func answered(_ question: Int) {
        guard question == self.question, fallback != nil else { return }
        show(RouteDecision.route(to: onboarding.place))
    }

    private func useFallback(_ question: Int) {
        guard question == self.question, let fallback else { return }
        show(fallback)
    }
}
