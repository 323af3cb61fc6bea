import Foundation
import SimulatedHealthBehavior
import SimulatedPhone

/// A wake for a type.
struct WakeID: Sendable {
    let type: String
    let number: Int
}

extension HealthState {
    /// Counts a further completion handler of a wake.
    mutating func openCompletion(of type: String) -> WakeID? {
        guard let wake = registrations[type]?.wake else { return nil }
        registrations[type]?.wake?.open += 1
        counters.openCompletions += 1
        return WakeID(type: type, number: wake.number)
    }

    func observes(_ live: LiveQuery, _ type: String) -> Bool {
        live.query is HKObserverQuery && live.query.scopes.contains { $0.type.identifier == type }
    }

    /// Counts a wake without completion; stops waking at the limit.
    mutating func strike(_ type: String, at now: Date) {
        registrations[type]?.strikes += 1
        let strikes =
            behavior.countsStrikesPerType
            ? registrations[type]?.strikes ?? 0 : registrations.values.reduce(0) { $0 + $1.strikes }
        if strikes >= behavior.strikeLimit {
            for key in behavior.countsStrikesPerType ? [type] : Array(registrations.keys) {
                registrations[key]?.isStopped = true
            }
        } else if !behavior.retryDelays.isEmpty {
            let delay = behavior.retryDelays[min(strikes - 1, behavior.retryDelays.count - 1)]
            registrations[type]?.retryAt = now.addingTimeInterval(delay.seconds)
        }
    }

    /// Resets the counts of wakes without completion.
    mutating func clearStrikes() {
        for key in registrations.keys {
            registrations[key]?.strikes = 0
            registrations[key]?.isStopped = false
            registrations[key]?.retryAt = nil
        }
    }
}
