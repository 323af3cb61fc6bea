public import Foundation
public import HealthKit

extension SimulatedHealthStore {
    /// The actual samples of a type, or of all types, in order of arrival.
    ///
    /// Samples that wait for the unlock are not included.
    public func allSamples(of type: HKSampleType? = nil) -> [HKSample] {
        database.contents(of: type?.identifier)
    }

    /// The samples of a workout.
    public func samples(of workout: HKWorkout) -> Set<UUID> {
        database.members(of: workout.uuid)
    }

    /// The number of samples that wait for the unlock.
    public var waitingSamples: Int { database.waitingSamples }

    /// Whether the store is readable.
    public var isAccessible: Bool { database.isAccessible }

    /// The number of observer calls.
    public var observerCallbacks: Int { database.counters.observerCallbacks }

    /// The number of queries for a route's locations.
    public var routeQueries: Int { database.counters.routeQueries }

    /// The number of attempts to wake the app.
    public var backgroundWakes: Int { database.counters.backgroundWakes }

    /// The number of attempts to wake the app for a type.
    public func backgroundWakes(for type: HKObjectType) -> Int {
        database.counters.wakes[type.identifier] ?? 0
    }

    /// The number of delivered completion handlers that have not been called.
    public var openCompletions: Int { database.counters.openCompletions }

    /// The number of consecutive wakes without completion for a type.
    public func strikes(for type: HKObjectType) -> Int {
        database.strikes(for: type.identifier).count
    }

    /// Called when a wake was not completed in time, with the type's identifier.
    public var onStrike: (@Sendable (String) -> Void)? {
        get { database.onStrike }
        nonmutating set { database.onStrike = newValue }
    }

    /// Called when the app completes a wake, with the type's identifier and the seconds since
    /// delivery.
    public var onAnswer: (@Sendable (String, TimeInterval) -> Void)? {
        get { database.onAnswer }
        nonmutating set { database.onAnswer = newValue }
    }

    /// Whether the system has stopped waking the app for a type.
    public func isGivenUp(_ type: HKObjectType) -> Bool {
        database.strikes(for: type.identifier).isStopped
    }

    /// The frequency of background delivery; `nil` when it is disabled.
    public func backgroundDelivery(for type: HKObjectType) -> HKUpdateFrequency? {
        database.frequency(for: type.identifier)
    }
}
