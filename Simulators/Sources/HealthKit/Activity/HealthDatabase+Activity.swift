import Foundation
import SimulatedPhone
import Synchronization

extension HealthDatabase {
    /// Sets the person's goals.
    package func set(_ goals: ActivityGoals) {
        state.withLock { $0.activityGoals = goals }
        callActivityQueries()
    }

    /// Replaces the computed summary of a day; `nil` restores it.
    package func set(_ summary: HKActivitySummary?, on day: ActivityDay) {
        state.withLock { $0.setSummaries[day] = summary?.copy(on: day) }
        callActivityQueries()
    }

    private func callActivityQueries() {
        let calls = state.withLock { state in
            var calls = HealthState.Calls()
            for index in state.liveQueries.indices
            where state.liveQueries[index].query is HKActivitySummaryQuery {
                state.liveQueries[index].dirty.formUnion(HealthState.activityTypes)
                if !state.liveQueries[index].isScheduled {
                    calls.queries.append(state.liveQueries[index])
                }
                state.liveQueries[index].isScheduled = true
            }
            return calls
        }
        make(calls)
    }
}
