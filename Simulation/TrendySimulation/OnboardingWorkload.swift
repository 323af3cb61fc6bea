import SimulationKit
import TrendyAppSupport
import TrendyKit
import TrendyModel
import TrendyStore
import TrendySync
import TrendyWire

/// Runs onboarding in one process of the app: the real router, view model and service, over the
/// phone's key-value store and the simulated network.
@MainActor
final class OnboardingWorkload {
    private let process: SimulatedDevice.Process
    private let router: AppRouter
    private let model: OnboardingViewModel
    private let status: OnboardingStatusService

    private var world: World { process.device.world }

    /// - `transport`: the transport of the account's status; `nil` before sign-in.
    init(_ process: SimulatedDevice.Process, _ transport: (any OnboardingTransport)?) {
        self.process = process
        let (device, bug) = (process.device, process.device.world.options.injectedBug)
        let store = ProcessKeyValues(process)
        var dependencies = process.dependencies
        dependencies.clock = ProcessClock(process)
        status = OnboardingStatusService(
            cache: OnboardingStatusCache(bug?.keyValues?(store, process) ?? store),
            dependencies: dependencies
        )
        let sessions = Sessions(device: device, user: process.account)
        router = AppRouter(sessions: sessions, onboarding: status, dependencies: dependencies)
        model = OnboardingViewModel(
            router: router,
            onboarding: status,
            sessions: sessions,
            dependencies: dependencies,
            store: { [weak process] in process?.isAlive == true ? process?.store : nil }
        )
        if let transport, let account = device.accountID(process.account) {
            status.connect(bug?.onboarding?(transport, process) ?? transport, of: account)
        }
    }

    /// Selects the first route, and sends pending steps until the process ends.
    func run() async {
        if process.hasSignedInAnew {
            // Steps that cannot be stored now are adopted at the next launch.
            try? router.signedIn()
        } else {
            router.determineInitialRoute()
        }
        checkRoute()
        // In the calm phase, no background task or timer starts a run; the workload does.
        if world.phase != .calm {
            await withDiscardingTaskGroup { group in
                let status = status
                group.addTask { await status.run() }
                group.addTask { await self.followNetwork() }
                group.addTask { await self.checkRouteDelay() }
            }
        }
        await router.close()
    }

    private func followNetwork() async {
        for await path in ConditionsWorkload.network(of: process.phone).paths() {
            status.update(isOnline: path.isOnline)
            router.update(isOnline: path.isOnline)
        }
    }

    /// Sends pending steps in the calm phase; returns whether none is left.
    func sendPending() async throws -> Bool {
        guard !status.record.unsent.isEmpty else { return true }
        let sending = Task { [status] in await status.run() }
        for _ in 0..<100 where !status.record.unsent.isEmpty {
            try await world.simulation.sleep(for: .seconds(30))
        }
        sending.cancel()
        await sending.value
        return status.record.unsent.isEmpty
    }

    // MARK: what people do

    /// Completes some steps before the first sign-in on this device.
    func lookAround(_ choices: [Int]) async {
        router.determineInitialRoute()
        for choice in choices { await proceed(choice) }
    }

    /// Completes the current step, if there is one.
    ///
    /// - `choice`: the selected answer where there is a choice.
    func proceed(_ choice: Int) async {
        guard process.isAlive, let step = model.step else { return }
        let onboardings = world.onboardings
        for owner in owners { onboardings.begin(step, owner) }
        switch step {
        case .firstEventType:
            await model.resume()
            let templates = model.templates
            if model.step == step { await model.choose(templates[choice % templates.count]) }
        case .firstEvent:
            await model.resume()
            if model.step == step { await recordFirstEvent() }
        case .permission(let permission):
            let answers: [OnboardingStatus.Answer] = [.granted, .denied, .skipped]
            let answer = answers[choice % answers.count]
            for owner in owners { onboardings.begin(permission, answer, owner) }
            model.answer(permission, answer)
        case .welcome, .signIn, .finish:
            model.proceed()
        }
        // Without a database, the steps that need it can be skipped.
        if process.isAlive, model.errorMessage != nil, process.store == nil { model.proceed() }
        note(step)
    }

    private var isSignedOut: Bool { process.device.session(of: process.account) == nil }

    /// The owners of these steps.
    ///
    /// Steps without an account pass to an account that signs in later.
    private var owners: [String] {
        isSignedOut
            ? (0..<world.faults.accounts).map { UserActor.account($0) } : [process.account]
    }

    private func recordFirstEvent() async {
        let word = world.model.word(process.account)
        let start = world.simulation.wallTime
        let creation = world.model.begin(
            ExpectedState.Creation(
                account: process.account,
                device: process.device.name,
                word: word,
                time: start...start
            )
        )
        await model.recordFirstEvent(notes: word)
        guard process.isAlive, let store = process.store,
            let events = try? await store.read({ try $0.entities.events(EventFilter(limit: 1000)) }
            ),
            let event = events.first(where: {
                (try? $0.document()["notes"]?.string) == word
            })
        else { return }
        world.model.end(
            creation: creation,
            .acknowledged,
            at: world.simulation.wallTime,
            entity: event.id
        )
    }

    /// Notes a step that the app confirmed as stored.
    private func note(_ step: OnboardingStep) {
        guard process.isAlive else { return }
        if model.step != step { world.simulation.log("\(process.device.name) completed \(step)") }
        if !isSignedOut { world.onboardings.reach(router.route, on: process) }
        if router.route == .authenticated { world.coverage.reached(.onboardingFinished) }
    }

    // MARK: what must hold

    private func checkRoute() {
        guard process.isAlive else { return }
        world.onboardings.check(router.route, on: process)
    }

    /// The first route must not wait long for the server.
    private func checkRouteDelay() async {
        // Where the machine may stall for longer, no time limit can be checked.
        let policy = world.simulation.policy
        guard router.route == .loading,
            policy.stallPerMille == 0 || policy.horizon <= .seconds(1)
        else { return }
        do {
            // Three times the largest delay of any single operation.
            for _ in 0..<3 { try await ProcessClock(process).sleep(for: .seconds(60)) }
        } catch {
            return
        }
        guard process.isAlive else { return }
        if router.route == .loading {
            world.violate("onboarding", "\(process.device.name) still waits for the first route")
        }
    }

    /// The session on the device.
    private struct Sessions: SessionCache {
        let device: SimulatedDevice
        let user: String

        var session: Session? { device.session(of: user) }
        // Each person of a phone has a database of their own in the simulation.
        var account: Session.User? { session?.user }
    }
}

extension SimulatedDevice.Process {
    /// Starts onboarding, if the world has it.
    func showAround(_ transport: any OnboardingTransport) {
        guard device.world.faults.hasOnboarding else { return }
        showing = Task { @MainActor in
            guard isAlive else { return }
            let workload = OnboardingWorkload(self, transport)
            onboarding = workload
            await workload.run()
        }
    }
}

extension World {
    /// Some people try the app before they sign in.
    func lookAround(on device: SimulatedDevice) async {
        var random = simulation.random("onboarding-\(device.index)")
        guard faults.hasOnboarding, random.happens(500) else { return }
        let steps = Int.random(in: 1...OnboardingStep.all.count, using: &random)
        let choices = (0..<steps).map { _ in Int.random(in: 0..<100, using: &random) }
        await device.lookAround { process in
            await OnboardingWorkload(process, nil).lookAround(choices)
        }
    }
}
