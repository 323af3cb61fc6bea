import Foundation
package import SimulatedHealthBehavior
package import SimulatedPhone
import Synchronization

/// The health service of one phone.
///
/// Its state outlives the app's process; queries do not.
///
/// The app's code is never called with the lock held; all calls go through the phone's timeline.
package final class HealthDatabase: PhoneService {
    private weak let owner: Phone?
    let timeline: any PhoneTimeline
    package let randomness: any PhoneRandomness
    let appSource: HKSourceRevision
    let state: Mutex<HealthState>

    init(phone: Phone) {
        owner = phone
        timeline = phone.timeline
        randomness = phone.randomness
        appSource = HKSourceRevision(
            source: HKSource(name: phone.app.name, bundleIdentifier: phone.app.bundleIdentifier),
            version: phone.app.version,
            productType: phone.model,
            operatingSystemVersion: OperatingSystemVersion(
                majorVersion: 26,
                minorVersion: 0,
                patchVersion: 0
            )
        )
        state = Mutex(
            HealthState(storeID: randomness.uuid(), appBundle: phone.app.bundleIdentifier)
        )
    }

    /// The health service of a phone.
    package static func of(_ phone: Phone) -> HealthDatabase {
        phone.service { HealthDatabase(phone: $0) }
    }

    /// The phone; `nil` after its release, when nothing can happen any more.
    var phone: Phone? { owner }

    package var behavior: HealthKitBehavior { state.withLock(\.behavior) }

    package func count(_ change: (inout HealthCounters) -> Void) {
        state.withLock { change(&$0.counters) }
    }

    /// Whether the store is readable: the device has been unlocked since its start, and has not
    /// been locked for longer than the grace period.
    package var isAccessible: Bool {
        guard let phone, phone.isPoweredOn, phone.hasUnlockedSinceBoot else { return false }
        guard let since = phone.lockedSince else { return true }
        return timeline.now.timeIntervalSince(since) < behavior.lockGracePeriod.seconds
    }

    func checkAccess() throws {
        guard isAccessible else {
            throw HKError(
                .errorDatabaseInaccessible,
                "Protected health data is inaccessible: the device is locked."
            )
        }
    }

    /// Performs system work after a short delay, and delivers the result to the process if it still
    /// exists.
    func request<Value: Sendable>(
        _ generation: Int,
        after delay: Duration = .zero,
        _ work: @escaping @Sendable (HealthDatabase) throws -> Value,
        reply: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        guard let phone, phone.isAlive(generation) else { return }
        timeline.schedule(after: delay + randomness.span(upTo: behavior.jitter)) {
            let result = Result { try work(self) }
            self.phone?.deliver(to: generation) { reply(result) }
        }
    }

    /// Evaluates a query and delivers the result, unless the query has been stopped by then.
    func evaluate<Value: Sendable>(
        _ query: HKQuery,
        generation: Int,
        _ work: @escaping @Sendable (borrowing HealthState) throws -> Value,
        deliver: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        request(generation) { database in
            try database.checkAccess()
            database.expireDeletedSamples()
            return try database.state.withLock { try work($0) }
        } reply: { result in
            if !query.isStopped { deliver(result) }
        }
    }
}
