import TrendyModel
import TrendyStore

/// The person's geofences with the regions to monitor; an immutable snapshot that is rebuilt after
/// a change.
struct GeofenceIndex: Sendable {
    /// Why a geofence cannot be monitored as the person wants it.
    enum Flaw: Sendable, Equatable {
        /// Its fields cannot be decoded.
        case unreadable
        /// Its centre is not a coordinate.
        case nowhere
        /// Its radius is larger than the system monitors.
        case tooLarge
    }

    /// All readable geofences, by id.
    let geofences: [EntityID: Geofence]
    /// Geofences with a flaw, by id.
    let flaws: [EntityID: (name: String, flaw: Flaw)]
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
        var flaws: [EntityID: (name: String, flaw: Flaw)] = [:]
        var regions: [MonitoredRegion] = []
        let largest = max(RegionSelection.minimumRadius, maximumRegionRadius)
        for entity in entities {
            // An unreadable geofence is a finding, and does not affect the others.
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

    /// Whether a geofence may be selected for monitoring, so that its open visit continues.
    ///
    /// An unreadable geofence may be readable after a pull; its visit continues meanwhile.
    func isMonitorable(_ id: EntityID) -> Bool {
        geofences[id]?.isActive == true || flaws[id]?.flaw == .unreadable
    }
}
