/// A policy that resolves concurrent changes of an entity.
package protocol MergePolicy: Sendable {
    /// Resolves a divergence; a pure function.
    func resolve(_ divergence: Divergence) -> Resolution
}
