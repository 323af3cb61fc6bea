import Synchronization
package import TrendyModel
package import TrendyWire

/// Limits how much of a resource, such as streams or bytes, each account and all accounts hold.
///
/// Nothing waits: what is over a limit is refused.
package final class AccountBudget: Sendable {
    /// A share of the budget; given back when the last reference to it goes.
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
            budget.giveBack(amount.withLock { $0 }, of: account)
        }

        /// Takes more; throws `Problem` 429 or 503 when a limit is reached.
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

    /// Makes a budget.
    ///
    /// - Parameters:
    ///   - name: what refusals call the resource, such as "open change streams".
    ///   - perAccount: how much one account may hold. One reservation may be larger, when the
    ///     account holds nothing else.
    ///   - total: how much all accounts may hold.
    ///   - retryAfter: the seconds that a refused client waits.
    package init(name: String, perAccount: Int, total: Int, retryAfter: Int) {
        self.name = name
        self.perAccount = perAccount
        self.total = total
        self.retryAfter = retryAfter
    }

    /// How much all accounts hold.
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

    private func giveBack(_ amount: Int, of account: EntityID) {
        state.withLock { state in
            state.total -= amount
            let left = (state.byAccount[account] ?? 0) - amount
            state.byAccount[account] = left > 0 ? left : nil
        }
    }
}
