import TrendyStore

/// How divergences end, seen by the world: what waits for a person's word does not stand before.
struct RecordingMergePolicy: MergePolicy {
    let base: any MergePolicy
    let world: World

    func resolve(_ divergence: Divergence) -> Resolution {
        let resolution = base.resolve(divergence)
        // Where the whole entity was deleted, nobody is asked about a field.
        for loss in resolution.losses
        where divergence.asksBeforeResolving && loss.field != Resolution.Loss.fullEntity {
            world.coverage.reached(.conflictAskedFirst)
            if loss.isLocalWinner {
                world.violate("unasked", "\(loss.field) was replaced before anybody was asked")
            }
        }
        return resolution
    }
}
