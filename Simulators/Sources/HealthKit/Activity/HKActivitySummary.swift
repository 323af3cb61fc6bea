public import Foundation
import Synchronization

/// The rings of a day; not a sample.
///
/// Changes of its properties do not reach the store.
@available(iOS 9.3, *)
public final class HKActivitySummary: NSObject, @unchecked Sendable {
    // Unchecked: mutable state is behind a lock, the rest is `let`.

    struct Values: Equatable {
        var moveMode = HKActivityMoveMode.activeEnergy
        var isPaused = false
        var energy = HKQuantity(unit: .kilocalorie(), doubleValue: 0)
        var energyGoal = HKQuantity(unit: .kilocalorie(), doubleValue: 0)
        var moveTime = HKQuantity(unit: .minute(), doubleValue: 0)
        var moveTimeGoal = HKQuantity(unit: .minute(), doubleValue: 0)
        var exerciseTime = HKQuantity(unit: .minute(), doubleValue: 0)
        var exerciseTimeGoal: HKQuantity?
        var standHours = HKQuantity(unit: .count(), doubleValue: 0)
        var standHoursGoal: HKQuantity?
    }

    /// The day; `nil` when the app created it.
    let day: ActivityDay?
    private let state: Mutex<Values>

    init(day: ActivityDay?, values: Values) {
        self.day = day
        state = Mutex(values)
        super.init()
    }

    /// An empty summary without a day.
    override public convenience init() {
        self.init(day: nil, values: Values())
    }

    var values: Values { state.withLock { $0 } }

    /// The same summary for a day.
    package func copy(on day: ActivityDay) -> HKActivitySummary {
        HKActivitySummary(day: day, values: values)
    }

    /// The era, year, month and day in a calendar; empty when the app created the summary.
    public func dateComponents(for calendar: Calendar) -> DateComponents {
        day?.components(in: calendar) ?? DateComponents()
    }

    /// What the move ring measures.
    @available(iOS 14.0, *)
    public var activityMoveMode: HKActivityMoveMode {
        get { state.withLock(\.moveMode) }
        set { state.withLock { $0.moveMode = newValue } }
    }

    /// Whether the person paused the rings.
    @available(iOS 18.0, *)
    public var isPaused: Bool {
        get { state.withLock(\.isPaused) }
        set { state.withLock { $0.isPaused = newValue } }
    }

    /// The active energy.
    public var activeEnergyBurned: HKQuantity {
        get { state.withLock(\.energy) }
        set { state.withLock { $0.energy = newValue } }
    }

    /// The goal of the active energy.
    public var activeEnergyBurnedGoal: HKQuantity {
        get { state.withLock(\.energyGoal) }
        set { state.withLock { $0.energyGoal = newValue } }
    }

    /// The move time.
    @available(iOS 14.0, *)
    public var appleMoveTime: HKQuantity {
        get { state.withLock(\.moveTime) }
        set { state.withLock { $0.moveTime = newValue } }
    }

    /// The goal of the move time.
    @available(iOS 14.0, *)
    public var appleMoveTimeGoal: HKQuantity {
        get { state.withLock(\.moveTimeGoal) }
        set { state.withLock { $0.moveTimeGoal = newValue } }
    }

    /// The exercise time.
    public var appleExerciseTime: HKQuantity {
        get { state.withLock(\.exerciseTime) }
        set { state.withLock { $0.exerciseTime = newValue } }
    }

    /// The goal of the exercise time; zero when there is none.
    @available(iOS, introduced: 9.3, deprecated: 27.0)
    public var appleExerciseTimeGoal: HKQuantity {
        get { exerciseTimeGoal ?? HKQuantity(unit: .minute(), doubleValue: 0) }
        set { exerciseTimeGoal = newValue }
    }

    /// The goal of the exercise time; `nil` when there is none.
    @available(iOS 16.0, *)
    public var exerciseTimeGoal: HKQuantity? {
        get { state.withLock(\.exerciseTimeGoal) }
        set { state.withLock { $0.exerciseTimeGoal = newValue } }
    }

    /// The number of hours with at least one minute of standing.
    public var appleStandHours: HKQuantity {
        get { state.withLock(\.standHours) }
        set { state.withLock { $0.standHours = newValue } }
    }

    /// The goal of the stand hours; zero when there is none.
    @available(iOS, introduced: 9.3, deprecated: 27.0)
    public var appleStandHoursGoal: HKQuantity {
        get { standHoursGoal ?? HKQuantity(unit: .count(), doubleValue: 0) }
        set { standHoursGoal = newValue }
    }

    /// The goal of the stand hours; `nil` when there is none.
    @available(iOS 16.0, *)
    public var standHoursGoal: HKQuantity? {
        get { state.withLock(\.standHoursGoal) }
        set { state.withLock { $0.standHoursGoal = newValue } }
    }
}
