package import TrendyModel

/// The rings of a day: Apple's own totals and the person's goals.
package struct ActivityRings: Sendable, Equatable {
    /// Active energy, kcal.
    package var activeEnergyKilocalories: Double?
    /// The goal of active energy, kcal.
    package var activeEnergyGoalKilocalories: Double?
    /// Minutes of movement, for people whose goal is in minutes.
    package var moveMinutes: Double?
    /// The goal of minutes of movement.
    package var moveGoalMinutes: Double?
    /// Minutes of exercise.
    package var exerciseMinutes: Double?
    /// The goal of minutes of exercise.
    package var exerciseGoalMinutes: Double?
    /// Hours with at least a minute of standing.
    package var standHours: Double?
    /// The goal of such hours.
    package var standGoalHours: Double?

    /// Creates rings; `nil` stands for a value that the source does not have.
    package init(
        activeEnergyKilocalories: Double? = nil,
        activeEnergyGoalKilocalories: Double? = nil,
        moveMinutes: Double? = nil,
        moveGoalMinutes: Double? = nil,
        exerciseMinutes: Double? = nil,
        exerciseGoalMinutes: Double? = nil,
        standHours: Double? = nil,
        standGoalHours: Double? = nil
    ) {
        self.activeEnergyKilocalories = activeEnergyKilocalories
        self.activeEnergyGoalKilocalories = activeEnergyGoalKilocalories
        self.moveMinutes = moveMinutes
        self.moveGoalMinutes = moveGoalMinutes
        self.exerciseMinutes = exerciseMinutes
        self.exerciseGoalMinutes = exerciseGoalMinutes
        self.standHours = standHours
        self.standGoalHours = standGoalHours
    }

    /// The properties of the day's event.
    ///
    /// A zero for minutes of movement, which exports print for everybody, is left out.
    package var properties: PropertyBag {
        var bag = PropertyBag()
        func add(_ key: String, _ value: Double?, keepsZero: Bool = true) {
            guard let value, keepsZero || value > 0 else { return }
            bag[key] = .number(rounded(value))
        }
        add("active_energy_kilocalories", activeEnergyKilocalories)
        add("active_energy_goal_kilocalories", activeEnergyGoalKilocalories)
        add("move_minutes", moveMinutes, keepsZero: false)
        add("move_goal_minutes", moveGoalMinutes, keepsZero: false)
        add("exercise_minutes", exerciseMinutes)
        add("exercise_goal_minutes", exerciseGoalMinutes)
        add("stand_hours", standHours)
        add("stand_goal_hours", standGoalHours)
        return bag
    }
}
