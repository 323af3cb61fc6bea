// TrendyAppSupport: accounts, onboarding, routing and view models over the engine of TrendyKit.

import Logging
public import Observation
public import TrendyKit
import TrendyLocalization
import TrendyModel
import TrendyPlaces
import TrendyStore
import TrendySync
import TrendyWire

/// The model of an app below its screens: accounts, routing, and the engine of the current account.
///
/// Create one per process and call ``start()`` before the launch ends. Screens bind to ``router``,
/// ``models``, ``auth`` and ``onboarding``.
@Observable
@MainActor
public final class TrendyApp {
    /// The services of the platform.
    @ObservationIgnored public let platform: AppPlatform
    /// Decides the route that the app shows.
    @ObservationIgnored public let router: AppRouter
    /// The view model of the sign-up, sign-in and sign-out screens.
    @ObservationIgnored public let auth: AuthViewModel
    /// The view model of the onboarding screens; replaced when the account changes.
    public private(set) var onboarding: OnboardingViewModel

    /// The engine of the current account; `nil` while the account changes or while its database
    /// cannot be opened.
    public var engine: TrendyEngine? { currentEngine.engine }
    /// The view models of the current account; `nil` when ``engine`` is.
    public private(set) var models: AccountModels?
    /// A localized message that says why this device's data cannot be opened; `nil` when it is
    /// open.
    ///
    /// The app retries when it enters the foreground, when the device is unlocked and when the
    /// system grants a background task.
    public private(set) var errorMessage: String?
    /// The most urgent problem with this device's data or its sign-in; `nil` when there is none.
    ///
    /// Problems of the sync are in ``SyncStatusViewModel/appProblem``.
    public private(set) var problem: AppProblem?
    /// Whether the person asked to sign in again to an account whose session has ended.
    ///
    /// A screen shows ``auth`` while it is true.
    public var wantsSignIn = false

    @ObservationIgnored let status: OnboardingStatusService
    @ObservationIgnored let accounts: AppAccounts
    @ObservationIgnored private let background: BackgroundWork
    @ObservationIgnored private let currentEngine = CurrentEngine()
    /// Receives HealthKit signals whether or not an engine exists.
    @ObservationIgnored private let health: EarlyHealthObserver?
    /// Signals that a sync received remote changes.
    @ObservationIgnored private let remoteChanges = BufferedStream<Void>()
    /// Whether a write failed because the disk is full.
    @ObservationIgnored private let storage = StorageCondition()
    @ObservationIgnored private(set) var connection: AccountConnection?
    @ObservationIgnored private var failure: (any Error)?
    /// Runs the engine's background work.
    @ObservationIgnored private var engineTask: Task<Void, Never>?
    /// Updates which files the system's backup omits.
    @ObservationIgnored private var backupTask: Task<Void, Never>?
    /// Forwards HealthKit signals.
    @ObservationIgnored private var listenTask: Task<Void, Never>?
    /// Runs the onboarding sync and network monitoring for the screens.
    @ObservationIgnored private var screenTask: Task<Void, Never>?
    @ObservationIgnored private var hasDecidedRoute = false
    /// Whether the first route was decided in the background, and so without asking the server.
    @ObservationIgnored private var isRouteProvisional = false
    @ObservationIgnored private var isStarted = false
    /// Whether the previous account has been released and the next one is not open yet.
    @ObservationIgnored private var isBetweenAccounts = false

    /// Creates an app on a platform.
    ///
    /// Opens nothing and asks for no permission.
    package init(_ platform: AppPlatform) {
        health = platform.services.health.map {
            EarlyHealthObserver(
                $0.observer,
                categories: $0.categories,
                selection: HealthSelection(platform.keyValues)
            )
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
        background.onMissingEngine = { [weak self] in
            self?.open()
            return self.map { $0.currentEngine.engine != nil || $0.isBetweenAccounts } ?? false
        }
    }

    private static func makeOnboarding(
        _ router: AppRouter,
        _ status: OnboardingStatusService,
        _ accounts: AppAccounts,
        _ platform: AppPlatform,
        _ currentEngine: CurrentEngine
    ) -> OnboardingViewModel {
        OnboardingViewModel(
            router: router,
            onboarding: status,
            sessions: accounts,
            dependencies: platform.dependencies,
            permissions: PermissionRequests(
                notificationCenter: platform.services.notificationCenter,
                health: platform.healthAuthorization,
                engine: { currentEngine.engine }
            ),
            store: { currentEngine.engine?.store }
        )
    }

    // MARK: Lifecycle

    /// Opens the database, decides the first route and subscribes to system events.
    ///
    /// Call it once, before the launch ends. It is synchronous: the database is open and the route
    /// is decided when it returns.
    public func start() {
        guard !isStarted else { return }
        isStarted = true
        // Subscribe to HealthKit before anything that takes time or can fail.
        if let listen = health?.begin() {
            // Owned here: `stop` cancels and awaits it.
            listenTask = Task(name: "Listen to health data") { await listen() }
        }
        let missing = background.register()
        if !missing.isEmpty {
            platform.logger.error(
                "BGTaskSchedulerPermittedIdentifiers lacks \(missing.joined(separator: ", "))"
            )
        }
        subscribeToSystem()
        open()
        if isOnScreen { startScreenWork() }
    }

    /// Stops all work and waits for it to end.
    ///
    /// Recorded data is kept.
    public func stop() async {
        screenTask?.cancel()
        await screenTask?.value
        screenTask = nil
        await router.close()
        do {
            try await closeEngine()
        } catch {
            platform.logger.error("The database was not closed in order (\(type(of: error)))")
        }
        health?.expectEngine(false)
        listenTask?.cancel()
        await listenTask?.value
        listenTask = nil
    }

    /// Cancels all work without waiting for it, because the process is about to exit.
    package func cancel() {
        screenTask?.cancel()
        engineTask?.cancel()
        listenTask?.cancel()
        currentEngine.engine?.cancel()
    }

    /// Retries opening this device's data after ``errorMessage``.
    public func tryAgain() {
        if isStarted { open() }
    }

    private var isOnScreen: Bool { platform.system.phase != .background }

    private func subscribeToSystem() {
        let system = platform.system
        let (onPhaseChange, onDataChange) = (system.onPhaseChange, system.onProtectedDataChange)
        system.onPhaseChange = { [weak self] phase in
            onPhaseChange?(phase)
            if phase == .background { self?.startExclusion() } else { self?.didAppear() }
        }
        system.onProtectedDataChange = { [weak self] isAvailable in
            onDataChange?(isAvailable)
            if isAvailable { self?.open() }
        }
    }

    private func startExclusion() {
        backupTask?.cancel()
        // Owned here: the next one replaces it, and `closeEngine` awaits it.
        backupTask = Task(name: "Exclude from backup") { [weak self] in
            await self?.excludeFromBackup()
        }
    }

    private func didAppear() {
        open()
        startScreenWork()
    }

    /// Starts the work that only screens need, when the app first enters the foreground.
    private func startScreenWork() {
        guard screenTask == nil else { return }
        if isRouteProvisional { router.determineInitialRoute() }
        isRouteProvisional = false
        let (status, network) = (status, platform.services.network)
        // Owned here: `stop` cancels and awaits it.
        screenTask = Task(name: "Run screen work") { [weak self] in
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

    // MARK: Current account

    /// Opens the account that the profile names, unless it is open or an account change is in
    /// progress.
    ///
    /// In the background it does nothing unless the system grants background time: the system may
    /// suspend the app at any moment then, and it terminates a suspended app that holds a database
    /// lock. The next foreground entry or background task retries.
    private func open() {
        guard currentEngine.engine == nil, !isBetweenAccounts else { return }
        let system = platform.system
        let token = isOnScreen ? nil : system.beginBackgroundTime("Trendy opening") {}
        guard isOnScreen || token != nil else {
            health?.expectEngine(false)
            return
        }
        defer { if let token { system.endBackgroundTime(token) } }
        do {
            let profile = try accounts.open()
            if profile.wasDamaged, !hasDecidedRoute {
                platform.logger.error("profile.json was damaged and has been set aside")
                auth.showMessage(Strings.Profile.wasDamaged())
            }
            if connection == nil { connection = AccountConnection(profile, platform) }
            if let connection { status.connect(connection.onboarding, of: connection.account) }
            decideRoute()
            begin(try makeEngine(profile))
            (failure, errorMessage, wantsSignIn) = (nil, nil, false)
            problem =
                profile.wasDamaged && profile.account == nil ? AppProblem(.profileDamaged) : nil
        } catch {
            health?.expectEngine(false)
            failure = error
            let problem = AppProblem.opening(
                error,
                isLocked: !platform.system.isProtectedDataAvailable
            )
            self.problem = problem
            errorMessage = "\(problem.text) \(problem.remedy)"
            platform.logger.warning("This device's data cannot be opened (\(type(of: error)))")
        }
    }

    /// Decides the first route, now that the stored data can be read.
    private func decideRoute() {
        guard !hasDecidedRoute else { return }
        hasDecidedRoute = true
        if auth.server.isEmpty { auth.server = accounts.server ?? "" }
        // In the background no screen needs a route, so do not wait for the server.
        isRouteProvisional = !isOnScreen
        router.determineInitialRoute(isOnline: isRouteProvisional ? false : nil)
    }

    private func makeEngine(_ profile: Profile) throws -> TrendyEngine {
        try TrendyEngine(
            databasePath: profile.databasePath,
            transport: connection?.transport,
            account: profile.account.flatMap { EntityID($0.id) },
            services: platform.services,
            dependencies: platform.dependencies,
            logger: platform.logger,
            files: platform.files.databases,
            schedule: SyncFrequency(keyValues: platform.keyValues).schedule,
            events: EngineEvents(
                platform.logger,
                storage: storage,
                onSyncEnd: { [weak self] in await self?.excludeFromBackup() }
            ) { [remoteChanges] in
                remoteChanges.yield(())
            }
        )
    }

    private func begin(_ engine: TrendyEngine) {
        engine.start(isInBackground: !isOnScreen)
        background.prepare(engine)
        currentEngine.engine = engine
        models = AccountModels(engine, platform, accountContext, storage: storage) {
            [weak self] in
            self?.askForSignIn()
        }
        let (background, remoteChanges) = (background, remoteChanges)
        // Owned here: `closeEngine` cancels and awaits it.
        engineTask = Task(name: "Run the engine") {
            await withDiscardingTaskGroup { group in
                group.addTask {
                    for await _ in remoteChanges.messages() { await engine.reconcilePlaces(.sync) }
                }
                await background.run(engine)
                group.cancelAll()
            }
        }
    }

    /// Closes the current account before another account opens or the session ends.
    ///
    /// Withdraws its notifications unless the same account follows.
    func release(for next: EntityID?) async throws {
        let account = accounts.account.flatMap { EntityID($0.id) }
        try await closeEngine()
        // After the account's work has stopped, so that no new notification follows, and before the
        // next account signs in.
        if let account, account != next {
            await platform.services.notificationCenter?.withdrawAll()
        }
    }

    private func closeEngine() async throws {
        // The app may enter the foreground meanwhile; that must not reopen the account.
        isBetweenAccounts = true
        health?.expectEngine(true)
        models = nil
        onboarding = Self.makeOnboarding(router, status, accounts, platform, currentEngine)
        // Cancel the engine now: background work may be waiting for one of its syncs.
        currentEngine.engine?.cancel()
        engineTask?.cancel()
        await engineTask?.value
        engineTask = nil
        backupTask?.cancel()
        await backupTask?.value
        backupTask = nil
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
        let oldConnection = connection
        connection = nil
        // An unclean shutdown of the connections loses no recorded data.
        try? await oldConnection?.client.shutdown()
    }

    /// Opens the account that the profile now names.
    func resume() {
        isBetweenAccounts = false
        open()
    }

    /// The number of changes in the current account that the server does not have.
    func unsentCount() async throws -> Int {
        guard let engine = currentEngine.engine else {
            if let failure { throw failure }
            return 0
        }
        let status = try await engine.store.read { try $0.queue.status() }
        return status.pending + status.failed + status.stale
    }

    func askForSignIn() {
        if accounts.signedIn == nil { router.showLogin() } else { wantsSignIn = true }
    }
}
