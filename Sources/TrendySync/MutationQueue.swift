package import TrendyModel
package import TrendyStore
import TrendyWire

/// Sends pending mutations batch by batch and stores the outcomes.
package struct MutationQueue: Sendable {
    private let store: DeviceStore
    private let transport: any SyncTransport
    let random: any RandomSource
    let wallClock: any WallClock
    private let clock: any Clock<Duration>
    private let batchSize = AdaptiveBatchSize()
    private let deferredMutations = DeferredMutations()
    let retryPolicy: RetryPolicy
    private let mergePolicy: any MergePolicy
    private let limits: SyncLimits

    /// Creates a queue over a store and a transport.
    package init(
        store: DeviceStore,
        transport: any SyncTransport,
        dependencies: Dependencies,
        retryPolicy: RetryPolicy,
        mergePolicy: any MergePolicy,
        limits: SyncLimits
    ) {
        self.store = store
        self.transport = transport
        random = dependencies.random
        wallClock = dependencies.wallClock
        clock = dependencies.clock
        self.retryPolicy = retryPolicy
        self.mergePolicy = mergePolicy
        self.limits = limits
    }

    /// Sends until no mutation may be sent.
    ///
    /// When the server refuses the content of a batch as a whole, the batch is halved until the
    /// invalid mutation is alone; it is stored as failed, and the others continue. When the server
    /// fails on a batch, the cause is unknown until another mutation succeeds. Mutations on which
    /// it failed alone are deferred until then, and the first success counts as an attempt of each.
    /// When none succeeds, the next run begins with other mutations.
    ///
    /// - `deadline`: the time after which no batch is started; `nil` for no limit.
    /// - `progress`: receives the number of applied mutations after each batch.
    ///
    /// Throws ``SyncFailure`` when the server cannot be reached or asks to wait, or with code
    /// `cursorExpired` when the server has a new epoch. Throws ``UnattributedServerFailure`` when
    /// the server fails on every mutation that is tried, or when an entity exceeds the merge limit.
    /// Unapplied mutations are sent again under the same keys.
    package func drain(
        until deadline: SyncDeadline? = nil,
        progress: @Sendable (Int) async -> Void
    ) async throws -> ApplySummary {
        var total = ApplySummary()
        let epoch = try await store.read { try $0.sync.cursor() }.flatMap { Cursor($0)?.epoch }
        var limit = batchSize.share(of: limits).mutations
        guard deadline?.hasTime() != false, var batch = try await select(limit) else {
            return total
        }
        var reply = try await send(batch, epoch, deadline)
        var next: MutationBatch?
        var suspects: [UnattributedServerFailure.SuspectMutation] = []
        var merges = MergeLimiter(limit: limits.mergesOfEntity)
        while true {
            try Task.checkCancellation()
            if let smaller = Self.limit(after: reply, to: batch) {
                limit = smaller
                let unsent = Self.unsent(after: reply, to: batch, next: next)
                let retry = try await select(limit, behind: suspects.batch, unsent: unsent)
                guard let retry else { return try merges.checked(total) }
                (batch, next) = (retry, nil)
                reply = try await send(retry, epoch, deadline)
                continue
            }
            if case .failedOver(let failure) = reply {
                suspects += batch.mutations.map { .init(mutation: $0, failure: failure) }
                let other = try await selectOther(than: suspects, failure, deadline, total)
                (batch, next) = (other, nil)
                reply = try await send(other, epoch, deadline)
                continue
            }
            try Self.checkEpoch(of: reply, is: epoch)
            if !suspects.isEmpty {
                total = total + (try await recordAttempts(suspects, isProven: true))
                suspects = []
            }
            limit = min(batchSize.share(of: limits).mutations, limit * 2)
            // Apply this batch while the server processes the next one.
            let upcoming = deadline?.hasTime() != false ? next : nil
            async let upcomingReply = upcoming.asyncMap { try await send($0, epoch, deadline) }
            let result = try await apply(batch, reply, &merges, limit: limit, behind: upcoming)
            total = total + result.summary
            await progress(total.accepted)
            if let upcoming, let answered = try await upcomingReply {
                (batch, reply, next) = (upcoming, answered, result.next)
                continue
            }
            guard deadline?.hasTime() != false else { return try merges.checked(total) }
            var following = result.next
            if following == nil, deferredMutations.release(limits.suspects) {
                following = try await select(limit)
            }
            guard let retry = following else { return try merges.checked(total) }
            reply = try await send(retry, epoch, deadline)
            (batch, next) = (retry, try await select(limit, behind: retry))
        }
    }

    /// Counts an attempt of mutations on which the server failed.
    ///
    /// - `isProven`: whether another mutation succeeded meanwhile. Otherwise the server may be at
    ///   fault, and the attempts are spread over an hour.
    func recordAttempts(
        _ suspects: [UnattributedServerFailure.SuspectMutation],
        isProven: Bool
    ) async throws -> ApplySummary {
        guard let batch = suspects.batch else { return ApplySummary() }
        var outcomes: [EntityID: MutationOutcome] = [:]
        for suspect in suspects {
            outcomes[suspect.mutation.id] = refusal(
                of: suspect.mutation,
                problem: suspect.failure.problem,
                isProven: isProven
            )
        }
        let result = try await store.write { [outcomes, mergePolicy] in
            try $0.queue.apply(
                batch,
                outcomes: outcomes,
                cursorRange: nil,
                policy: mergePolicy,
                nextLimit: 0,
                nextByteLimit: 0
            )
        }
        return result.summary
    }

    /// The next batches, marked as sent, each independent of the answers to the others; empty when
    /// nothing may be sent now.
    func nextPushes(atMost count: Int) async throws -> [PushRequest] {
        let epoch = try await store.read { try $0.sync.cursor() }.flatMap { Cursor($0)?.epoch }
        var pushes: [PushRequest] = []
        var chosen = MutationBatch(mutations: [])
        while pushes.count < count,
            let batch = try await select(batchSize.share(of: limits).mutations, behind: chosen)
        {
            pushes.append(try request(batch, epoch))
            chosen.mutations += batch.mutations
        }
        return pushes
    }

    /// The server's reply to a batch.
    private enum Reply: Sendable {
        case answered(PushAnswer)
        /// The server refused the batch as a whole.
        case rejectedRequest(Problem?)
        /// The server failed.
        case failedOver(SyncFailure)
    }

    /// The size of the next batch when a smaller one helps to find the cause; `nil` after a normal
    /// answer or for a single mutation.
    private static func limit(after reply: Reply, to batch: MutationBatch) -> Int? {
        guard batch.mutations.count > 1 else { return nil }
        return switch reply {
        case .answered: nil
        case .rejectedRequest: max(1, batch.mutations.count / 2)
        case .failedOver: 1
        }
    }

    /// The batches without effect, after a reply to a batch that calls for a smaller one: the
    /// batch prepared after it was not sent, and a refused batch had no effect.
    private static func unsent(
        after reply: Reply,
        to batch: MutationBatch,
        next: MutationBatch?
    ) -> [MutationBatch] {
        var unsent = next.map { [$0] } ?? []
        if case .rejectedRequest = reply { unsent.append(batch) }
        return unsent
    }

    /// Selects another mutation, which shows whether the suspects or the server are at fault.
    ///
    /// Defers the suspects and throws ``UnattributedServerFailure`` when there is no other one, no
    /// time left, or the limit of suspects is reached.
    private func selectOther(
        than suspects: [UnattributedServerFailure.SuspectMutation],
        _ failure: SyncFailure,
        _ deadline: SyncDeadline?,
        _ total: ApplySummary
    ) async throws -> MutationBatch {
        guard suspects.count < limits.suspects, deadline?.hasTime() != false,
            let other = try await select(1, behind: suspects.batch)
        else {
            deferredMutations.add(suspects.map(\.mutation))
            throw UnattributedServerFailure(failure: failure, suspects: suspects, before: total)
        }
        return other
    }

    /// Throws when the server's epoch changed: its answer cannot be related to the earlier data.
    ///
    /// The device then reads a snapshot and merges pending mutations with it.
    private static func checkEpoch(of reply: Reply, is epoch: String?) throws {
        guard case .answered(let answer) = reply, let epoch, answer.epoch != epoch else { return }
        throw SyncFailure(code: .cursorExpired, reason: .serverRestored)
    }

    /// The next batch; deferred mutations come after all others.
    private func select(
        _ limit: Int,
        behind: MutationBatch? = nil,
        unsent: [MutationBatch] = []
    ) async throws -> MutationBatch? {
        repeat {
            let batch = try await store.write {
                try $0.queue.nextBatch(
                    limit: limit,
                    byteLimit: batchSize.share(of: limits).bytes,
                    behind: deferredMutations.batch(with: behind),
                    unsent: unsent
                )
            }
            if let batch { return batch }
        } while deferredMutations.release(limits.suspects)
        return nil
    }

    private func send(
        _ batch: MutationBatch,
        _ epoch: String?,
        _ deadline: SyncDeadline?
    ) async throws -> Reply {
        let request = try request(batch, epoch)
        do {
            var answer: PushAnswer?
            let time = try await clock.measure { answer = try await transport.push(request) }
            batchSize.answered(after: time)
            deadline?.note(step: time)
            guard let answer else { throw CancellationError() }
            if let failure = answer.failure(for: batch) { return .failedOver(failure) }
            return .answered(answer)
        } catch let failure as SyncFailure where failure.code == .offline {
            if batch.mutations.count > 1 { batchSize.lost() }
            throw failure
        } catch let failure as SyncFailure where failure.concernsContent {
            return .rejectedRequest(failure.problem)
        } catch let failure as SyncFailure where failure.isUnattributed {
            return .failedOver(failure)
        }
    }

    private func apply(
        _ batch: MutationBatch,
        _ reply: Reply,
        _ merges: inout MergeLimiter,
        limit: Int,
        behind: MutationBatch?
    ) async throws -> (summary: ApplySummary, next: MutationBatch?) {
        var outcomes: [EntityID: MutationOutcome] = [:]
        var cursorRange: (from: String, to: String)?
        switch reply {
        case .answered(let answer):
            outcomes = try self.outcomes(of: answer, for: batch)
            for mutation in batch.mutations where outcomes[mutation.id]?.isMerge == true {
                guard !merges.allows(mutation.entityID) else { continue }
                let problem = DeviceProblem.repeatedConflicts.problem
                outcomes[mutation.id] = refusal(of: mutation, problem: problem)
            }
            cursorRange = try CursorValidation.cursorRange(of: answer)
            // Unreadable results may have been applied; the pull shows it.
            if answer.readings(for: batch).broken > 0 { cursorRange = nil }
        case .rejectedRequest(let problem):
            for mutation in batch.mutations {
                outcomes[mutation.id] = refusal(of: mutation, problem: problem)
            }
        case .failedOver(let failure):
            throw failure
        }
        let bytes = batchSize.share(of: limits).bytes
        let inFlight = deferredMutations.batch(with: behind)
        return try await store.write { [outcomes, cursorRange, mergePolicy] in
            try $0.queue.apply(
                batch,
                outcomes: outcomes,
                cursorRange: cursorRange,
                policy: mergePolicy,
                nextLimit: limit,
                nextByteLimit: bytes,
                behind: inFlight
            )
        }
    }

    private func request(_ batch: MutationBatch, _ epoch: String?) throws -> PushRequest {
        PushRequest(
            deviceID: store.deviceID,
            epoch: epoch,
            mutations: try batch.mutations.map { mutation in
                guard let operation = Operation(rawValue: mutation.operation) else {
                    throw StoreError(.cannotOpen, .unknownOperation)
                }
                return PushMutation(
                    id: mutation.id,
                    kind: mutation.kind,
                    operation: operation,
                    entityID: mutation.entityID,
                    baseVersion: mutation.baseVersion,
                    editedAt: mutation.editedAt,
                    fields: mutation.fields
                )
            }
        )
    }
}
