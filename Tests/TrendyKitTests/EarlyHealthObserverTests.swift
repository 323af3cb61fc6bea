import Synchronization
import Testing
import TrendyHealth

@testable import TrendyAppSupport
@testable import TrendyKit

@Suite("Observing HealthKit before an engine exists", .timeLimit(.minutes(5)))
struct EarlyHealthObserverTests {
    /// A fake of HealthKit's observer queries.
    private final class System: HealthObserving {
        private let listener = Mutex<AsyncStream<HealthSignal>.Continuation?>(nil)
        private let count = Atomic(0)
        var rounds: Int { count.load(ordering: .relaxed) }

        func signal(_ category: HealthMetric, answer: @escaping @Sendable () -> Void = {}) {
            _ = listener.withLock(\.self)?.yield(HealthSignal([category], answer: answer))
        }

        func signals() -> AsyncStream<HealthSignal> {
            let (stream, continuation) = AsyncStream.makeStream(of: HealthSignal.self)
            listener.withLock { $0 = continuation }
            return stream
        }

        func renewObservation() { count.add(1, ordering: .relaxed) }

        func enableBackgroundDelivery(
            _ categories: [HealthMetric]
        ) async -> [HealthMetric: HealthSourceError] { [:] }
    }

    private final class Flag: Sendable {
        private let value = Atomic(false)
        var isSet: Bool { value.load(ordering: .relaxed) }
        func set() { value.store(true, ordering: .relaxed) }
    }

    private let system = System()
    private let observer: EarlyHealthObserver

    init() {
        observer = EarlyHealthObserver(system, categories: HealthMetric.allCases)
    }

    /// Signals a category and waits until the signal is completed.
    private func signalAndWait(_ category: HealthMetric) async {
        await withCheckedContinuation { continuation in
            system.signal(category) { continuation.resume() }
        }
    }

    private func listening(_ body: () async -> Void) async {
        let listen = observer.begin()
        let task = Task { await listen() }
        await body()
        task.cancel()
        await task.value
    }

    @Test("An engine that reads slowly misses no signal")
    func farBehind() async {
        await listening {
            var signals = observer.signals().makeAsyncIterator()
            let room = HealthMetric.allCases.count * 2
            for _ in 0..<room + 1 { system.signal(.steps) }
            system.signal(.heartRate)
            // The second signal for a category adds nothing and is completed at once.
            await signalAndWait(.heartRate)

            for _ in 0..<room { #expect(await signals.next()?.categories == [.steps]) }
            system.signal(.sleep)

            var categories: [HealthMetric] = []
            while categories.last != .sleep, let next = await signals.next() {
                categories += next.categories
            }
            #expect(categories == [.steps, .heartRate, .sleep])
        }
    }

    @Test("Signals before an engine exists are queued without being completed")
    func waits() async {
        await listening {
            let isCompleted = Flag()
            system.signal(.steps) { isCompleted.set() }
            system.signal(.water)

            var signals = observer.signals().makeAsyncIterator()

            let first = await signals.next()
            #expect(first?.categories == [.steps])
            #expect(await signals.next()?.categories == [.water])
            #expect(!isCompleted.isSet)
            first?.complete()
            #expect(isCompleted.isSet)
            #expect(system.rounds == 1)
        }
    }

    @Test("Without an engine, signals are completed, and the next engine receives their categories")
    func answers() async {
        await listening {
            observer.expectEngine(false)
            await signalAndWait(.water)
            await signalAndWait(.steps)

            var signals = observer.signals().makeAsyncIterator()

            let received = await signals.next()?.categories ?? []
            #expect(Set(received) == [.steps, .water])
        }
    }

    @Test("Queued signals are completed when no engine opens")
    func answersLate() async {
        await listening {
            await withCheckedContinuation { continuation in
                system.signal(.steps) { continuation.resume() }
                observer.expectEngine(false)
            }
        }
    }

    @Test("The engine of another account receives all categories once")
    func another() async {
        await listening {
            _ = observer.signals()
            var signals = observer.signals().makeAsyncIterator()
            #expect(await signals.next()?.categories == HealthMetric.allCases)
            system.signal(.sleep)
            #expect(await signals.next()?.categories == [.sleep])
        }
    }
}
