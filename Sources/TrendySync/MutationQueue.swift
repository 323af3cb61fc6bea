import Foundation
public import TrendyModel
public import TrendyStore
import TrendyWire

/// Sends what waits, batch by batch, and stores what became of it.
public struct MutationQueue: Sendable {
    private let store: DeviceStore
    private let transport: any SyncTransport
    private let random: any RandomSource
    private let wallClock: any WallClock
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
        self.retryPolicy = retryPolicy
        self.mergePolicy = mergePolicy
        self.limits = limits
    }

    /// Sends until nothing that may be sent is left.
    ///
    /// A batch that the server refuses as a whole is halved until the mutation at fault stands
    /// alone; it is stored as failed, and the others go on.
    ///
    /// - `progress`: called after each batch with the mutations settled so far.
    ///
    /// Throws ``SyncFailure`` when the server cannot be reached or asks to wait; what was not
    /// answered is sent again, under the same keys.
    public func drain(progress: @Sendable (Int) async -> Void) async throws -> SettleSummary {
        var total = SettleSummary()
        var limit = limits.pushMutations
        var next = try await store.nextBatch(limit: limit, byteLimit: limits.pushBytes)
        while let batch = next {
            try Task.checkCancellation()
            var outcomes: [EntityID: MutationOutcome] = [:]
            var passage: (from: String, to: String)?
            do {
                let answer = try await transport.push(await request(batch))
                outcomes = try self.outcomes(of: answer, for: batch)
                if let from = answer.previousCursor, let to = answer.cursor {
                    passage = (from, to)
                }
                limit = min(limits.pushMutations, limit * 2)
            } catch let failure as SyncFailure where failure.code == .refused {
                guard batch.mutations.count == 1, let culprit = batch.mutations.first else {
                    limit = max(1, batch.mutations.count / 2)
                    next = try await store.nextBatch(limit: limit, byteLimit: limits.pushBytes)
                    continue
                }
                outcomes[culprit.id] = refusal(of: culprit, problem: failure.problem)
            }
            let result = try await store.settle(
                batch,
                outcomes: outcomes,
                passage: passage,
                policy: mergePolicy,
                nextLimit: limit,
                nextByteLimit: limits.pushBytes
            )
            total.accepted += result.summary.accepted
            total.conflicts += result.summary.conflicts
            total.retried += result.summary.retried
            total.failed += result.summary.failed
            await progress(total.accepted)
            next = result.next
        }
        return total
    }

    private func request(_ batch: MutationBatch) async throws -> PushRequest {
        PushRequest(
            deviceID: store.deviceID,
            mutations: try batch.mutations.map { mutation in
                guard let operation = Operation(rawValue: mutation.operation) else {
                    throw StoreError(
                        code: .cannotOpen,
                        message: "The queue holds an unknown operation; update this program."
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
            outcomes[result.id] = try outcome(of: result, for: mutation)
        }
        guard !outcomes.isEmpty else {
            throw SyncFailure(
                JSONError(offset: 0, message: "None of the results is for what was sent")
            )
        }
        return outcomes
    }

    private func outcome(
        of result: PushResult,
        for mutation: StoredMutation
    ) throws -> MutationOutcome {
        switch result.status {
        case .applied, .duplicate:
            // What never was on the server is gone from it without a version.
            guard let version = result.version ?? (mutation.operation == "delete" ? 0 : nil) else {
                throw SyncFailure(JSONError(offset: 0, message: "A result has no version"))
            }
            return .accepted(version: version)
        case .conflict:
            guard let entity = result.entity, entity.id == mutation.entityID else {
                throw SyncFailure(JSONError(offset: 0, message: "A conflict has no entity"))
            }
            return .diverged(entity)
        case .rejected:
            let isName = result.problem?.errors?.contains {
                $0.field == "name" || $0.field == "key"
            }
            if result.problem?.code == .conflict, isName == true { return .nameTaken }
            return refusal(of: mutation, problem: result.problem)
        case .blocked:
            return refusal(
                of: mutation,
                problem: result.problem
                    ?? Problem(.conflict, detail: "What it refers to is not on the server yet."),
                isTransient: true
            )
        }
    }

    private func refusal(
        of mutation: StoredMutation,
        problem: Problem?,
        isTransient: Bool? = nil
    ) -> MutationOutcome {
        let problem = problem ?? Problem(.internal, detail: "The server gave no reason.")
        var retryAt: Instant?
        if isTransient ?? problem.code?.isTransient ?? (problem.status >= 500),
            let delay = retryPolicy.delay(
                afterAttempts: mutation.attempts + 1,
                random: random
            )
        {
            retryAt = wallClock.now() + delay
        }
        // A problem that cannot be encoded has at least its detail.
        let json = (try? JSONEncoder().encode(problem)) ?? Data()
        return .refused(
            problem: json.isEmpty ? RawJSON(problem.detail) : RawJSON(unchecked: json),
            retryAt: retryAt
        )
    }
}
