extension Optional where Wrapped: Sendable {
    /// Applies an asynchronous transform to the wrapped value; `nil` when there is none.
    func asyncMap<Value: Sendable>(
        _ work: (Wrapped) async throws -> Value
    ) async throws -> Value? {
        guard let self else { return nil }
        return try await work(self)
    }
}
