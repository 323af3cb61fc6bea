import Synchronization
import Testing
import TrendyModel
import TrendyStore
import TrendyWire

@testable import TrendySync

@Suite("Callers that share a sync run", .timeLimit(.minutes(5)))
struct SharedRunTests {
    /// Runs closures of a test during the pulls of a device, one each.
    private func duringPulls(
        _ device: ScriptedDevice,
        _ closures: [@Sendable () async throws -> Void]
    ) {
        let left = Mutex(closures)
        device.server.script { script in
            script.changes = { _ in
                let next: (@Sendable () async throws -> Void)? = left.withLock { left in
                    left.isEmpty ? nil : left.removeFirst()
                }
                try await next?()
            }
        }
    }

    /// Keeps the tasks of the callers that wait for a run.
    private final class Callers: Sendable {
        private let tasks = Mutex<[Task<SyncReport, any Error>]>([])

        /// Starts some callers, and returns when each waits for the next run.
        func start(_ count: Int, _ coordinator: SyncCoordinator) async {
            for _ in 0..<count {
                let task = await coordinator.startSync()
                tasks.withLock { $0.append(task) }
            }
            // The actor has begun all of their calls before this one.
            _ = await coordinator.progress
        }

        func cancel(_ index: Int) { tasks.withLock { $0[index] }.cancel() }

        func results() async -> [Result<SyncReport, any Error>] {
            var results: [Result<SyncReport, any Error>] = []
            // The first task ends after the last one was started.
            while true {
                let next = tasks.withLock { $0.dropFirst(results.count).first }
                guard let next else { return results }
                results.append(await next.result)
            }
        }
    }

    private func pulls(_ device: ScriptedDevice) -> Int {
        device.server.requests.count { if case .changes = $0 { true } else { false } }
    }

    @Test("All callers that arrive during a run share one further run and its result")
    func shared() async throws {
        try await ScriptedDevice.run { device in
            let (coordinator, callers) = (device.coordinator(), Callers())
            duringPulls(device, [{ await callers.start(3, coordinator) }])

            _ = try await coordinator.sync()

            for result in await callers.results() { _ = try result.get() }
            #expect(pulls(device) == 2)
            _ = try await coordinator.sync()
            #expect(pulls(device) == 3)
        }
    }

    @Test("A failed run is the result of all callers that share it")
    func sharedFailure() async throws {
        try await ScriptedDevice.run { device in
            let (coordinator, callers) = (device.coordinator(), Callers())
            duringPulls(
                device,
                [
                    { await callers.start(2, coordinator) },
                    { throw SyncFailure(code: .offline, reason: .offline) },
                ]
            )

            _ = try await coordinator.sync()

            for result in await callers.results() {
                #expect(throws: SyncFailure.self) { try result.get() }
            }
            #expect(pulls(device) == 2)
        }
    }

    @Test("Callers whose shared run another caller cancelled get a run of their own")
    func cancelled() async throws {
        for lateCallers in [0, 1] {
            try await ScriptedDevice.run { device in
                let (coordinator, callers) = (device.coordinator(), Callers())
                duringPulls(
                    device,
                    [
                        { await callers.start(3, coordinator) },
                        {
                            await callers.start(lateCallers, coordinator)
                            callers.cancel(0)
                            try Task.checkCancellation()
                        },
                    ]
                )

                _ = try await coordinator.sync()
                let results = await callers.results()

                #expect(throws: CancellationError.self) { try results[0].get() }
                for result in results.dropFirst() { _ = try result.get() }
                #expect(results.count == 3 + lateCallers)
                #expect(pulls(device) == 3)
                // The next caller does not wait for a run that never starts.
                _ = try await coordinator.sync()
                #expect(pulls(device) == 4)
                let outcomes = try await device.runs().map(\.outcome)
                #expect(outcomes == [.success, .cancelled, .success, .success])
            }
        }
    }
}

extension SyncCoordinator {
    /// Starts a sync; its call precedes all later calls of this actor.
    fileprivate func startSync() -> Task<SyncReport, any Error> { Task { try await sync() } }
}
