import Logging
public import Observation
import TrendyLocalization
import TrendyModel
import TrendyPlaces
import TrendyStore
import TrendySync
import TrendyWire

/// All of an app below its screens: who uses it, what it shows first, and what runs for the account
/// in use.
///
/// Make one for the process and ``start()`` it before the launch is over; screens bind
/// ``router``, ``models``, ``auth`` and ``onboarding``.
@Observable
@MainActor
public final class TrendyApp {
    /// What the platform gives.
    @ObservationIgnored public let platform: AppPlatform
    /// Says what to show.
    @ObservationIgnored public let router: AppRouter
    /// The screens of signing up, in and out.
    @ObservationIgnored public let auth: AuthViewModel
    /// The screens of the onboarding; another account has others.
    public private(set) var onboarding: OnboardingViewModel

    /// What is captured, kept and synced for the account in use; `nil` while that changes, or its
    /// database cannot be opened.
    public var engine: TrendyEngine? { currentEngine.engine }
    /// The view models of the account in use; `nil` when ``engine`` is.
    public private(set) var models: AccountModels?
    /// Why this device's data cannot be opened, in words; `nil` when it can.
    ///
    /// It is tried again when the app comes to the screen, when the device is unlocked and when
    /// the system grants a background task.
    public private(set) var trouble: String?
    /// Whether the person wants to sign in again to an account whose session has ended; a screen
    /// shows ``auth`` while it is.
    public var wantsSignIn = false

    @ObservationIgnored let status: OnboardingStatusService
    @ObservationIgnored private let accounts: AppAccounts
    @ObservationIgnored private let background: BackgroundWork
    @ObservationIgnored private let currentEngine = CurrentEngine()
    /// Listens to what is new of health, whether there is an engine or not.
    @ObservationIgnored private let health: EarlyHealthObserver?
    /// Something came from the server.
    @ObservationIgnored private let news = BufferedStream<Void>()
    @ObservationIgnored private var line: AccountConnection?
    @ObservationIgnored private var failure: (any Error)?
    /// What works for the engine.
    @ObservationIgnored private var working: Task<Void, Never>?
    /// Hands on what is new of health.
    @ObservationIgnored private var listening: Task<Void, Never>?
    /// What works for the screens.
    @ObservationIgnored private var serving: Task<Void, Never>?
    @ObservationIgnored private var hasRoute = false
    /// Whether the first route was decided while nobody looked, and so without the server.
    @ObservationIgnored private var isRouteUnseen = false
    @ObservationIgnored private var isStarted = false
    /// Whether the account in use was let go of and the next one is not there yet.
    @ObservationIgnored private var isBetweenAccounts = false

    /// An app on a platform; nothing is opened or asked for yet.
    public init(_ platform: AppPlatform) {
        health = platform.services.health.map {
            EarlyHealthObserver($0.observer, categories: $0.categories)
        }
        var platform = platform
        if let health { platform.services.health?.observer = health }
        self.platform = platform
        let dependencies = platform.dependencies
        let host = AppAccountHost()
        accounts = AppAccounts(platform, host: host)
        status = OnboardingStatusService(
            cache: OnboardingStatusCache(platform.keyValues),
            dependencies: dependencies
        )
        router = AppRouter(sessions: accounts, onboarding: status, dependencies: dependencies)
        auth = AuthViewModel(accounts: accounts, router: router)
        onboarding = Self.makeOnboarding(router, status, accounts, platform, currentEngine)
        background = BackgroundWork(
            system: platform.system,
            tasks: platform.tasks,
            uploads: platform.uploads,
            power: platform.services.power,
            keyValues: platform.keyValues,
            wallClock: dependencies.wallClock
        )
        host.app = self
        background.onUnattended = { [weak self] in
            self?.open()
            return self.map { $0.currentEngine.engine != nil || $0.isBetweenAccounts } ?? false
        }
    }

    private static func makeOnboarding(
        _ router: AppRouter,
        _ status: OnboardingStatusService,
        _ accounts: AppAccounts,
        _ platform: AppPlatform,
        _ seat: CurrentEngine
    ) -> OnboardingViewModel {
        OnboardingViewModel(
            router: router,
            onboarding: status,
            sessions: accounts,
            dependencies: platform.dependencies,
            permissions: PermissionRequests(
                notices: platform.services.notices,
                health: platform.healthAuthorization,
                engine: { seat.engine }
            ),
            store: { seat.engine?.store }
        )
    }

    // MARK: life

    /// Begins everything; to be called once, before the launch is over.
    ///
    /// It opens the database, decides what to show first and begins to listen to the system, and
    /// awaits nothing.
    public func start() {
        guard !isStarted else { return }
        isStarted = true
        // Before anything that takes time, or does not work.
        if let listen = health?.begin() {
            // Owned here: `stop` cancels and awaits it.
            listening = Task(name: "Listen to health data") { await listen() }
        }
        let missing = background.register()
        if !missing.isEmpty {
            platform.logger.error(
                "BGTaskSchedulerPermittedIdentifiers lacks \(missing.joined(separator: ", "))"
            )
        }
        listen()
        open()
        if isOnScreen { serve() }
    }

    /// Ends everything that runs and waits for it; what was recorded is kept.
    public func stop() async {
        serving?.cancel()
        await serving?.value
        serving = nil
        await router.close()
        do {
            try await letGo()
        } catch {
            platform.logger.error("The database was not closed in order (\(type(of: error)))")
        }
        health?.expect(false)
        listening?.cancel()
        await listening?.value
        listening = nil
    }

    /// Ends everything that runs without waiting for it: the process is about to be gone.
    package func cancel() {
        serving?.cancel()
        working?.cancel()
        listening?.cancel()
        currentEngine.engine?.cancel()
    }

    /// Tries again to open this device's data, when there was ``trouble`` with it.
    public func tryAgain() {
        if isStarted { open() }
    }

    private var isOnScreen: Bool { platform.system.phase != .background }

    private func listen() {
        let system = platform.system
        let (onPhaseChange, onDataChange) = (system.onPhaseChange, system.onProtectedDataChange)
        system.onPhaseChange = { [weak self] phase in
            onPhaseChange?(phase)
            if phase != .background { self?.didAppear() }
        }
        system.onProtectedDataChange = { [weak self] isAvailable in
            onDataChange?(isAvailable)
            if isAvailable { self?.open() }
        }
    }

    private func didAppear() {
        open()
        serve()
    }

    /// Begins what only screens need, the first time that one is seen.
    private func serve() {
        guard serving == nil else { return }
        if isRouteUnseen { router.determineInitialRoute() }
        isRouteUnseen = false
        let (status, network) = (status, platform.services.network)
        // Owned here: `stop` cancels and awaits it.
        serving = Task(name: "Serve the screens") { [weak self] in
            await withDiscardingTaskGroup { group in
                group.addTask { await status.run() }
                guard let network else { return }
                for await path in network.paths() {
                    status.update(isOnline: path.isOnline)
                    self?.router.update(isOnline: path.isOnline)
                }
            }
        }
    }

    // MARK: the account in use

    /// Opens the account that the profile names, unless that was done, or it is about to name
    /// another one.
    ///
    /// Not while nobody looks and the system grants no time: it may suspend the app at any moment
    /// then, and ends one that holds a database. It is opened at the next occasion.
    private func open() {
        guard currentEngine.engine == nil, !isBetweenAccounts else { return }
        let system = platform.system
        let token = isOnScreen ? nil : system.beginBackgroundTime("Trendy opening") {}
        guard isOnScreen || token != nil else {
            health?.expect(false)
            return
        }
        defer { if let token { system.endBackgroundTime(token) } }
        do {
            let profile = try accounts.open()
            if profile.wasDamaged, !hasRoute {
                platform.logger.error("profile.json was damaged and has been set aside")
                auth.tell(Strings.Profile.wasDamaged())
            }
            if line == nil { line = AccountConnection(profile, platform) }
            if let line { status.connect(line.onboarding, of: line.account) }
            decideRoute()
            begin(try makeEngine(profile))
            (failure, trouble, wantsSignIn) = (nil, nil, false)
        } catch {
            health?.expect(false)
            failure = error
            trouble =
                platform.system.isProtectedDataAvailable
                ? ErrorPresenter.text(for: error) : Strings.Failures.locked()
            platform.logger.warning("This device's data cannot be opened (\(type(of: error)))")
        }
    }

    /// What was stored can be read from now on, so there is a first route.
    private func decideRoute() {
        guard !hasRoute else { return }
        hasRoute = true
        if auth.server.isEmpty { auth.server = accounts.server ?? "" }
        // As long as nobody looks, nobody waits for a server.
        isRouteUnseen = !isOnScreen
        router.determineInitialRoute(isOnline: isRouteUnseen ? false : nil)
    }

    private func makeEngine(_ profile: Profile) throws -> TrendyEngine {
        try TrendyEngine(
            databasePath: profile.databasePath,
            transport: line?.transport,
            account: profile.account.flatMap { EntityID($0.id) },
            parts: platform.services,
            dependencies: platform.dependencies,
            logger: platform.logger,
            files: platform.files.databases,
            events: EngineEvents(platform.logger) { [news] in news.yield(()) }
        )
    }

    private func begin(_ engine: TrendyEngine) {
        engine.start(isInBackground: !isOnScreen)
        background.prepare(engine)
        currentEngine.engine = engine
        models = AccountModels(engine, platform) { [weak self] in self?.askForSignIn() }
        let (background, news) = (background, news)
        // Owned here: `release` cancels and awaits it.
        working = Task(name: "Work for the account in use") {
            await withDiscardingTaskGroup { group in
                group.addTask {
                    for await _ in news.messages() { await engine.reconcilePlaces(.sync) }
                }
                await background.run(engine)
                group.cancelAll()
            }
        }
    }

    /// Lets go of the account in use; nothing of it is shown from now on, unless it is the next as
    /// well.
    func release(for next: EntityID?) async throws {
        let account = accounts.account.flatMap { EntityID($0.id) }
        try await letGo()
        // Once nothing shows any more, and before anybody else is signed in.
        if let account, account != next { await platform.services.notices?.withdrawAll() }
    }

    private func letGo() async throws {
        // Whoever comes to the screen meanwhile does not take it up again.
        isBetweenAccounts = true
        health?.expect(true)
        models = nil
        onboarding = Self.makeOnboarding(router, status, accounts, platform, currentEngine)
        // At once, too: what works in the background may wait for a sync of the engine.
        currentEngine.engine?.cancel()
        working?.cancel()
        await working?.value
        working = nil
        if let engine = currentEngine.engine {
            do {
                try await engine.stop()
            } catch {
                isBetweenAccounts = false
                begin(engine)
                throw error
            }
            currentEngine.engine = nil
        }
        let before = line
        line = nil
        // Connections that do not close in order hold nothing that was recorded.
        try? await before?.client.shutdown()
    }

    /// Opens the account that is in use now.
    func resume() {
        isBetweenAccounts = false
        open()
    }

    /// Changes of the account in use that its server does not have.
    func unsentCount() async throws -> Int {
        guard let engine = currentEngine.engine else {
            if let failure { throw failure }
            return 0
        }
        let status = try await engine.store.status()
        return status.pending + status.failed + status.stale
    }

    private func askForSignIn() {
        if accounts.signedIn == nil { router.showLogin() } else { wantsSignIn = true }
    }
}
