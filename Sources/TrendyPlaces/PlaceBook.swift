import TrendyModel
import TrendyStore

/// The person's geofences as they are watched: read once, and again after a change.
struct PlaceBook {
    /// All geofences, by their ids.
    let geofences: [EntityID: Geofence]
    /// The choice among those that are watched.
    let rotation: RegionRotation
    /// How many geofences are to be watched.
    var configured: Int { rotation.count }

    init(_ store: DeviceStore, largestRadius: Double) async throws {
        var geofences: [EntityID: Geofence] = [:]
        var regions: [WatchedRegion] = []
        let largest = max(RegionRotation.smallestRadius, largestRadius)
        for entity in try await store.entities(kind: .geofence) {
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
                    identifier: RegionIdentity.identifier(of: entity.id),
                    center: center,
                    radius: min(max(geofence.radiusMeters, RegionRotation.smallestRadius), largest)
                )
            )
        }
        self.geofences = geofences
        rotation = RegionRotation(regions.sorted { $0.identifier < $1.identifier })
    }

    /// Whether a geofence is watched when its turn comes.
    func isWatchable(_ id: EntityID) -> Bool { geofences[id]?.isActive == true }
}
