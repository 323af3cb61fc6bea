extension HKHealthStore {
    /// Asks to be woken for changes of a type, so often at most.
    public func enableBackgroundDelivery(
        for type: HKObjectType,
        frequency: HKUpdateFrequency,
        withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        database.setBackgroundDelivery(generation: generation, for: type, frequency: frequency) {
            completion($0.isSuccess, $0.failure)
        }
    }

    /// Asks to be woken for changes of a type, so often at most.
    public func enableBackgroundDelivery(
        for type: HKObjectType,
        frequency: HKUpdateFrequency
    ) async throws {
        try await reply {
            database.setBackgroundDelivery(
                generation: generation,
                for: type,
                frequency: frequency,
                reply: $0
            )
        }
    }

    /// Asks not to be woken any more for a type.
    public func disableBackgroundDelivery(
        for type: HKObjectType,
        withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        database.removeBackgroundDelivery(generation: generation, for: type) {
            completion($0.isSuccess, $0.failure)
        }
    }

    /// Asks not to be woken any more for a type.
    public func disableBackgroundDelivery(for type: HKObjectType) async throws {
        try await reply {
            database.removeBackgroundDelivery(generation: generation, for: type, reply: $0)
        }
    }

    /// Asks not to be woken any more.
    public func disableAllBackgroundDelivery(
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        database.removeBackgroundDelivery(generation: generation, for: nil) {
            completion($0.isSuccess, $0.failure)
        }
    }

    /// Asks not to be woken any more.
    public func disableAllBackgroundDelivery() async throws {
        try await reply {
            database.removeBackgroundDelivery(generation: generation, for: nil, reply: $0)
        }
    }
}
