import Foundation
import Observation
import Synchronization
import TrendyAppSupport
import TrendyKit
import TrendyModel
import TrendySync
import TrendyWire

/// A device's directory, and the services over it from one launch to the next.
final class OnboardingFixture: Sendable {
    static let ada = EntityID(high: 0x0189_0A5D_AC96_774B, low: 0xBCCE_B302_099A_8057)
    static let bob = EntityID(high: 0x0189_0A5D_AC96_774B, low: 0xBCCE_B302_099A_8058)

    let directory: String
    let clock = SteppingClock()
    let wall = ManualWallClock()
    let dependencies: Dependencies

    var store: FileKeyValueStore { FileKeyValueStore(directory: directory + "/onboarding") }
    var cache: OnboardingStatusCache { OnboardingStatusCache(store) }

    init() throws {
        directory = FileManager.default.temporaryDirectory.path + "/onboarding-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true
        )
        let random = SystemRandomSource()
        dependencies = Dependencies(
            wallClock: wall,
            random: JitterlessRandomSource(),
            ids: UUIDv7Source(clock: wall, random: random),
            clock: clock
        )
    }

    deinit {
        try? FileManager.default.removeItem(atPath: directory)  // it is a temporary directory
    }

    /// The service of a new launch.
    func launch(_ owner: OnboardingOwner? = nil) -> OnboardingStatusService {
        let service = OnboardingStatusService(cache: cache, dependencies: dependencies)
        if let owner { service.open(owner) }
        return service
    }

    func profile() throws -> Profile { try Profile(directory: directory) }

    /// Signs an account in on this device.
    func signIn(_ account: EntityID = ada, expiresAt: Int64 = .max / 2) async throws {
        try await profile().signIn(
            Self.session(account, expiresAt: expiresAt),
            server: "http://trendy.example",
            dependencies: dependencies
        )
    }

    static func session(_ account: EntityID, expiresAt: Int64 = .max / 2) -> Session {
        Session(
            accessToken: "access",
            expiresIn: 3600,
            expiresAt: expiresAt,
            refreshToken: "refresh",
            user: .init(
                id: account.description,
                email: "a@example.org",
                createdAt: "2026-01-01T00:00:00.000Z"
            )
        )
    }

    /// The client of an account over a test's connection.
    func client(_ exchange: any HTTPExchange, _ account: EntityID = ada) -> OnboardingClient {
        guard let address = ServerAddress("http://trendy.example") else {
            preconditionFailure("The address is one")
        }
        let accounts = AccountClient(address: address, exchange: exchange, wallClock: wall)
        return OnboardingClient(
            accounts,
            sessions: SessionManager(
                session: Self.session(account),
                storage: NoStorage(),
                refresher: accounts,
                wallClock: wall
            )
        )
    }

    /// Runs a service while `body` runs.
    func running(
        _ service: OnboardingStatusService,
        _ body: () async throws -> Void
    ) async throws {
        let task = Task { await service.run() }
        let result: Result<Void, any Error>
        do {
            result = .success(try await body())
        } catch {
            result = .failure(error)
        }
        task.cancel()
        await task.value
        try result.get()
    }

    /// Returns when a running service is idle.
    func idle() async { await clock.slept(for: .seconds(3600)) }

    /// A random source without jitter.
    private struct JitterlessRandomSource: RandomSource {
        func next() -> UInt64 { 1 << 63 }
    }

    private struct NoStorage: SessionStorage {
        func replace(_ old: Session, with new: Session) {}

        func storedSession() -> Session? { nil }
    }
}

/// A wall clock that only a test moves.
final class ManualWallClock: WallClock {
    private let instant = Mutex(Instant(seconds: 1_768_000_000))

    func now() -> Instant { instant.withLock { $0 } }

    func advance(by duration: Duration) { instant.withLock { $0 = $0 + duration } }
}

extension OnboardingRecord {
    /// Creates a record after some steps; when confirmed, the server has all of them.
    init(
        _ steps: [OnboardingStep],
        isConfirmed: Bool = true,
        isCompleted: Bool = false
    ) {
        self.init()
        var machine = OnboardingStateMachine(owner: .account(OnboardingFixture.ada), record: self)
        for step in steps {
            let time = Instant(seconds: 1_768_000_000)
            if case .permission(let permission) = step {
                _ = machine.received(.answered(permission, .granted, time))
            } else {
                _ = machine.received(.completed(step, time))
            }
        }
        if isCompleted { _ = machine.received(.completed(.finish, Instant(seconds: 0))) }
        self = machine.record
        self.isConfirmed = isConfirmed
        if isConfirmed { unsent = [] }
    }
}

/// Returns when an observed condition holds.
@MainActor
func waitUntil(_ condition: @MainActor @Sendable () -> Bool) async {
    while !condition() {
        await withCheckedContinuation { continuation in
            withObservationTracking {
                _ = condition()
            } onChange: {
                continuation.resume()
            }
        }
    }
}
