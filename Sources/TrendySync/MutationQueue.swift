import Foundation
import TrendyLocalization
public import TrendyModel
public import TrendyStore
import TrendyWire

/// Sends what waits, batch by batch, and stores what became of it.
public struct MutationQueue: Sendable {
    private let store: DeviceStore
    private let transport: any SyncTransport
    private let random: any RandomSource
    private let wallClock: any WallClock
    private let clock: any Clock<Duration>
    private let batchSize = AdaptiveBatchSize()
    private let deferredMutations = DeferredMutations()
    private let retryPolicy: RetryPolicy
    private let mergePolicy: any MergePolicy
    private let limits: SyncLimits

    /// A queue over a store and a transport.
    public init(
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

    /// Sends until nothing that may be sent is left.
    ///
    /// A batch whose content the server refuses as a whole is halved until the mutation at fault
    /// stands alone; it is stored as failed, and the others go on. A batch over which the server
    /// fails is no mutation's fault until another one gets through: those over which it failed alone
    /// are set aside until then, and the first that gets through makes it an attempt of each. When
    /// none does, the next run begins with others.
    ///
    /// - `deadline`: when to begin no further batch; never when `nil`.
    /// - `progress`: called after each batch with the mutations settled so far.
    ///
    /// Throws ``SyncFailure`` when the server cannot be reached or asks to wait, or, with the code
    /// `cursorExpired`, when its data has a new life; ``UnattributedServerFailure`` when it fails over each one
    /// that is tried, or finds conflict after conflict in one. What was not settled is sent again,
    /// under the same keys.
    public func drain(
        until deadline: SyncDeadline? = nil,
        progress: @Sendable (Int) async -> Void
    ) async throws -> ApplySummary {
        var total = ApplySummary()
        let epoch = try await store.cursor().flatMap { Cursor($0)?.epoch }
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
                // What was made ready behind it never left, and nothing of what was refused was done.
                var undone = next.map { [$0] } ?? []
                if case .rejectedRequest = reply { undone.append(batch) }
                let again = try await select(limit, behind: suspects.batch, undone: undone)
                guard let again else { return try merges.checked(total) }
                (batch, next) = (again, nil)
                reply = try await send(again, epoch, deadline)
                continue
            }
            if case .failedOver(let failure) = reply {
                // Another one tells whether it is this mutation or the server.
                suspects += batch.mutations.map { .init(mutation: $0, failure: failure) }
                guard suspects.count < limits.suspects, deadline?.hasTime() != false,
                    let other = try await select(1, behind: suspects.batch)
                else {
                    deferredMutations.add(suspects.map(\.mutation))
                    throw UnattributedServerFailure(
                        failure: failure,
                        suspects: suspects,
                        before: total
                    )
                }
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
            // While the server works on the next batch, this one is settled.
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
            guard let again = following else { return try merges.checked(total) }
            reply = try await send(again, epoch, deadline)
            (batch, next) = (again, try await select(limit, behind: again))
        }
    }

    /// Counts an attempt of mutations over which the server failed.
    ///
    /// - `isProven`: whether another one got through meanwhile. As long as none does it may be the
    ///   server's fault as well, and the attempts are spread over an hour.
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
        return try await store.apply(
            batch,
            outcomes: outcomes,
            passage: nil,
            policy: mergePolicy,
            nextLimit: 0,
            nextByteLimit: 0
        ).summary
    }

    /// The next batches, marked as sent, each as if none before it was answered; empty when nothing
    /// may be sent now.
    func nextPushes(atMost count: Int) async throws -> [PushRequest] {
        let epoch = try await store.cursor().flatMap { Cursor($0)?.epoch }
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

    /// What came back for a batch.
    private enum Reply: Sendable {
        case answered(PushAnswer)
        /// The server refused all of it at once.
        case rejectedRequest(Problem?)
        /// The server failed.
        case failedOver(SyncFailure)
    }

    /// How many to send next, when fewer may tell which one it was; `nil` when there is one only,
    /// or when the server answered.
    private static func limit(after reply: Reply, to batch: MutationBatch) -> Int? {
        guard batch.mutations.count > 1 else { return nil }
        return switch reply {
        case .answered: nil
        case .rejectedRequest: max(1, batch.mutations.count / 2)
        case .failedOver: 1
        }
    }

    /// What a server in a new life answers cannot be told from what it had before; everything is
    /// read anew first, and what waits is merged with it.
    private static func checkEpoch(of reply: Reply, is epoch: String?) throws {
        guard case .answered(let answer) = reply, let epoch, answer.epoch != epoch else { return }
        throw SyncFailure(
            code: .cursorExpired,
            message: Strings.Server.restored()
        )
    }

    /// The next batch; what the server failed over in earlier runs comes after all others.
    private func select(
        _ limit: Int,
        behind: MutationBatch? = nil,
        undone: [MutationBatch] = []
    ) async throws -> MutationBatch? {
        repeat {
            let batch = try await store.nextBatch(
                limit: limit,
                byteLimit: batchSize.share(of: limits).bytes,
                behind: deferredMutations.batch(with: behind),
                undone: undone
            )
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
            if let failure = answer.trouble(over: batch) { return .failedOver(failure) }
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
        var passage: (from: String, to: String)?
        switch reply {
        case .answered(let answer):
            outcomes = try self.outcomes(of: answer, for: batch)
            for mutation in batch.mutations where outcomes[mutation.id]?.isMerge == true {
                guard !merges.allows(mutation.entityID) else { continue }
                let problem = Problem(.internal, detail: Strings.Server.contrary())
                outcomes[mutation.id] = refusal(of: mutation, problem: problem)
            }
            passage = try CursorValidation.cursorRange(of: answer)
            // What cannot be read may have been applied: the pull tells.
            if answer.readings(for: batch).broken > 0 { passage = nil }
        case .rejectedRequest(let problem):
            for mutation in batch.mutations {
                outcomes[mutation.id] = refusal(of: mutation, problem: problem)
            }
        case .failedOver(let failure):
            throw failure
        }
        return try await store.apply(
            batch,
            outcomes: outcomes,
            passage: passage,
            policy: mergePolicy,
            nextLimit: limit,
            nextByteLimit: batchSize.share(of: limits).bytes,
            behind: deferredMutations.batch(with: behind)
        )
    }

    private func request(_ batch: MutationBatch, _ epoch: String?) throws -> PushRequest {
        PushRequest(
            deviceID: store.deviceID,
            epoch: epoch,
            mutations: try batch.mutations.map { mutation in
                guard let operation = Operation(rawValue: mutation.operation) else {
                    throw StoreError(
                        code: .cannotOpen,
                        message: Strings.Store.unknownOperation()
                    )
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

    /// What became of the mutations of a batch that an answer tells of.
    ///
    /// What it tells in a way that cannot be read is the trouble of that mutation, since the others
    /// show that the server can be understood.
    private func outcomes(
        of answer: PushAnswer,
        for batch: MutationBatch
    ) throws -> [EntityID: MutationOutcome] {
        let mutations = Dictionary(
            batch.mutations.map { ($0.id, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        var outcomes: [EntityID: MutationOutcome] = [:]
        outcomes.reserveCapacity(answer.results.count)
        for result in answer.results {
            guard let mutation = mutations[result.id] else { continue }
            outcomes[result.id] = outcome(of: result, for: mutation)
        }
        for id in answer.unreadable where outcomes[id] == nil {
            guard let mutation = mutations[id] else { continue }
            outcomes[id] = refusal(of: mutation, problem: .unreadableResult)
        }
        guard !outcomes.isEmpty else {
            throw SyncFailure(
                JSONError(offset: 0, message: "None of the results is for what was sent")
            )
        }
        return outcomes
    }

    private func outcome(of result: PushResult, for mutation: StoredMutation) -> MutationOutcome {
        guard result.isWhole(for: mutation) else {
            return refusal(of: mutation, problem: .unreadableResult)
        }
        let entity = result.entity?.id == mutation.entityID ? result.entity : nil
        switch result.status {
        case .applied, .duplicate:
            return .accepted(version: result.version ?? 0, entity: entity)
        case .conflict:
            return entity.map { .diverged($0) } ?? refusal(of: mutation, problem: .unreadableResult)
        case .rejected:
            let isName = result.problem?.errors?.contains {
                $0.field == "name" || $0.field == "key"
            }
            if result.problem?.code == .conflict, isName == true {
                return .nameTaken(by: result.entity)
            }
            // A type that has events still: their deletions may be on their way again.
            guard mutation.kind == .eventType, mutation.operation == "delete",
                result.problem?.code == .conflict
            else { return refusal(of: mutation, problem: result.problem) }
            return blocked(mutation, result.problem)
        case .blocked:
            return blocked(mutation, result.problem)
        }
    }

    private func blocked(_ mutation: StoredMutation, _ problem: Problem?) -> MutationOutcome {
        .blocked(
            problem: encoded(problem ?? Problem(.conflict, detail: Strings.Server.notThereYet())),
            retryAt: retryAt(afterAttempts: mutation.attempts + 1)
        )
    }

    private func refusal(
        of mutation: StoredMutation,
        problem: Problem?,
        isProven: Bool = true
    ) -> MutationOutcome {
        let problem = problem ?? Problem(.internal, detail: Strings.Server.noReason())
        let isTransient = problem.code?.isTransient ?? (problem.status >= 500)
        return .refused(
            problem: encoded(problem),
            retryAt: isTransient
                ? retryAt(afterAttempts: mutation.attempts + 1, isProven: isProven) : nil,
            isProven: isProven
        )
    }

    private func retryAt(afterAttempts attempts: Int, isProven: Bool = true) -> Instant? {
        retryPolicy.delay(afterAttempts: attempts, isProven: isProven, random: random)
            .map { wallClock.now() + $0 }
    }

    private func encoded(_ problem: Problem) -> RawJSON {
        // A problem that cannot be encoded has at least its detail.
        let json = (try? JSONEncoder().encode(problem)) ?? Data()
        return json.isEmpty ? RawJSON(problem.detail) : RawJSON(unchecked: json)
    }
}

extension Optional where Wrapped: Sendable {
    /// The value of a piece of work on what there is; `nil` when there is nothing.
    fileprivate func asyncMap<Value: Sendable>(
        _ work: (Wrapped) async throws -> Value
    ) async throws -> Value? {
        guard let self else { return nil }
        return try await work(self)
    }
}
