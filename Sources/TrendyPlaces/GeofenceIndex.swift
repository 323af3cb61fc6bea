import TrendyModel
import TrendyStore

/// The person's geofences with the regions to monitor; an immutable snapshot that is rebuilt after
/// a change.
struct GeofenceIndex: Sendable {
    /// Why a geofence cannot be monitored as the person wants it.
    enum Defect: Sendable, Equatable {
        /// Its fields cannot be decoded.
        case unreadable
        /// Its centre is not a coordinate.
        case invalidLocation
        /// Its radius is larger than the system monitors.
        case tooLarge
    }

    /// All readable geofences, by id.
    let geofences: [EntityID: Geofence]
    /// Geofences with a defect, by id.
    let defects: [EntityID: (name: String, defect: Defect)]
    /// The largest radius that is monitored, in metres.
    let maximumMonitoredRadius: Double
    /// The selection among the regions to monitor.
    let selection: RegionSelection
    /// How many geofences are to be monitored.
    var configured: Int { selection.count }
    /// The entities that the index was built from.
    private let entities: [Entity]
    /// The largest radius that the system monitored then, in metres.
    let maximumRegionRadius: Double

    /// An index of geofences; `previous` itself when nothing has changed since.
    ///
    /// - `owner`: the account that the geofences belong to.
    static func make(
        of entities: [Entity],
        owner: EntityID?,
        maximumRegionRadius: Double,
        after previous: GeofenceIndex?
    ) -> GeofenceIndex {
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
        var defects: [EntityID: (name: String, defect: Defect)] = [:]
        var regions: [MonitoredRegion] = []
        let largest = max(RegionSelection.minimumRadius, maximumRegionRadius)
        for entity in entities {
            // An unreadable geofence is a finding, and does not affect the others.
            let document = try? entity.document()
            guard let geofence = document.flatMap({ try? Geofence(document: $0) }) else {
                defects[entity.id] = (document?["name"]?.string ?? "\(entity.id)", .unreadable)
                continue
            }
            geofences[entity.id] = geofence
            guard geofence.isActive else { continue }
            let center = Coordinate(latitude: geofence.latitude, longitude: geofence.longitude)
            guard let center else {
                defects[entity.id] = (geofence.name, .invalidLocation)
                continue
            }
            if geofence.radiusMeters > largest { defects[entity.id] = (geofence.name, .tooLarge) }
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
        self.defects = defects
        maximumMonitoredRadius = largest
        selection = RegionSelection(regions.sorted { $0.identifier < $1.identifier })
    }

    /// Whether a geofence may be selected for monitoring, so that its open visit continues.
    ///
    /// An unreadable geofence may be readable after a pull; its visit continues meanwhile.
    func isMonitorable(_ id: EntityID) -> Bool {
        geofences[id]?.isActive == true || defects[id]?.defect == .unreadable
    }
}
