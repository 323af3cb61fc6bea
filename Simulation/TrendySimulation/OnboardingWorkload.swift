import SimulationKit
import TrendyKit
import TrendyModel
import TrendyStore
import TrendySync
import TrendyWire

/// How one process of the app shows its person around: the real router, view model and service over
/// the phone's small store and the simulated network.
@MainActor
final class OnboardingWorkload {
    private let process: SimulatedDevice.Process
    private let router: AppRouter
    private let model: OnboardingViewModel
    private let status: OnboardingStatusService

    private var world: World { process.device.world }

    /// - `transport`: the way to the account's status; `nil` as long as nobody has signed in.
    init(_ process: SimulatedDevice.Process, _ transport: (any OnboardingTransport)?) {
        self.process = process
        let (device, sabotage) = (process.device, process.device.world.options.injectedBug)
        let store = ProcessKeyValues(process)
        var dependencies = process.dependencies
        dependencies.clock = ProcessClock(process)
        status = OnboardingStatusService(
            cache: OnboardingStatusCache(sabotage?.keyValues?(store, process) ?? store),
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
            status.connect(sabotage?.onboarding?(transport, process) ?? transport, of: account)
        }
    }

    /// Decides what to show first, and sends what waits until the process ends.
    func run() async {
        if process.hasSignedInAnew {
            // What cannot be stored now is taken over at the next launch.
            try? router.signedIn()
        } else {
            router.determineInitialRoute()
        }
        checkRoute()
        // In the calm nothing goes on by itself.
        if world.phase != .calm {
            await withDiscardingTaskGroup { group in
                let status = status
                group.addTask { await status.run() }
                group.addTask { await self.followNetwork() }
                group.addTask { await self.checkPatience() }
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

    /// Sends what waits, in the calm; whether nothing is left.
    func bring() async throws -> Bool {
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

    /// Goes some steps before anybody has signed in on this device.
    func lookAround(_ choices: [Int]) async {
        router.determineInitialRoute()
        for choice in choices { await goOn(choice) }
    }

    /// Goes on from the step that is shown, if one is.
    ///
    /// - `choice`: what is chosen where there is a choice.
    func goOn(_ choice: Int) async {
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
            model.goOn()
        }
        // Without a database, the steps that need one can be passed by.
        if process.isAlive, model.trouble != nil, process.store == nil { model.goOn() }
        note(step)
    }

    private var isSignedOut: Bool { process.device.session(of: process.account) == nil }

    /// Whose steps these are: those of nobody become those of an account that signs in later.
    private var owners: [String] {
        isSignedOut
            ? (0..<world.faults.accounts).map { UserActor.account($0) } : [process.account]
    }

    private func recordFirstEvent() async {
        let word = world.model.word(process.account)
        let creation = world.model.begin(
            ExpectedState.Creation(
                account: process.account,
                device: process.device.name,
                word: word
            )
        )
        await model.recordFirstEvent(notes: word)
        guard process.isAlive, let store = process.store,
            let events = try? await store.events(EventFilter(limit: 1000)),
            let event = events.first(where: {
                (try? $0.document()["notes"]?.string) == word
            })
        else { return }
        world.model.end(creation: creation, .acknowledged, entity: event.id)
    }

    /// What was answered as stored stays.
    private func note(_ step: OnboardingStep) {
        guard process.isAlive else { return }
        if model.step != step { world.simulation.log("\(process.device.name) is past \(step)") }
        if !isSignedOut { world.onboardings.reach(router.route, on: process) }
        if router.route == .authenticated { world.coverage.reached(.onboardingFinished) }
    }

    // MARK: what must hold

    private func checkRoute() {
        guard process.isAlive else { return }
        world.onboardings.check(router.route, on: process)
    }

    /// Nobody waits for the server for long.
    private func checkPatience() async {
        // Where the machine may stall for longer, nobody can say when the time is up.
        let policy = world.simulation.policy
        guard router.route == .loading,
            policy.stallPerMille == 0 || policy.horizon <= .seconds(1)
        else { return }
        do {
            // Three times as long as anything may be late by itself.
            for _ in 0..<3 { try await ProcessClock(process).sleep(for: .seconds(60)) }
        } catch {
            return
        }
        guard process.isAlive else { return }
        if router.route == .loading {
            world.violate("onboarding", "\(process.device.name) is still asking what to show")
        }
    }

    /// Who uses the device.
    private struct Sessions: SessionCache {
        let device: SimulatedDevice
        let user: String

        var session: Session? { device.session(of: user) }
        // Each person of a phone has a database of their own here.
        var account: Session.User? { session?.user }
    }
}

extension SimulatedDevice.Process {
    /// Shows the person around, if people are shown around in this world.
    func showAround(_ transport: any OnboardingTransport) {
        guard device.world.faults.hasOnboarding else { return }
        showing = Task { @MainActor in
            guard isAlive else { return }
            let life = OnboardingWorkload(self, transport)
            onboarding = life
            await life.run()
        }
    }
}

extension World {
    /// Some people look at the app before they sign in.
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
