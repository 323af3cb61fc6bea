import Synchronization
package import TrendyModel

/// Wakes those who wait for an account's changes, within one process.
///
/// A notice says only that there is something to look at, so many of them may become one.
package final class ChangeNotices: Sendable {
    /// Listeners of one account at most.
    static let mostListeners = 32

    /// Somebody who waits; ``stop()`` it when it is not needed any more.
    struct Listener: Sendable {
        /// Its notices.
        let notices: AsyncStream<Void>
        fileprivate let continuation: AsyncStream<Void>.Continuation
        fileprivate let id: Int
        fileprivate let account: EntityID
        fileprivate let owner: ChangeNotices

        /// Makes a notice for this one alone.
        func wake() { continuation.yield() }

        /// Ends the notices.
        func stop() {
            continuation.finish()
            owner.remove(id, of: account)
        }
    }

    private struct Listeners {
        var next = 0
        var byAccount: [EntityID: [Int: AsyncStream<Void>.Continuation]] = [:]
    }

    private let listeners = Mutex(Listeners())

    package init() {}

    /// Whether one more may listen to an account.
    func hasRoom(for account: EntityID) -> Bool {
        listeners.withLock { $0.byAccount[account]?.count ?? 0 < Self.mostListeners }
    }

    /// Listens to an account.
    func listen(to account: EntityID) -> Listener {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Void.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        let id = listeners.withLock { listeners in
            listeners.next += 1
            listeners.byAccount[account, default: [:]][listeners.next] = continuation
            return listeners.next
        }
        return Listener(
            notices: stream,
            continuation: continuation,
            id: id,
            account: account,
            owner: self
        )
    }

    /// Wakes an account's listeners.
    package func changed(_ account: EntityID) {
        let waiting = listeners.withLock { $0.byAccount[account].map { Array($0.values) } ?? [] }
        for continuation in waiting { continuation.yield() }
    }

    private func remove(_ id: Int, of account: EntityID) {
        listeners.withLock { listeners in
            listeners.byAccount[account]?[id] = nil
            if listeners.byAccount[account]?.isEmpty == true { listeners.byAccount[account] = nil }
        }
    }
}
