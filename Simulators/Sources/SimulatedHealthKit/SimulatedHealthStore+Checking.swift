public import Foundation
public import HealthKit

extension SimulatedHealthStore {
    /// The truth: the samples of a type, or of all, in the order in which they came.
    ///
    /// What waits for the unlock is not among them.
    public func allSamples(of type: HKSampleType? = nil) -> [HKSample] {
        database.contents(of: type?.identifier)
    }

    /// What belongs to a workout.
    public func samples(of workout: HKWorkout) -> Set<UUID> {
        database.members(of: workout.uuid)
    }

    /// How many samples wait for the unlock.
    public var waitingSamples: Int { database.waitingSamples }

    /// Whether the store can be read now.
    public var isAccessible: Bool { database.isAccessible }

    /// How often observers were called.
    public var observerCallbacks: Int { database.counters.observerCallbacks }

    /// How often the locations of a route were asked for.
    public var routeQueries: Int { database.counters.routeQueries }

    /// How often the system tried to wake the app.
    public var backgroundWakes: Int { database.counters.backgroundWakes }

    /// How often the system tried to wake the app for a type.
    public func backgroundWakes(for type: HKObjectType) -> Int {
        database.counters.wakes[type.identifier] ?? 0
    }

    /// Completion handlers of wakes that the process was handed and did not call yet.
    public var openCompletions: Int { database.counters.openCompletions }

    /// How often in a row the app did not answer a wake for a type.
    public func strikes(for type: HKObjectType) -> Int {
        database.strikes(for: type.identifier).count
    }

    /// Called when the app did not answer a wake in time, with the identifier of the type.
    public var onStrike: (@Sendable (String) -> Void)? {
        get { database.onStrike }
        nonmutating set { database.onStrike = newValue }
    }

    /// Called when the app answers a wake, with the identifier of the type and the seconds since
    /// the app was told.
    public var onAnswer: (@Sendable (String, TimeInterval) -> Void)? {
        get { database.onAnswer }
        nonmutating set { database.onAnswer = newValue }
    }

    /// Whether the system gave up waking the app for a type.
    public func isGivenUp(_ type: HKObjectType) -> Bool {
        database.strikes(for: type.identifier).isStopped
    }

    /// What background delivery was enabled with; `nil` when it is not.
    public func backgroundDelivery(for type: HKObjectType) -> HKUpdateFrequency? {
        database.frequency(for: type.identifier)
    }
}
