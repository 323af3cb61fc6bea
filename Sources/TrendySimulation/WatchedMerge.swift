import TrendyStore

/// How divergences end, seen by the world: what waits for a person's word does not stand before.
struct WatchedMerge: MergePolicy {
    let base: any MergePolicy
    let world: World

    func resolve(_ divergence: Divergence) -> Resolution {
        let resolution = base.resolve(divergence)
        // Where the whole entity was deleted, nobody is asked about a field.
        for loss in resolution.losses
        where divergence.asksFirst && loss.field != Resolution.Loss.wholeEntity {
            world.marks.reached(.conflictAskedFirst)
            if loss.isLocalWinner {
                world.violate("unasked", "\(loss.field) was replaced before anybody was asked")
            }
        }
        return resolution
    }
}
