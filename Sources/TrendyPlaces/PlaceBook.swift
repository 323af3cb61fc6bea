import TrendyModel
import TrendyStore

/// The person's geofences as they are watched: read once, and made anew after a change.
struct PlaceBook {
    /// All geofences, by their ids.
    let geofences: [EntityID: Geofence]
    /// The choice among those that are watched.
    let rotation: RegionRotation
    /// How many geofences are to be watched.
    var configured: Int { rotation.count }
    /// What they were read from.
    private let entities: [Entity]
    private let largestRadius: Double

    /// Reads the geofences; `previous` is handed back where nothing has changed since.
    ///
    /// - `owner`: the account that has them.
    static func read(
        _ store: DeviceStore,
        owner: EntityID?,
        largestRadius: Double,
        after previous: PlaceBook?
    ) async throws -> PlaceBook {
        let entities = try await store.entities(kind: .geofence)
        if let previous, previous.largestRadius == largestRadius,
            previous.entities.elementsEqual(
                entities,
                by: { $0.id == $1.id && $0.content == $1.content }
            )
        {
            return previous
        }
        return try PlaceBook(entities, owner: owner, largestRadius: largestRadius)
    }

    private init(_ entities: [Entity], owner: EntityID?, largestRadius: Double) throws {
        var geofences: [EntityID: Geofence] = [:]
        var regions: [WatchedRegion] = []
        let largest = max(RegionRotation.smallestRadius, largestRadius)
        for entity in entities {
            let geofence = try Geofence(document: entity.document())
            geofences[entity.id] = geofence
            guard geofence.isActive,
                let center = Coordinate(
                    latitude: geofence.latitude,
                    longitude: geofence.longitude
                )
            else { continue }
            regions.append(
                WatchedRegion(
                    identifier: RegionIdentity.identifier(of: entity.id, owner: owner),
                    center: center,
                    radius: min(max(geofence.radiusMeters, RegionRotation.smallestRadius), largest)
                )
            )
        }
        self.entities = entities
        self.largestRadius = largestRadius
        self.geofences = geofences
        rotation = RegionRotation(regions.sorted { $0.identifier < $1.identifier })
    }

    /// Whether a geofence is watched when its turn comes.
    func isWatchable(_ id: EntityID) -> Bool { geofences[id]?.isActive == true }
}
