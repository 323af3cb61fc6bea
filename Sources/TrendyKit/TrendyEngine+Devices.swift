import Synchronization
import TrendyModel
package import TrendyWire

/// The last answer with the account's devices, and when the server was last asked for it.
struct LastAccountSync: Sendable {
    var answer: AccountSync?
    var askedAt: Instant?
}

// The account's devices without a wait for the network.
extension TrendyEngine {
    /// How old the last question for the account's devices may be before the next one.
    private static let accountSyncInterval = Duration.seconds(60)

    /// The account's devices as last known in this process; `nil` when they are not known.
    ///
    /// Asks the server at most once a minute, and stops waiting for it after a time limit. An error
    /// leaves the last answer.
    ///
    /// - `limit`: the maximum time to wait for the server.
    package func knownAccountSync(waiting limit: Duration) async -> AccountSync? {
        if claimAccountSync() {
            let clock = dependencies.clock
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    // The last answer is shown in place of an error, which the device list shows.
                    _ = try? await self.accountSync()
                }
                // A sleep ends early only because the answer came first.
                group.addTask { try? await clock.sleep(for: limit) }
                await group.next()
                group.cancelAll()
            }
        }
        return lastAccountSync.withLock(\.answer)
    }

    private func claimAccountSync() -> Bool {
        let now = dependencies.wallClock.now()
        return lastAccountSync.withLock { last in
            // A clock that was set back must not postpone the question.
            if let askedAt = last.askedAt, askedAt <= now, now - askedAt < Self.accountSyncInterval
            {
                return false
            }
            last.askedAt = now
            return true
        }
    }
}
