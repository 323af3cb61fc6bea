/// Gives access to the raw samples that a device keeps.
package protocol SampleProviding: Sendable {
    /// Calls `body` with the kept samples; returns `nil` when the device keeps none.
    ///
    /// - Throws: an error of the samples' file, or the error of `body`.
    func withSamples<Value: Sendable>(
        _ body: @Sendable (any HealthSource) async throws -> Value
    ) async throws -> Value?
}
