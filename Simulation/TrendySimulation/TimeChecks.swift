import TrendyModel

/// Checks that the server has the true times at which people created and edited their events.
struct TimeChecks {
    let world: World
    /// The account's entities on the server.
    let server: [EntityID: Entity]

    /// A change within the same millisecond as another one is dated after it.
    private static let tolerance = Duration.milliseconds(20)

    /// Compares times in worlds in which all clocks are right.
    ///
    /// An event that was deleted may have been created anew, or its deletion may have been undone;
    /// its times are not compared.
    func check(_ account: String) {
        guard world.faults.hasRightClocks else { return }
        let deleted = Set(world.model.deletions.map(\.entity))
        var edits = Dictionary(grouping: world.model.edits, by: \.entity)
        for creation in world.model.creations
        where creation.account == account && creation.state == .acknowledged {
            guard let id = creation.entity, !deleted.contains(id), let entity = server[id] else {
                continue
            }
            let edits = edits.removeValue(forKey: id) ?? []
            let times = [creation.time] + edits.map(\.time)
            // The outcome of an edit is unknown if the app ended meanwhile.
            guard !edits.contains(where: { $0.state == .unknown }) else { continue }
            // An event that is edited before it is sent is sent once.
            guard times.contains(where: { Self.isWithin($0, entity.createdAt) }) else {
                return world.violate(
                    "times",
                    "\(id) was created at \(times), but the server has \(entity.createdAt)"
                )
            }
            guard times.contains(where: { Self.isWithin($0, entity.updatedAt) }) else {
                return world.violate(
                    "times",
                    "\(id) was changed at \(times), but the server has \(entity.updatedAt)"
                )
            }
        }
    }

    private static func isWithin(_ times: ClosedRange<Instant>, _ instant: Instant) -> Bool {
        times.lowerBound <= instant && instant <= times.upperBound + tolerance
    }
}
