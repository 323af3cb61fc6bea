import TrendyStore

/// A merge policy that reports conflicts to the world: a value that waits for the person's decision
/// is not current.
struct RecordingMergePolicy: MergePolicy {
    let base: any MergePolicy
    let world: World

    func resolve(_ divergence: Divergence) -> Resolution {
        let resolution = base.resolve(divergence)
        // When the whole entity was deleted, the person is not asked about fields.
        for loss in resolution.losses
        where divergence.asksBeforeResolving && loss.field != Resolution.Loss.fullEntity {
            world.coverage.reached(.conflictAskedFirst)
            if loss.isLocalWinner {
                world.violate("ask first", "\(loss.field) was replaced before the person was asked")
            }
        }
        return resolution
    }
}
