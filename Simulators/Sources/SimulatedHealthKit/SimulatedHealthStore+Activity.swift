public import Foundation
public import HealthKit
import SimulatedPhone

extension SimulatedHealthStore {
    /// Sets the person's daily goals; summaries of all days have them.
    public func setActivityGoals(
        mode: HKActivityMoveMode = .activeEnergy,
        kilocalories: Double = 400,
        moveMinutes: Double = 0,
        exerciseMinutes: Double = 30,
        standHours: Double = 12
    ) {
        var goals = ActivityGoals()
        goals.moveMode = mode
        goals.kilocalories = kilocalories
        goals.moveMinutes = moveMinutes
        goals.exerciseMinutes = exerciseMinutes
        goals.standHours = standHours
        database.set(goals)
    }

    /// Replaces the summary that is computed from the samples of a day; `nil` restores it.
    ///
    /// - `date`: any time of the day in the phone's time zone.
    public func setActivitySummary(_ summary: HKActivitySummary?, on date: Date) {
        database.set(summary, on: ActivityDay(of: date, in: phone.timeZone))
    }
}
