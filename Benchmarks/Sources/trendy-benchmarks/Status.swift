import TrendyAppSupport
import TrendyKit
import TrendyModel
import TrendyStore
import TrendySync

/// Measures the status with a long queue: events that may be sent, events behind a type that waits
/// for its next attempt, and events behind a type that a person must decide about.
func measureStatus(_ directory: String, count: Int, rounds: Int) async throws {
    let dependencies = Dependencies.live()
    let later = dependencies.wallClock.now() + .seconds(16)
    let problem = RawJSON(unchecked: #"{"type":"about:blank","title":"No","status":503}"#.utf8)
    let cases: [(String, MutationOutcome?)] = [
        ("that may be sent", nil),
        ("behind a postponed type", .refused(problem: problem, retryAt: later)),
        ("behind a failed type", .refused(problem: problem, retryAt: nil)),
    ]
    for (name, outcome) in cases {
        let path = "\(directory)/\(name.split(separator: " ").joined(separator: "-")).sqlite"
        let store = try DeviceStore(path: path, dependencies: dependencies)
        let type = try await store.write { try $0.entities.create(EventType(name: "Coffee")) }
        if let outcome,
            let batch = try await store.write({
                try $0.queue.nextBatch(limit: 1, byteLimit: 1_000_000)
            })
        {
            _ = try await store.write {
                try $0.queue.apply(
                    batch,
                    outcomes: [batch.mutations[0].id: outcome],
                    cursorRange: nil,
                    policy: ConflictResolver(),
                    nextLimit: 1,
                    nextByteLimit: 1_000_000
                )
            }
        }
        for start in stride(from: 0, to: count, by: 1000) {
            try await store.write { transaction in
                try transaction.entities.create(
                    (start..<min(start + 1000, count)).map { index in
                        (dependencies.ids.next(), queuedEvent(type, index))
                    }
                )
            }
        }
        var times: [Double] = []
        for _ in 0..<rounds {
            times.append(
                try await seconds { _ = try await store.read { try $0.queue.status() } } * 1000
            )
        }
        reportTimes("status with \(count) events \(name)", times)
        try await store.close()
    }
}
