import SimulationKit
import TrendyKit
import TrendyModel
import TrendySync
import TrendyWire

// Sign-in and account changes.
extension SimulatedDevice {
    /// Creates the account or signs in to it, and starts the app.
    func signIn() async throws {
        guard !isSigningIn else { return }
        isSigningIn = true
        defer { isSigningIn = false }
        if !accounts.contains(account) { accounts.append(account) }
        let dependencies = makeDependencies()
        let process = Process(device: self, account: account, dependencies: dependencies)
        let client = makeClient(process)
        let credentials = Credentials(email: "\(account)@example.org", password: "long enough")
        let account = account
        if sessions[account] == nil {
            do {
                sessions[account] = try await client.signUp(credentials)
            } catch let failure as SyncFailure where failure.problem != nil {
                sessions[account] = try await client.signIn(credentials)
            }
            hasSignedInAnew = true
        }
        if self.process == nil { try start() }
    }

    /// Signs in again after the session has expired.
    func renewSession(of process: Process) async throws {
        let credentials = Credentials(
            email: "\(process.account)@example.org",
            password: "long enough"
        )
        let session = try await makeClient(process).signIn(credentials)
        guard process.isAlive else { return }
        sessions[process.account] = session
        hasSignedInAnew = true
        world.simulation.log("\(name) signs in again")
        kill()
        try start()
    }

    struct Keychain: SessionStorage {
        private(set) weak var process: Process?

        func replace(_ old: Session, with new: Session) {
            guard let process, process.isAlive else { return }
            process.device.world.coverage.reached(.sessionRefreshed)
            process.device.sessions[process.account] = new
        }

        func storedSession() -> Session? {
            guard let process, process.isAlive else { return nil }
            return process.device.sessions[process.account]
        }
    }

    /// The session of an account that is signed in on this device.
    func session(of account: String) -> Session? { sessions[account] }

    /// Runs a process of the app before the first sign-in on this device.
    ///
    /// It has no database yet.
    func lookAround(_ look: (Process) async -> Void) async {
        let process = Process(device: self, account: account, dependencies: makeDependencies())
        await look(process)
        process.isAlive = false
    }

    /// The account's id on the server, once it has signed in on this device.
    func accountID(_ account: String) -> EntityID? {
        sessions[account].flatMap { EntityID($0.user.id) }
    }

    /// Starts the app for an account that has signed in before.
    func open(_ account: String) async throws {
        self.account = account
        try start()
    }

    /// Signs out, and signs in to another account.
    func switchAccount(to other: String) async throws {
        world.coverage.reached(.accountSwitched)
        kill()
        account = other
        try await signIn()
    }
}
