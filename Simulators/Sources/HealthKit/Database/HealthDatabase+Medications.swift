import SimulatedHealthBehavior
import SimulatedPhone
import Synchronization

extension HealthDatabase {
    func requestMedications(
        generation: Int,
        reply: @escaping @Sendable (Result<Void, any Error>) -> Void
    ) {
        let (decision, delay) = state.withLock { ($0.decision, $0.behavior.sheetDelay) }
        if decision == .ignore { return }
        request(generation, after: delay) { database in
            try database.checkAvailability()
            try database.state.withLock { try $0.decideMedications() }
        } reply: { result in
            reply(result)
        }
    }

    /// Adds a medication, or replaces the one with the same identifier.
    package func set(_ medication: HKUserAnnotatedMedication) {
        state.withLock { $0.set(medication) }
    }

    /// Sets the medications that the app may read in Settings; `nil` before any request.
    package func share(_ medications: Set<HKHealthConceptIdentifier>?) {
        state.withLock { $0.sharedMedications = medications }
    }
}
