/// The person's daily goals.
package struct ActivityGoals: Sendable {
    /// What the move ring measures.
    package var moveMode = HKActivityMoveMode.activeEnergy
    /// The goal of the move ring in kilocalories.
    package var kilocalories = 400.0
    /// The goal of the move ring in minutes.
    package var moveMinutes = 0.0
    /// The goal of the exercise ring in minutes.
    package var exerciseMinutes = 30.0
    /// The goal of the stand ring in hours.
    package var standHours = 12.0

    package init() {}
}
