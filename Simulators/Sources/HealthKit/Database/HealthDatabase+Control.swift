package import Foundation
package import SimulatedHealthBehavior
import SimulatedPhone
import Synchronization

// The operations of the control surface; an app cannot reach them.
extension HealthDatabase {
    package func setBehavior(_ behavior: HealthKitBehavior) {
        state.withLock { $0.behavior = behavior }
        planWakes()
    }

    package var counters: HealthCounters { state.withLock(\.counters) }

    package var decision: AuthorizationDecision {
        get { state.withLock(\.decision) }
        set { state.withLock { $0.decision = newValue } }
    }

    package var hasEntitlement: Bool {
        get { state.withLock(\.hasEntitlement) }
        set { state.withLock { $0.hasEntitlement = newValue } }
    }

    /// The error of route queries; `nil` when they work.
    package var routeError: HKError.Code? {
        get { state.withLock(\.routeError) }
        set { state.withLock { $0.routeError = newValue } }
    }

    func noteRouteQuery() {
        state.withLock { $0.counters.routeQueries += 1 }
    }

    package var isAvailable: Bool {
        get { state.withLock(\.isAvailable) }
        set { state.withLock { $0.isAvailable = newValue } }
    }

    package var systemAllowsWakes: Bool {
        get { state.withLock(\.systemAllowsWakes) }
        set {
            state.withLock { $0.systemAllowsWakes = newValue }
            planWakes()
        }
    }

    package func setRead(_ authorization: ReadAuthorization, for type: String) {
        state.withLock { $0.read[type] = authorization }
    }

    package func setShare(_ status: HKAuthorizationStatus, for type: String) {
        state.withLock { $0.share[type] = status }
    }

    package func setSourceOrder(_ bundles: [String], for type: String) {
        state.withLock { $0.sourceOrders[type] = bundles }
    }

    package var onStrike: (@Sendable (String) -> Void)? {
        get { state.withLock(\.onStrike) }
        set { state.withLock { $0.onStrike = newValue } }
    }

    package var onAnswer: (@Sendable (String, TimeInterval) -> Void)? {
        get { state.withLock(\.onAnswer) }
        set { state.withLock { $0.onAnswer = newValue } }
    }

    package func strikes(for type: String) -> (count: Int, isStopped: Bool) {
        state.withLock { state in
            (state.registrations[type]?.strikes ?? 0, state.registrations[type]?.isStopped ?? false)
        }
    }

    package func frequency(for type: String) -> HKUpdateFrequency? {
        state.withLock { $0.registrations[type]?.frequency }
    }

    /// The samples of a type, or of all types when `nil`, in order of arrival.
    package func contents(of type: String?) -> [HKSample] {
        state.withLock { state in
            var found: [(row: Int64, sample: HKSample)] = []
            for index in state.indexes where type == nil || index.type.identifier == type {
                index.changes.forEach(from: nil) { row, change in
                    if case .added(let sample) = change { found.append((row, sample)) }
                    return true
                }
            }
            if type == nil { found.sort { $0.row < $1.row } }
            return found.map(\.sample)
        }
    }

    /// The number of samples that wait for the unlock.
    package var waitingSamples: Int {
        state.withLock { state in
            state.sideFile.reduce(0) { count, change in
                if case .add(let samples, _) = change { count + samples.count } else { count }
            }
        }
    }

    package func members(of workout: UUID) -> Set<UUID> {
        state.withLock { $0.members[workout] ?? [] }
    }

    package func workouts(of sample: UUID) -> Set<UUID> {
        state.withLock { $0.workoutsOf[sample] ?? [] }
    }

    /// Replaces the content with another store's under new identifiers, or with nothing when `nil`.
    ///
    /// Deletions are not preserved. It becomes a different store, which does not recognize earlier
    /// anchors.
    ///
    /// - Returns: the new identifiers by the old ones.
    @discardableResult
    package func become(_ other: HealthDatabase?, keepsPermissions: Bool) -> [UUID: UUID] {
        let samples = other?.contents(of: nil) ?? []
        let members = other?.state.withLock(\.members) ?? [:]
        let medications = other?.state.withLock(\.medications)
        let now = timeline.now
        var newIDs: [UUID: UUID] = [:]
        // The samples of a correlation precede it: its copy contains their copies.
        var copied: [UUID: HKSample] = [:]
        let copies = samples.map { sample in
            let uuid = randomness.uuid()
            newIDs[sample.uuid] = uuid
            let record = HKObjectRecord(copying: sample, uuid: uuid)
            let correlation = sample as? HKCorrelation
            let objects = correlation?.objects.compactMap { copied[$0.uuid] }
            let copy = correlation?.copy(record, objects: Set(objects ?? [])) ?? sample.copy(record)
            copied[sample.uuid] = copy
            return copy
        }
        let storeID = randomness.uuid()
        let ids = newIDs
        state.withLock { state in
            var fresh = HealthState(storeID: storeID, appBundle: state.appBundle)
            fresh.behavior = state.behavior
            fresh.decision = state.decision
            fresh.hasEntitlement = state.hasEntitlement
            fresh.isAvailable = state.isAvailable
            fresh.systemAllowsWakes = state.systemAllowsWakes
            fresh.onStrike = state.onStrike
            fresh.onAnswer = state.onAnswer
            fresh.counters = state.counters
            fresh.liveQueries = state.liveQueries
            fresh.lastNumber = state.lastNumber
            fresh.replies = state.replies
            if let medications { fresh.medications = medications }
            fresh.activityGoals = state.activityGoals
            if keepsPermissions {
                fresh.sharedMedications = state.sharedMedications
                fresh.share = state.share
                fresh.read = state.read
                fresh.sourceOrders = state.sourceOrders
                fresh.registrations = state.registrations
            }
            state = fresh
            _ = state.add(copies, workout: nil, at: now)
            for (workout, samples) in members {
                guard let workout = ids[workout] else { continue }
                for sample in samples {
                    if let sample = ids[sample] { state.associate(sample, with: workout) }
                }
            }
        }
        return ids
    }
}
