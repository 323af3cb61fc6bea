import TrendyModel
import TrendyStore

/// The person's geofences as they are watched: read once, and made anew after a change.
struct GeofenceIndex {
    /// What keeps a geofence from being watched as the person wants it.
    enum Flaw: Equatable {
        /// Its fields are not what they must be.
        case unreadable
        /// Its middle is no place on Earth.
        case nowhere
        /// The system watches less of it.
        case tooLarge
    }

    /// All geofences that can be read, by their ids.
    let geofences: [EntityID: Geofence]
    /// Geofences of which something is wrong, by their ids.
    let flaws: [EntityID: (name: String, flaw: Flaw)]
    /// The largest radius that is watched, in metres.
    let maximumMonitoredRadius: Double
    /// The choice among those that are watched.
    let selection: RegionSelection
    /// How many geofences are to be watched.
    var configured: Int { selection.count }
    /// What they were read from.
    private let entities: [Entity]
    /// The largest radius that the system watched then, in metres.
    let maximumRegionRadius: Double

    /// Reads the geofences; `previous` is handed back where nothing has changed since.
    ///
    /// - `owner`: the account that has them.
    static func read(
        _ store: DeviceStore,
        owner: EntityID?,
        maximumRegionRadius: Double,
        after previous: GeofenceIndex?
    ) async throws -> GeofenceIndex {
        let entities = try await store.entities(kind: .geofence)
        if let previous, previous.maximumRegionRadius == maximumRegionRadius,
            previous.entities.elementsEqual(
                entities,
                by: { $0.id == $1.id && $0.content == $1.content }
            )
        {
            return previous
        }
        return GeofenceIndex(entities, owner: owner, maximumRegionRadius: maximumRegionRadius)
    }

    private init(_ entities: [Entity], owner: EntityID?, maximumRegionRadius: Double) {
        var geofences: [EntityID: Geofence] = [:]
        var flaws: [EntityID: (name: String, flaw: Flaw)] = [:]
        var regions: [MonitoredRegion] = []
        let largest = max(RegionSelection.minimumRadius, maximumRegionRadius)
        for entity in entities {
            // One that cannot be read is told of, and keeps none of the others from being watched.
            let document = try? entity.document()
            guard let geofence = document.flatMap({ try? Geofence(document: $0) }) else {
                flaws[entity.id] = (document?["name"]?.string ?? "\(entity.id)", .unreadable)
                continue
            }
            geofences[entity.id] = geofence
            guard geofence.isActive else { continue }
            let center = Coordinate(latitude: geofence.latitude, longitude: geofence.longitude)
            guard let center else {
                flaws[entity.id] = (geofence.name, .nowhere)
                continue
            }
            if geofence.radiusMeters > largest { flaws[entity.id] = (geofence.name, .tooLarge) }
            regions.append(
                MonitoredRegion(
                    identifier: RegionIdentity.identifier(of: entity.id, owner: owner),
                    center: center,
                    radius: min(max(geofence.radiusMeters, RegionSelection.minimumRadius), largest)
                )
            )
        }
        self.entities = entities
        self.maximumRegionRadius = maximumRegionRadius
        self.geofences = geofences
        self.flaws = flaws
        maximumMonitoredRadius = largest
        selection = RegionSelection(regions.sorted { $0.identifier < $1.identifier })
    }

    /// Whether a geofence is watched when its turn comes.
    ///
    /// What cannot be read now may be what it was again: its visit goes on as long as it may.
    func isMonitorable(_ id: EntityID) -> Bool {
        geofences[id]?.isActive == true || flaws[id]?.flaw == .unreadable
    }
}
