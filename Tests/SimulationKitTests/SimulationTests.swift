import Dispatch
import Foundation
import Testing
import TrendyModel

@testable import SimulationKit

@Suite("Determinism of a simulation")
struct SimulationTests {
    private actor Counter {
        var value = 0
        func add() -> Int {
            value += 1
            return value
        }
    }

    /// Tasks of every kind that wait, yield and share an actor.
    @Sendable
    private static func zoo(_ simulation: Simulation) async throws {
        let clock = SimulationClock(simulation)
        let counter = Counter()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<5 {
                var random = simulation.random("worker-\(worker)")
                let waits = (0..<10).map { _ in random.duration(.zero, .seconds(20)) }
                group.addTask {
                    for wait in waits {
                        try await clock.sleep(for: wait)
                        let detached = Task.detached {
                            await Task.yield()
                            return await counter.add()
                        }
                        let value = await detached.value
                        await MainActor.run { simulation.log("\(worker) \(value)") }
                        try await Task.sleep(for: .milliseconds(worker))
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("A seed gives the same trace in a hundred runs", arguments: [1, 2, 3] as [UInt64])
    func sameSeed(_ seed: UInt64) {
        let first = run(seed)
        #expect(first.failure == nil)
        for _ in 0..<100 { #expect(run(seed) == first) }
    }

    @Test("Different seeds give different traces")
    func otherSeeds() {
        let hashes = Set((0..<20).map { run($0).trace.hash })
        #expect(hashes.count == 20)
    }

    private func run(_ seed: UInt64) -> Simulation.Report {
        // Task.sleep reads the machine's clock, which is simulated as well.
        Simulation.run(seed: seed, options: .init(refusesClockReadings: false), Self.zoo)
    }

    @Test("Ordinary tasks run normally beside simulations", arguments: 0..<10)
    func bystander(_ number: Int) async throws {
        let before = ContinuousClock.now
        try await Task.sleep(for: .milliseconds(20))
        await Task.detached { await Task.yield() }.value
        await MainActor.run {}
        #expect(ContinuousClock.now - before >= .milliseconds(20))
    }

    @Test("A simulated year takes no real time")
    func year() {
        let report = Simulation.run(seed: 1) { simulation in
            let clock = SimulationClock(simulation)
            for _ in 0..<365 { try await clock.sleep(for: .seconds(86_400)) }
            simulation.log("\(simulation.wallTime)")
        }
        #expect(report.failure == nil)
        #expect(report.now == .seconds(365 * 86_400))
    }

    @Test("Some seed finds a lost update, and finds it again in a second run")
    func lostUpdate() {
        @Sendable func failure(_ seed: UInt64) -> String? {
            Simulation.run(seed: seed) { simulation in
                let clock = SimulationClock(simulation)
                let box = Cell()
                async let first: Void = box.increase(clock, by: simulation.random("a"))
                async let second: Void = box.increase(clock, by: simulation.random("b"))
                _ = try await (first, second)
                if await box.value != 40 { throw Lost() }
            }.failure
        }
        let found = (0..<200).filter { failure($0) != nil }
        #expect(found.count > 10)
        #expect(found.allSatisfy { failure($0) != nil })
    }

    private struct Lost: Error {}

    private actor Cell {
        var value = 0
        func increase(_ clock: SimulationClock, by random: SplitMix64) async throws {
            var random = random
            for _ in 0..<20 {
                let read = value
                try await clock.sleep(for: .milliseconds(1))
                value = read + 1
                try await clock.sleep(for: random.duration(.seconds(1), .seconds(60)))
            }
        }
    }

    @Test("A job that another thread resumes ends the run with an error")
    func leftOnAnotherThread() {
        let report = Simulation.run(seed: 1) { _ in
            await withCheckedContinuation { Self.resumeElsewhere($0) }
        }
        #expect(report.failure?.contains("another thread resumed a task") == true)
    }

    /// Resumes a waiting task on another thread.
    private static func resumeElsewhere(_ continuation: CheckedContinuation<Void, Never>) {
        Task.detached {
            Thread.detachNewThread { continuation.resume() }
        }
    }

    private actor Waiter {
        /// Waits in the actor until the continuation is resumed.
        func wait(_ resume: @Sendable (CheckedContinuation<Void, Never>) -> Void) async {
            await withCheckedContinuation { resume($0) }
        }
    }

    @Test("Actors outside of a simulation are not treated as its own")
    func bystandingActors() async {
        let report = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let report = Simulation.run(seed: 1) { simulation in
                    await Waiter().wait { own in Task.detached { own.resume() } }
                    Self.letOthersMeetInAnActor()
                    try await simulation.sleep(for: .seconds(1))
                }
                continuation.resume(returning: report)
            }
        }
        #expect(report.failure == nil)
    }

    /// Holds the simulation until a task from outside has returned to an actor.
    private static func letOthersMeetInAnActor() {
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            Task {
                await Waiter().wait { Self.resumeElsewhere($0) }
                done.signal()
            }
        }
        done.wait()
    }

    @Test("A task that another thread resumed in its actor is detected when it leaves the actor")
    func cameBackToAnActor() {
        let report = Simulation.run(seed: 1) { _ in
            await Waiter().wait { Self.resumeElsewhere($0) }
        }
        #expect(report.failure?.contains("another thread resumed a task") == true)
    }

    @Test(
        "A task that another thread resumed in its actor is detected when it uses the simulation"
    )
    func stayedInAnActor() {
        let report = Simulation.run(seed: 1) { simulation in
            let done = DispatchSemaphore(value: 0)
            await Stayer().stay(in: simulation) { done.signal() }
            try await simulation.sleep(for: .seconds(1))
            Self.wait(for: done)
            try await simulation.sleep(for: .seconds(1))
        }
        #expect(report.failure?.contains("another thread used the simulation") == true)
    }

    private actor Stayer {
        private var isRestored = false

        /// Starts work that another thread resumes, without leaving the actor.
        func stay(in simulation: Simulation, done: @escaping @Sendable () -> Void) {
            Task {
                await withCheckedContinuation { SimulationTests.resumeElsewhere($0) }
                isRestored = true
                simulation.log("is back: \(isRestored)")
                done()
            }
        }
    }

    private static func wait(for semaphore: DispatchSemaphore) { semaphore.wait() }

    @Test("Reading a machine clock fails the run with the caller's name")
    func realClock() {
        let report = Simulation.run(seed: 1) { simulation in
            simulation.log("\(Date())")
            try await simulation.sleep(for: .seconds(1))
        }
        #expect(report.failure?.contains("a clock of the machine was read") == true)
    }

    @Test("A run that exceeds its time or step limit ends")
    func limits() {
        let slow = Simulation.run(seed: 1, options: .init(timeLimit: .seconds(10))) {
            try await $0.sleep(for: .seconds(11))
        }
        let busy = Simulation.run(seed: 1, options: .init(stepLimit: 100)) { simulation in
            while true { try await simulation.sleep(for: .zero) }
        }
        #expect(slow.failure?.contains("limit of virtual time") == true)
        #expect(busy.failure?.contains("100 steps") == true)
    }

    @Test("A cancelled wait ends at once")
    func cancellation() {
        // Without stalls, which could let the thousand seconds pass before the cancellation.
        let policy = SchedulingPolicy(stallPerMille: 0, horizon: .zero)
        let report = Simulation.run(seed: 3, options: .init(policy: policy)) { simulation in
            let task = Task { try await simulation.sleep(for: .seconds(1000)) }
            try await simulation.sleep(for: .seconds(1))
            task.cancel()
            let result = await task.result
            simulation.log("\((try? result.get()) == nil)")
        }
        #expect(report.now == .seconds(1))
    }
}
