import Foundation
import Synchronization
package import TrendyModel
import TrendyStore
import TrendySync
package import TrendyWire

// The account's devices.
extension TrendyEngine {
    /// An answer of the server and the time of its receipt.
    package struct DevicesAnswer: Sendable, Equatable {
        /// The answer.
        package var answer: AccountSync
        /// The time of its receipt.
        package var receivedAt: Instant
    }

    /// The age from which a stored answer is replaced by one that says the same.
    private static let storageInterval = Duration.seconds(900)

    /// The account's devices and their last reports, from the server; `nil` when signed out.
    ///
    /// The answer is stored for the time without a connection, see ``lastDevicesAnswer()``.
    ///
    /// - Throws: `SyncFailure`.
    package func accountSync() async throws -> AccountSync? {
        guard let answer = try await devices?.accountSync() else { return nil }
        let new = DevicesAnswer(answer: answer, receivedAt: dependencies.wallClock.now())
        let old = devicesAnswer.withLock { answer in
            defer { answer = new }
            return answer
        }
        // A database that cannot be written now, such as a suspended one, does not hide the answer.
        try? await keep(new, after: old)
        return answer
    }

    /// The account's devices and their last reports, from the server, within a time limit.
    ///
    /// All callers share one request, which continues after the limit and stores its answer, see
    /// ``lastDevicesAnswer()``.
    ///
    /// - `limit`: the maximum time to wait for the server.
    ///
    /// Returns the answer (`nil` when signed out) or the `SyncFailure`; `nil` when the server has
    /// not answered within the limit, or the task is cancelled.
    package func accountSync(waiting limit: Duration) async -> Result<AccountSync?, any Error>? {
        await devicesRequest.result(waiting: limit, dependencies.clock) {
            try await self.accountSync()
        }
    }

    /// The last answer of the server about the account's devices; `nil` before the first.
    ///
    /// - Throws: errors of the database.
    package func lastDevicesAnswer() async throws -> DevicesAnswer? {
        if let answer = devicesAnswer.withLock({ $0 }) { return answer }
        return try await storedDevicesAnswer()
    }

    /// Stores an answer when it differs from the stored one, or that one is old.
    private func keep(_ new: DevicesAnswer, after old: DevicesAnswer?) async throws {
        let known: DevicesAnswer?
        if let old { known = old } else { known = try await storedDevicesAnswer() }
        let storedAt = devicesAnswerStoredAt.withLock { $0 } ?? known?.receivedAt
        if let known, let storedAt, Self.isSame(known.answer, new.answer),
            new.receivedAt >= storedAt, new.receivedAt - storedAt < Self.storageInterval
        {
            devicesAnswerStoredAt.withLock { $0 = storedAt }
            return
        }
        let json = Array(try JSONEncoder().encode(new.answer))
        try await store.write {
            try $0.sync.update(devicesAnswer: json, receivedAt: new.receivedAt)
        }
        devicesAnswerStoredAt.withLock { $0 = new.receivedAt }
    }

    private func storedDevicesAnswer() async throws -> DevicesAnswer? {
        guard let stored = try await store.read({ try $0.sync.devicesAnswer() }),
            // An answer that another version stored differently is as none.
            let answer = try? UntrustedJSON.decode(AccountSync.self, from: stored.json)
        else { return nil }
        return DevicesAnswer(answer: answer, receivedAt: stored.receivedAt)
    }

    /// Whether two answers have the same devices with the same reports.
    private static func isSame(_ left: AccountSync, _ right: AccountSync) -> Bool {
        left.devices.map(\.id) == right.devices.map(\.id)
            && left.devices.map(\.reportedAt) == right.devices.map(\.reportedAt)
    }

    /// How old the last question for the account's devices may be before the next one.
    private static let accountSyncInterval = Duration.seconds(60)

    /// The account's devices as last known; `nil` when they are not known.
    ///
    /// Asks the server at most once a minute, and stops waiting for it after a time limit, even
    /// when the request ignores its cancellation. An error leaves the last answer.
    ///
    /// - `limit`: the maximum time to wait for the server.
    package func knownAccountSync(waiting limit: Duration) async -> AccountSync? {
        // The last answer is shown in place of an error, which the device list shows.
        if claimAccountSync() { _ = await accountSync(waiting: limit) }
        // A database that cannot be read has no answer; the page itself shows the error.
        return try? await lastDevicesAnswer()?.answer
    }

    private func claimAccountSync() -> Bool {
        let now = dependencies.wallClock.now()
        return devicesAskedAt.withLock { askedAt in
            // A clock that was set back must not postpone the question.
            if let asked = askedAt, asked <= now, now - asked < Self.accountSyncInterval {
                return false
            }
            askedAt = now
            return true
        }
    }
}
