package import TrendyModel
package import TrendyWire

/// A push of an account, as one or more transactions.
///
/// A store runs ``run(transaction:afterStep:)`` with its own transactions around
/// ``step(on:)``.
package struct AccountPush: Sendable {
    /// The account.
    package let account: EntityID
    private let commands: [PushCommand]
    private let limits: WorkLimits
    private let quota: AccountQuota
    private var expectedEpoch: String?
    private let now: Instant

    /// Creates a push.
    ///
    /// - Parameters:
    ///   - account: the account.
    ///   - commands: the commands, in order.
    ///   - expectedEpoch: the epoch of the commands' version numbers; `nil` when they have none.
    ///   - limits: limits of one transaction.
    ///   - quota: the storage quota of the account.
    ///   - now: the server's time.
    package init(
        account: EntityID,
        commands: [PushCommand],
        expectedEpoch: String?,
        limits: WorkLimits,
        quota: AccountQuota,
        now: Instant
    ) {
        self.account = account
        self.commands = commands
        self.expectedEpoch = expectedEpoch
        self.limits = limits
        self.quota = quota
        self.now = now
    }

    /// The result of one transaction.
    package struct Step: Sendable {
        /// The results; `nil` when the transaction deleted only children of a type.
        package var results: [PushResult]?
        /// The account's epoch.
        package var epoch: String
        /// The account's version before the transaction.
        package var versionBefore: Int64
        /// The account's version after the transaction.
        package var versionAfter: Int64
        /// Whether the transaction wrote entities that no command names.
        package var hasOthers: Bool
    }

    /// Applies the commands in one transaction, or deletes a part of the children of a type that
    /// the first command deletes.
    ///
    /// The type and the idempotency record are written last: after a crash in between, a repetition
    /// of the command deletes the rest. The caller commits the transaction, or rolls it back after
    /// an error.
    ///
    /// - Throws: `Problem` of the code `cursorExpired` for another epoch, and errors of `database`.
    package func step(on database: some PushDatabase) throws -> Step {
        var push = try PushTransaction(
            database,
            account: account,
            commands: commands,
            expectedEpoch: expectedEpoch,
            quota: quota,
            now: now
        )
        var results: [PushResult]?
        let isPart =
            try commands.first.map {
                try push.deleteChildrenAhead(of: $0, atMost: limits.cascadeRows)
            } ?? false
        if !isPart {
            results = try push.apply(
                commands,
                maximumContentBytes: limits.pushContentBytes,
                maximumChildren: limits.cascadeRows
            )
        }
        try push.finish()
        return Step(
            results: results,
            epoch: push.counters.epoch,
            versionBefore: push.sequenceBefore,
            versionAfter: push.counters.sequence,
            hasOthers: push.hasOthers
        )
    }

    /// Runs transactions until the commands have their results.
    ///
    /// - Parameters:
    ///   - transaction: runs ``step(on:)`` of the given push in a transaction, commits it and notifies of the change.
    ///   - afterStep: runs between two transactions; its error ends the push.
    /// - Returns: the results of the commands.
    /// - Throws: errors of `transaction` and `afterStep`.
    package func run(
        transaction: (AccountPush) async throws -> Step,
        afterStep: () async throws -> Void
    ) async throws -> PushOutcome {
        var push = self
        var versionBefore: Int64?
        while true {
            let step = try await transaction(push)
            // The versions before and after the push must be of one epoch.
            push.expectedEpoch = step.epoch
            let first = versionBefore ?? step.versionBefore
            guard let results = step.results else {
                versionBefore = first
                try await afterStep()
                continue
            }
            return PushOutcome(
                epoch: step.epoch,
                results: results,
                versionBefore: first,
                versionAfter: step.versionAfter,
                hasOthers: step.hasOthers || versionBefore != nil
            )
        }
    }
}
