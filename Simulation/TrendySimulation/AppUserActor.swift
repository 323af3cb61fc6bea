import Foundation
import SimulatedPhone
import SimulationKit
import TrendyAppSupport
import TrendyKit
import TrendyModel
import TrendyStore
import TrendySync
import TrendyWire

/// A user of the whole app: completes onboarding, signs in, signs out, changes accounts and
/// records.
@MainActor
final class AppUserActor {
    private let phone: AppPhone
    private var random: SplitMix64

    init(_ phone: AppPhone) {
        self.phone = phone
        random = phone.world.simulation.random("person-\(phone.name)")
    }

    private var world: World { phone.world }
    private var oracle: AppOracle { world.appOracle }

    /// Acts until a deadline.
    func act(until end: Duration) async throws {
        while true {
            let wait = random.duration(.seconds(1), world.faults.actions * 2)
            guard world.simulation.now + wait < end else { return }
            try await world.simulation.sleep(for: wait)
            try await phone.open()
            guard let process = phone.process, let app = process.app else { continue }
            await act(app, process)
            await look(app, process)
            guard random.happens(world.faults.glances) else { continue }
            let longest = random.pick([Duration.seconds(10), .seconds(60), .seconds(600)])
            try await world.simulation.sleep(for: random.duration(.seconds(1), longest))
            if process.isAlive { phone.phone.enterBackground() }
        }
    }

    // MARK: who uses the phone

    /// The stored profile of the phone.
    private var profile: ProfileFile? {
        // The app writes it as JSON.
        phone.profile.flatMap { try? UntrustedJSON.decode(ProfileFile.self, from: $0) }
    }

    /// The name of the account in use; `nil` before the first sign-in.
    private var account: String? { (profile?.account?.id).flatMap { oracle.name(of: $0) } }

    /// Whether the account has a session.
    private var isSignedIn: Bool { profile?.session != nil }

    // MARK: what people do

    private func act(_ app: TrendyApp, _ process: AppPhone.Process) async {
        if app.errorMessage != nil, random.happens(500) { app.tryAgain() }
        switch app.router.route {
        case .loading: return
        case .onboarding:
            for _ in 0..<Int.random(in: 1...4, using: &random) where process.isAlive {
                await proceed(app, process)
            }
        case .login: await signIn(app, process, as: random.pick(AppOracle.names))
        case .authenticated:
            switch Int.random(in: 0..<100, using: &random) {
            case 0..<60: await record(app, process)
            case 60..<70 where isSignedIn: await signOut(app, process)
            case 70..<78: await signIn(app, process, as: random.pick(AppOracle.names))
            default: break
            }
        }
        guard process.isAlive,
            let status = try? await app.engine?.store.read({ try $0.queue.status() }),
            status.lastError != nil, process.isAlive
        else { return }
        // A person who sees an error retries or signs in again.
        if app.wantsSignIn || random.happens(500), let account {
            await signIn(app, process, as: account)
        }
    }

    private func proceed(_ app: TrendyApp, _ process: AppPhone.Process) async {
        let model = app.onboarding
        switch model.step {
        case .signIn?:
            if !model.canDeferSignIn || random.happens(400) {
                await signIn(app, process, as: random.pick(AppOracle.names))
            } else {
                model.proceed()
            }
        case .firstEventType?:
            await model.resume()
            if model.step == .firstEventType { await model.choose(random.pick(model.templates)) }
        case .firstEvent?:
            await model.resume()
            guard process.isAlive, model.step == .firstEvent else { return }
            let word = oracle.begin(on: phone, account)
            world.simulation.log("\(phone.name) records \(word) as its first")
            await model.recordFirstEvent(notes: word)
            if process.isAlive, model.errorMessage == nil, model.step != .firstEvent {
                oracle.acknowledge(word)
            }
        case .permission(let permission)?:
            model.answer(permission, random.pick([.granted, .denied, .skipped]))
        case .welcome?, .finish?: model.proceed()
        case nil: return
        }
        // A person skips a step that fails.
        if process.isAlive, model.errorMessage != nil { model.proceed() }
    }

    /// - Returns: whether it is now the account in use.
    @discardableResult
    private func signIn(
        _ app: TrendyApp,
        _ process: AppPhone.Process,
        as name: String
    ) async -> Bool {
        let before = account
        oracle.attempt(name, on: phone)
        world.simulation.log("\(phone.name) signs in as \(name)")
        let credentials = AppOracle.credentials(of: name)
        app.auth.server = AppOracle.server
        (app.auth.email, app.auth.password) = (credentials.email, credentials.password)
        await app.auth.signIn()
        guard process.isAlive, app.auth.errorMessage == nil, account == name, isSignedIn else {
            return false
        }
        world.simulation.log("\(phone.name) has signed in as \(name)")
        world.coverage.reached(.appSignedIn)
        if before == nil { world.coverage.reached(.appDataMerged) }
        if let before, before != name { world.coverage.reached(.appSwitched) }
        if app.router.route == .login {
            world.violate("accounts", "\(phone.name) asks a signed-in person to sign in")
        }
        return true
    }

    private func signOut(_ app: TrendyApp, _ process: AppPhone.Process) async {
        world.simulation.log("\(phone.name) signs out")
        await app.auth.signOut()
        if process.isAlive, app.auth.warning != nil {
            guard random.happens(500) else { return app.auth.cancelSignOut() }
            await app.auth.confirmSignOut()
        }
        guard process.isAlive, app.auth.errorMessage == nil else { return }
        world.coverage.reached(.appSignedOut)
        if isSignedIn || app.router.route == .authenticated {
            world.violate("accounts", "\(phone.name) shows \(app.router.route) after signing out")
        }
    }

    private func record(_ app: TrendyApp, _ process: AppPhone.Process) async {
        guard let engine = app.engine else { return }
        let word = oracle.begin(on: phone, account)
        world.simulation.log("\(phone.name) records \(word)")
        do {
            _ = try await engine.recordManualEvent(
                .init(
                    typeName: random.pick(["Coffee", "Tea", "Water"]),
                    timestamp: phone.clock.now(),
                    notes: word
                )
            )
            if process.isAlive { oracle.acknowledge(word) }
        } catch {
            world.coverage.reached(.writeFailed)
            world.simulation.log("\(phone.name) cannot record")
        }
    }

    /// The person reads the list of records.
    private func look(_ app: TrendyApp, _ process: AppPhone.Process) async {
        let account = account
        guard process.isAlive, let engine = app.engine else { return }
        let expected = oracle.expected(on: phone, account)
        // A list that cannot be read now is read again later.
        guard let texts = try? await texts(of: engine), process.isAlive, app.engine === engine,
            self.account == account
        else { return }
        world.simulation.log("\(phone.name) sees \(texts.count) of \(account ?? "no account")")
        oracle.check(texts, of: account, expected: expected, phone.name, in: world)
    }

    private func texts(of engine: TrendyEngine) async throws -> [String] {
        try await engine.store.read { try $0.entities.events(EventFilter(limit: 100_000)) }
            .compactMap {
                try $0.document()["notes"]?.string
            }
    }

    // MARK: calm phase

    /// Signs in to every account that was tried, and sends its pending changes.
    func drain(until end: Duration) async throws {
        var names = oracle.attempts(on: phone)
        if names.isEmpty { names = [AppOracle.names[0]] }
        for name in names {
            // Increasing pauses, as a person's.
            var pause = Duration.seconds(60)
            while try await !drain(name) {
                guard world.simulation.now < end else {
                    return world.violate(
                        "liveness",
                        "after \(World.reconciliationWindow), \(phone.name) has work of \(name):"
                            + " \(phone.process?.app?.errorMessage ?? "")"
                            + " \(phone.process?.app?.auth.errorMessage ?? "")"
                    )
                }
                try await world.simulation.sleep(for: pause)
                pause = min(.seconds(7200), pause * 2)
            }
        }
    }

    /// - Returns: whether an account is in use and has sent all that it may send.
    private func drain(_ name: String) async throws -> Bool {
        try await phone.open()
        guard let process = phone.process, let app = process.app, process.isAlive else {
            return false
        }
        if account != name || !isSignedIn {
            guard await signIn(app, process, as: name) else { return false }
        }
        // A person who sees that the data cannot be opened retries.
        if app.errorMessage != nil { app.tryAgain() }
        guard let engine = app.engine, let coordinator = engine.coordinator else { return false }
        do {
            try await engine.store.write { try $0.queue.retry(.all) }
            _ = try await coordinator.sync()
        } catch let failure as SyncFailure where failure.code == .needsSignIn {
            return await signIn(app, process, as: name) && false
        } catch {
            // The caller retries.
            return false
        }
        await look(app, process)
        let status = try await engine.store.read { try $0.queue.status() }
        return status.pending == status.blocked && status.lastError == nil
    }
}
