import Synchronization
import Testing
import TrendyHealth

@testable import TrendyKit

@Suite("Listening before there is an engine", .timeLimit(.minutes(5)))
struct EarlyHealthObserverTests {
    /// HealthKit, as far as it tells that there is something.
    private final class System: HealthObserving {
        private let listener = Mutex<AsyncStream<HealthSignal>.Continuation?>(nil)
        private let count = Atomic(0)
        var rounds: Int { count.load(ordering: .relaxed) }

        func tell(_ category: HealthCategory, answer: @escaping @Sendable () -> Void = {}) {
            _ = listener.withLock(\.self)?.yield(HealthSignal([category], answer: answer))
        }

        func signals() -> AsyncStream<HealthSignal> {
            let (stream, continuation) = AsyncStream.makeStream(of: HealthSignal.self)
            listener.withLock { $0 = continuation }
            return stream
        }

        func renewObservation() { count.add(1, ordering: .relaxed) }

        func deliverInBackground(
            _ categories: [HealthCategory]
        ) async -> [HealthCategory: HealthSourceError] { [:] }
    }

    private final class Flag: Sendable {
        private let value = Atomic(false)
        var isSet: Bool { value.load(ordering: .relaxed) }
        func set() { value.store(true, ordering: .relaxed) }
    }

    private let system = System()
    private let observer: EarlyHealthObserver

    init() {
        observer = EarlyHealthObserver(system, categories: HealthCategory.allCases)
    }

    /// Tells of a category, and waits until that is answered.
    private func tellAnswered(_ category: HealthCategory) async {
        await withCheckedContinuation { continuation in
            system.tell(category) { continuation.resume() }
        }
    }

    private func listening(_ body: () async -> Void) async {
        let listen = observer.begin()
        let task = Task { await listen() }
        await body()
        task.cancel()
        await task.value
    }

    @Test("An engine that is far behind misses nothing")
    func farBehind() async {
        await listening {
            var signals = observer.signals().makeAsyncIterator()
            let room = HealthCategory.allCases.count * 2
            for _ in 0..<room + 1 { system.tell(.steps) }
            system.tell(.heartRate)
            // Told twice: the second says nothing more, and is answered at once.
            await tellAnswered(.heartRate)

            for _ in 0..<room { #expect(await signals.next()?.categories == [.steps]) }
            system.tell(.sleep)

            var categories: [HealthCategory] = []
            while categories.last != .sleep, let next = await signals.next() {
                categories += next.categories
            }
            #expect(categories == [.steps, .heartRate, .sleep])
        }
    }

    @Test("What is told before there is an engine waits for it, unanswered")
    func waits() async {
        await listening {
            let isAnswered = Flag()
            system.tell(.steps) { isAnswered.set() }
            system.tell(.water)

            var signals = observer.signals().makeAsyncIterator()

            let first = await signals.next()
            #expect(first?.categories == [.steps])
            #expect(await signals.next()?.categories == [.water])
            #expect(!isAnswered.isSet)
            first?.complete()
            #expect(isAnswered.isSet)
            #expect(system.rounds == 1)
        }
    }

    @Test("Where no engine can be had, what is told is answered, and the next one hears of it")
    func answers() async {
        await listening {
            observer.expect(false)
            await tellAnswered(.water)
            await tellAnswered(.steps)

            var signals = observer.signals().makeAsyncIterator()

            let told = await signals.next()?.categories ?? []
            #expect(Set(told) == [.steps, .water])
        }
    }

    @Test("What waits for an engine that does not come is answered as well")
    func answersLate() async {
        await listening {
            await withCheckedContinuation { continuation in
                system.tell(.steps) { continuation.resume() }
                observer.expect(false)
            }
        }
    }

    @Test("The engine of another account hears of everything once")
    func another() async {
        await listening {
            _ = observer.signals()
            var signals = observer.signals().makeAsyncIterator()
            #expect(await signals.next()?.categories == HealthCategory.allCases)
            system.tell(.sleep)
            #expect(await signals.next()?.categories == [.sleep])
        }
    }
}
