import Testing
import TrendyModel
import TrendyWire

@testable import TrendyStore
@testable import TrendySync

@Suite("Limits and rules of sync")
struct SyncPolicyTests {
    private let id = EntityID.derived(kind: "event", naturalKey: "one")

    @Test("A step starts only with more time than twice the longest step, and a second")
    func deadline() {
        for (milliseconds, step, hasTime) in [
            (1000, 0, false), (1001, 0, true), (5000, 2000, false), (5001, 2000, true),
        ] as [(Int, Int, Bool)] {
            let deadline = SyncDeadline { .milliseconds(milliseconds) }
            deadline.note(step: .milliseconds(step))
            deadline.note(step: .milliseconds(step / 2))

            #expect(deadline.hasTime() == hasTime)
            #expect(deadline.wasReached == !hasTime)
        }
    }

    @Test("An entity is merged as often as the limit says; one merge more fails the run")
    func merges() throws {
        var limiter = MergeLimiter(limit: 2)
        let other = EntityID.derived(kind: "event", naturalKey: "two")
        var summary = ApplySummary()
        summary.accepted = 3

        let within = [id, id, other].map { limiter.allows($0) }
        #expect(within == [true, true, true])
        #expect(try limiter.checked(summary).accepted == 3)
        let beyond = [id, other].map { limiter.allows($0) }
        #expect(beyond == [false, true])
        let failure = #expect(throws: UnattributedServerFailure.self) {
            try limiter.checked(summary)
        }
        #expect(failure?.before.accepted == 3)
        #expect(failure?.failure.reason == .repeatedConflicts)
    }

    @Test("Only a busy server that asks for a delay is a reason to wait")
    func waitReasons() {
        for (code, milliseconds, seconds) in [
            (.busy, 7000, 7), (.busy, 1000, 1), (.busy, 999, nil), (.busy, nil, nil),
            (.busy, 4_000_000, 3600), (.refused, 7000, nil), (.offline, 7000, nil),
        ] as [(SyncFailure.Code, Int?, Int?)] {
            let failure = SyncFailure(
                code: code,
                reason: .serverBusy,
                retryAfter: milliseconds.map { .milliseconds($0) }
            )
            let reason = seconds.map { FailureReason.serverWait(seconds: $0) }

            #expect(failure.waitReason == reason)
            #expect(failure.asWait.reason == reason ?? .serverBusy)
            #expect(failure.asWait.code == code)
        }
    }

    @Test("A status tells whether the content, the server or neither is at fault")
    func faults() {
        let content = [400, 409, 413, 415, 422]
        for status in [400, 401, 403, 404, 408, 409, 410, 413, 415, 421, 422, 423, 499, 500, 599] {
            var problem = Problem(.internal, detail: "It fails.")
            (problem.type, problem.status) = ("about:blank", status)

            let failure = SyncFailure(problem)

            #expect(failure.code == .refused)
            #expect(failure.concernsContent == content.contains(status), "\(status)")
            #expect(failure.isUnattributed == (status >= 500), "\(status)")
            #expect(failure.leavesPullOpen)
        }
        for status in [429, 503] {
            var problem = Problem(.internal, detail: "It fails.")
            (problem.type, problem.status) = ("about:blank", status)

            #expect(SyncFailure(problem).code == .busy)
        }
    }

    @Test("A cursor may stay or advance within its epoch")
    func cursors() {
        for (next, code) in [
            ("e-5", nil), ("e-6", nil), ("e-4", .malformedAnswer), ("f-5", .cursorExpired),
        ] as [(String, SyncFailure.Code?)] {
            var thrown: SyncFailure.Code?
            do {
                let cursor = Cursor(next)
                try CursorValidation.check(from: "e-5", to: #require(cursor))
            } catch {
                thrown = (error as? SyncFailure)?.code
            }
            #expect(thrown == code, "\(next)")
        }
    }

    @Test("The cursors of a push are used when both are there and the second is not older")
    func pushCursors() throws {
        for (from, to, code) in [
            ("e-5", "e-5", nil), ("e-5", "e-9", nil), ("e-5", "e-4", .malformedAnswer),
            ("e-5", "f-9", .cursorExpired), ("x", "e-9", .malformedAnswer),
            ("e-5", "x", .malformedAnswer),
        ] as [(String, String, SyncFailure.Code?)] {
            let answer = PushAnswer(epoch: "e", results: [], previousCursor: from, cursor: to)
            do {
                let range = try #require(try CursorValidation.cursorRange(of: answer))
                #expect(range.from == from && range.to == to && code == nil)
            } catch let failure as SyncFailure {
                #expect(failure.code == code, "\(to)")
            }
        }
        let first = PushAnswer(epoch: "e", results: [], previousCursor: "e-5")
        let second = PushAnswer(epoch: "e", results: [], cursor: "e-5")
        #expect(try CursorValidation.cursorRange(of: first) == nil)
        #expect(try CursorValidation.cursorRange(of: second) == nil)
    }

    @Test("Deferred mutations are released oldest first, as many as asked for")
    func deferred() {
        let deferred = DeferredMutations()
        let mutations = (0..<3).map { sequence in
            StoredMutation(
                sequence: Int64(sequence),
                id: id,
                kind: .event,
                operation: "create",
                entityID: id,
                editedAt: Instant(seconds: 0),
                fields: Entity.emptyContent,
                recordedAt: Instant(seconds: 0),
                state: .pending,
                attempts: 0,
                nextAttemptAt: Instant(seconds: 0)
            )
        }
        func left() -> [Int64]? { deferred.batch(with: nil)?.mutations.map(\.sequence) }

        #expect(left() == nil && !deferred.release(2))
        deferred.add(mutations)
        #expect(left() == [0, 1, 2])
        #expect(deferred.release(2))
        #expect(left() == [2])
        #expect(deferred.batch(with: .init(mutations: [mutations[0]]))?.mutations.count == 2)
        #expect(deferred.release(2))
        #expect(left() == nil && !deferred.release(2))
    }

    @Test("A batch size changes only after fast and slow answers")
    func batchSize() {
        for (milliseconds, size) in [
            (4_999, 500), (5_000, 250), (15_000, 250), (15_001, 125),
        ] as [(Int, Int)] {
            let batchSize = AdaptiveBatchSize()
            batchSize.lost()

            batchSize.answered(after: .milliseconds(milliseconds))

            #expect(batchSize.share(of: SyncLimits()).mutations == size)
        }
        let slow = AdaptiveBatchSize()
        var limits = SyncLimits()
        (limits.pushMutations, limits.pushBytes) = (3, 100)
        for _ in 0..<9 { slow.answered(after: .seconds(60)) }
        let least = slow.share(of: limits)
        #expect(least.mutations == 1 && least.bytes == 100)
        #expect(slow.share(of: SyncLimits()).mutations == 15)
    }

    @Test("Delays grow with each attempt up to a maximum, and the fifth attempt is the last")
    func delays() {
        let middle = FixedRandomSource(bits: 1 << 63)
        var policy = RetryPolicy()
        func delays(_ attempts: Range<Int>, isProven: Bool) -> [Duration?] {
            attempts.map {
                policy.delay(afterAttempts: $0, isProven: isProven, random: middle)
            }
        }

        #expect(delays(0..<6, isProven: true) == [2, 2, 4, 8, 16, nil].map(seconds))
        #expect(delays(1..<6, isProven: false) == [45, 180, 720, 2880, nil].map(seconds))
        policy.maximumAttempts = 8
        #expect(delays(4..<8, isProven: true) == [16, 30, 30, 30].map(seconds))
        #expect(delays(4..<7, isProven: false) == [2880, 2880, 2880].map(seconds))
        let least = policy.delay(afterAttempts: 1, random: FixedRandomSource(bits: 0))
        #expect(least.map { $0 > .milliseconds(1799) && $0 < .milliseconds(1801) } == true)
        let most = policy.delay(afterAttempts: 1, random: FixedRandomSource(bits: .max))
        #expect(most.map { $0 > .milliseconds(2199) && $0 < .milliseconds(2201) } == true)
    }

    private func seconds(_ seconds: Int?) -> Duration? { seconds.map { .seconds($0) } }

    private func document(_ fields: [String: String?]) -> Document {
        var document = EventType(name: "Coffee").document
        for (name, value) in fields { document[name] = value.map { RawJSON($0) } }
        return document
    }

    @Test("The same value on both sides is no conflict; of two values, the later edit wins")
    func conflicts() {
        let base = document(["note": "old"])
        // A cleared field is an absent one.
        for (local, remote, editedAt, asks, merged, losses) in [
            ("same", "same", 9, false, "same", 0), (nil, nil, 9, false, nil, 0),
            ("here", "there", 9, false, "here", 1), ("here", "there", 5, false, "there", 1),
            ("here", "there", 1, false, "there", 1), ("here", "there", 9, true, "there", 1),
            (nil, "there", 9, false, nil, 1), ("here", nil, 1, false, nil, 1),
            ("here", "old", 1, false, "here", 0), ("old", "there", 9, false, "there", 0),
        ] as [(String?, String?, Int64, Bool, String?, Int)] {
            let divergence = Divergence(
                kind: .eventType,
                base: base,
                local: document(["note": local]),
                localEditedAt: Instant(seconds: editedAt),
                remote: document(["note": remote]),
                remoteEditedAt: Instant(seconds: 5),
                asksBeforeResolving: asks
            )

            let resolution = ConflictResolver().resolve(divergence)

            #expect(resolution.merged?["note"]?.string == merged, "\(divergence)")
            #expect(resolution.losses.count == losses, "\(divergence)")
            #expect(resolution.losses.allSatisfy { $0.winner?.string == merged })
        }
    }
}
