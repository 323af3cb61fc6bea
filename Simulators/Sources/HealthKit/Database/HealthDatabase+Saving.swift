import Foundation
import SimulatedHealthBehavior
import SimulatedPhone
import Synchronization

// Writes by the app; each is atomic.
extension HealthDatabase {
    func save(
        generation: Int,
        _ objects: [HKObject],
        to workout: UUID? = nil,
        reply: @escaping @Sendable (Result<Void, any Error>) -> Void
    ) {
        request(generation) { database in
            try database.checkAvailability()
            let samples = try database.state.withLock { state in
                try objects.map { try state.checked($0) }
            }
            database.add(
                samples.map {
                    $0.copy(HKObjectRecord(copying: $0, savedBy: database.appSource))
                },
                to: workout
            )
        } reply: { result in
            reply(result)
        }
    }

    func delete(
        generation: Int,
        _ objects: [HKObject],
        reply: @escaping @Sendable (Result<Void, any Error>) -> Void
    ) {
        request(generation) { database in
            try database.checkAccess()
            try database.state.withLock { state in
                for object in objects { try state.checkDeletion(object) }
            }
            database.delete(objects.map(\.uuid))
        } reply: { result in
            reply(result)
        }
    }

    /// Deletes the app's own matching samples; samples of other sources remain.
    func delete(
        generation: Int,
        of type: HKObjectType,
        predicate: NSPredicate,
        reply: @escaping @Sendable (Result<Int, any Error>) -> Void
    ) {
        let filter = SampleFilter(predicate)
        request(generation) { database in
            try database.checkAccess()
            guard let type = type as? HKSampleType else {
                throw HKError(.errorInvalidArgument, "\(type.identifier) has no samples.")
            }
            let own = try database.state.withLock { state in
                if !(type is HKCorrelationType) { try state.checkSharing(type) }
                return try state.samples([QueryScope(type: type, filter: filter)])
                    .filter { $0.source.bundleIdentifier == state.appBundle }
            }
            database.delete(own.map(\.uuid))
            return own.count
        } reply: { result in
            reply(result)
        }
    }
}

extension HealthState {
    func checkSharing(_ type: HKSampleType) throws {
        guard !AuthorizationRules.isReadOnly(type) else {
            throw HKError(
                .errorAuthorizationDenied,
                "Only the system saves samples of \(type.identifier)."
            )
        }
        switch share[type.identifier] ?? .notDetermined {
        case .sharingAuthorized: return
        case .sharingDenied:
            throw HKError(.errorAuthorizationDenied, "Not authorized to save \(type.identifier).")
        case .notDetermined:
            throw HKError(
                .errorAuthorizationNotDetermined,
                "Authorization to save \(type.identifier) was never requested."
            )
        }
    }

    /// Validates an object and returns it as a sample.
    func checked(_ object: HKObject) throws -> HKSample {
        guard let sample = object as? HKSample else {
            throw HKError(.errorInvalidArgument, "Only samples can be saved.")
        }
        if let correlation = sample as? HKCorrelation {
            // The person authorizes the contained types, not the correlation.
            for object in correlation.sortedObjects { _ = try checked(object) }
        } else {
            try checkSharing(sample.sampleType)
        }
        if let sample = sample as? HKQuantitySample,
            !sample.quantity.is(compatibleWith: sample.quantityType.canonicalUnit)
        {
            throw HKError(
                .errorInvalidArgument,
                "\(sample.quantity.unit) is not a unit of \(sample.sampleType.identifier)."
            )
        }
        let hasIdentifier = sample.metadata?[HKMetadataKeySyncIdentifier] is String
        let hasVersion = sample.number(HKMetadataKeySyncVersion) != nil
        guard hasIdentifier == hasVersion else {
            throw HKError(
                .errorInvalidArgument,
                "A sync identifier requires a sync version, and vice versa."
            )
        }
        guard sample.startDate >= behavior.earliestPermittedSampleDate else {
            throw HKError(.errorInvalidArgument, "The sample is older than the store permits.")
        }
        return sample
    }

    func checkDeletion(_ object: HKObject) throws {
        guard let sample = sample(object.uuid) else {
            throw HKError(.errorInvalidArgument, "The object does not exist.")
        }
        if !(sample is HKCorrelation) { try checkSharing(sample.sampleType) }
        guard sample.source.bundleIdentifier == appBundle else {
            throw HKError(.errorAuthorizationDenied, "Only the app's own objects can be deleted.")
        }
    }
}
