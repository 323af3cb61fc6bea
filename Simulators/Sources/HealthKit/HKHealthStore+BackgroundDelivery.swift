extension HKHealthStore {
    /// Enables background delivery for a type, with a maximum frequency.
    public func enableBackgroundDelivery(
        for type: HKObjectType,
        frequency: HKUpdateFrequency,
        withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        database.setBackgroundDelivery(generation: generation, for: type, frequency: frequency) {
            completion($0.isSuccess, $0.failure)
        }
    }

    /// Enables background delivery for a type, with a maximum frequency.
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

    /// Disables background delivery for a type.
    public func disableBackgroundDelivery(
        for type: HKObjectType,
        withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        database.removeBackgroundDelivery(generation: generation, for: type) {
            completion($0.isSuccess, $0.failure)
        }
    }

    /// Disables background delivery for a type.
    public func disableBackgroundDelivery(for type: HKObjectType) async throws {
        try await reply {
            database.removeBackgroundDelivery(generation: generation, for: type, reply: $0)
        }
    }

    /// Disables all background delivery.
    public func disableAllBackgroundDelivery(
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        database.removeBackgroundDelivery(generation: generation, for: nil) {
            completion($0.isSuccess, $0.failure)
        }
    }

    /// Disables all background delivery.
    public func disableAllBackgroundDelivery() async throws {
        try await reply {
            database.removeBackgroundDelivery(generation: generation, for: nil, reply: $0)
        }
    }
}
