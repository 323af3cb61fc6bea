import Foundation

/// Limits the simulators that run at once to the number of processors.
///
/// Simulators start in the order of their requests.
actor ProcessorSlots {
    static let shared = ProcessorSlots(ProcessInfo.processInfo.activeProcessorCount)

    /// The number of processors.
    nonisolated let count: Int
    private var free: Int
    private var waiting: [(slots: Int, continuation: CheckedContinuation<Void, Never>)] = []

    init(_ count: Int) {
        self.count = count
        free = count
    }

    /// Runs a simulator that uses some processors; waits until they are free.
    func with<Output: Sendable>(
        _ slots: Int,
        _ run: @Sendable () async throws -> Output
    ) async throws -> Output {
        let slots = min(slots, count)
        await withCheckedContinuation { continuation in
            waiting.append((slots, continuation))
            startWaiting()
        }
        defer {
            free += slots
            startWaiting()
        }
        return try await run()
    }

    private func startWaiting() {
        while let next = waiting.first, next.slots <= free {
            free -= next.slots
            waiting.removeFirst()
            next.continuation.resume()
        }
    }
}
