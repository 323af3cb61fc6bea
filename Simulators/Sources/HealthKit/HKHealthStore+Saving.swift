public import Foundation

extension HKHealthStore {
    /// Saves an object.
    public func save(
        _ object: HKObject,
        withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        save([object], withCompletion: completion)
    }

    /// Saves all objects or none.
    public func save(
        _ objects: [HKObject],
        withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        database.save(generation: generation, objects) { completion($0.isSuccess, $0.failure) }
    }

    /// Saves an object.
    public func save(_ object: HKObject) async throws {
        try await save([object])
    }

    /// Saves all objects or none.
    public func save(_ objects: [HKObject]) async throws {
        try await reply { database.save(generation: generation, objects, reply: $0) }
    }

    /// Saves samples and associates them with a workout.
    public func add(
        _ samples: [HKSample],
        to workout: HKWorkout,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        database.save(generation: generation, samples, to: workout.uuid) {
            completion($0.isSuccess, $0.failure)
        }
    }

    /// Deletes an object that the app saved.
    public func delete(
        _ object: HKObject,
        withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        delete([object], withCompletion: completion)
    }

    /// Deletes all objects, which the app must have saved, or none.
    public func delete(
        _ objects: [HKObject],
        withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        database.delete(generation: generation, objects) { completion($0.isSuccess, $0.failure) }
    }

    /// Deletes an object that the app saved.
    public func delete(_ object: HKObject) async throws {
        try await delete([object])
    }

    /// Deletes all objects, which the app must have saved, or none.
    public func delete(_ objects: [HKObject]) async throws {
        try await reply { database.delete(generation: generation, objects, reply: $0) }
    }

    /// Deletes the app's matching objects of a type, and reports their number.
    public func deleteObjects(
        of objectType: HKObjectType,
        predicate: NSPredicate,
        withCompletion completion: @escaping @Sendable (Bool, Int, (any Error)?) -> Void
    ) {
        database.delete(generation: generation, of: objectType, predicate: predicate) { result in
            switch result {
            case .success(let count): completion(true, count, nil)
            case .failure(let error): completion(false, 0, error)
            }
        }
    }

    /// Deletes the app's matching objects of a type, and returns their number.
    @discardableResult
    public func deleteObjects(
        of objectType: HKObjectType,
        predicate: NSPredicate
    ) async throws -> Int {
        try await reply {
            database.delete(
                generation: generation,
                of: objectType,
                predicate: predicate,
                reply: $0
            )
        }
    }
}
