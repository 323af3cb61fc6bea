import Synchronization
package import TrendyModel
package import TrendyWire

/// Limits the amount of a resource, such as streams or bytes, per account and in total.
///
/// Requests over a limit are refused at once; there is no queue.
package final class AccountBudget: Sendable {
    /// A share of the budget; deinitialization releases it.
    package final class Reservation: Sendable {
        private let budget: AccountBudget
        private let account: EntityID
        private let amount: Mutex<Int>

        fileprivate init(_ budget: AccountBudget, _ account: EntityID, _ amount: Int) {
            self.budget = budget
            self.account = account
            self.amount = Mutex(amount)
        }

        deinit {
            budget.release(amount.withLock { $0 }, of: account)
        }

        /// Increases the reservation; throws `Problem` 429 or 503 when a limit is reached.
        package func grow(by more: Int) throws(Problem) {
            try budget.take(more, for: account)
            amount.withLock { $0 += more }
        }
    }

    private struct State {
        var total = 0
        var byAccount: [EntityID: Int] = [:]
    }

    private let name: String
    private let perAccount: Int
    private let total: Int
    private let retryAfter: Int
    private let state = Mutex(State())

    /// Creates a budget.
    ///
    /// - Parameters:
    ///   - name: the resource's name in refusals, such as "open change streams".
    ///   - perAccount: the amount of one account. A single reservation may be larger when the
    ///     account has no other.
    ///   - total: the amount of all accounts.
    ///   - retryAfter: the retry delay of a refused client, in seconds.
    package init(name: String, perAccount: Int, total: Int, retryAfter: Int) {
        self.name = name
        self.perAccount = perAccount
        self.total = total
        self.retryAfter = retryAfter
    }

    /// The amount that all accounts have reserved.
    package var used: Int { state.withLock { $0.total } }

    /// Reserves an amount for an account; throws `Problem` 429 or 503 when a limit is reached.
    package func reserve(_ amount: Int = 1, for account: EntityID) throws(Problem) -> Reservation {
        try take(amount, for: account)
        return Reservation(self, account, amount)
    }

    private func take(_ amount: Int, for account: EntityID) throws(Problem) {
        let refusal = state.withLock { state -> Problem? in
            let held = state.byAccount[account] ?? 0
            guard held == 0 || held + amount <= perAccount else {
                return Problem(
                    .rateLimit,
                    detail: "This account has reached its limit of \(perAccount) \(name). "
                        + "Wait until others have ended, then try again.",
                    retryAfter: retryAfter
                )
            }
            guard state.total + amount <= total else {
                return Problem(
                    .unavailable,
                    detail: "This server has reached its limit of \(total) \(name). Try again "
                        + "later.",
                    retryAfter: retryAfter
                )
            }
            state.total += amount
            if held + amount > 0 { state.byAccount[account] = held + amount }
            return nil
        }
        if let refusal { throw refusal }
    }

    private func release(_ amount: Int, of account: EntityID) {
        state.withLock { state in
            state.total -= amount
            let left = (state.byAccount[account] ?? 0) - amount
            state.byAccount[account] = left > 0 ? left : nil
        }
    }
}
