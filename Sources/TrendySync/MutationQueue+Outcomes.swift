import Foundation
import TrendyModel
import TrendyStore
import TrendyWire

// The outcomes of sent mutations.
extension MutationQueue {
    /// The outcomes of the mutations in an answer.
    ///
    /// An unreadable result is a failure of that mutation alone, because the other results show
    /// that the server is compatible.
    func outcomes(
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
            outcomes[id] = refusal(of: mutation, problem: DeviceProblem.unreadableResult.problem)
        }
        guard !outcomes.isEmpty else {
            throw SyncFailure(
                JSONError(offset: 0, message: "None of the results belongs to a sent mutation")
            )
        }
        return outcomes
    }

    private func outcome(of result: PushResult, for mutation: StoredMutation) -> MutationOutcome {
        guard result.isComplete(for: mutation) else {
            return refusal(of: mutation, problem: DeviceProblem.unreadableResult.problem)
        }
        let entity = result.entity?.id == mutation.entityID ? result.entity : nil
        switch result.status {
        case .applied, .duplicate:
            return .accepted(version: result.version ?? 0, entity: entity)
        case .conflict:
            return entity.map { .diverged($0) }
                ?? refusal(of: mutation, problem: DeviceProblem.unreadableResult.problem)
        case .rejected:
            let isName = result.problem?.errors?.contains {
                $0.field == "name" || $0.field == "key"
            }
            if result.problem?.code == .conflict, isName == true {
                return .nameTaken(by: result.entity)
            }
            // A type that still has events: their deletions may be pending.
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
            problem: encoded(problem ?? DeviceProblem.missingReference.problem),
            retryAt: retryAt(afterAttempts: mutation.attempts + 1)
        )
    }

    func refusal(
        of mutation: StoredMutation,
        problem: Problem?,
        isProven: Bool = true
    ) -> MutationOutcome {
        let problem = problem ?? DeviceProblem.noReason.problem
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
        // If encoding fails, at least the detail is stored.
        let json = (try? JSONEncoder().encode(problem)) ?? Data()
        return json.isEmpty ? RawJSON(problem.detail) : RawJSON(unchecked: json)
    }
}
