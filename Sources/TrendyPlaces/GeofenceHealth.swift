import TrendyLocalization
public import TrendyModel
public import TrendyStore

/// How the watch over places is doing: what is watched, what is not, and why.
public struct GeofenceHealth: Sendable, Equatable {
    /// Something that is wrong, and what helps.
    public struct Finding: Sendable, Equatable {
        /// What is wrong.
        public var finding: String
        /// What helps.
        public var remedy: String
    }

    /// Geofences that the person has, those switched off too.
    public var geofences = 0
    /// Geofences that are to be watched.
    public var configured = 0
    /// Regions that are wanted now, without the sentinel.
    public var wanted = 0
    /// Regions of ours that the system watches, without the sentinel.
    public var registered = 0
    /// Geofences whose regions are wanted and not watched.
    public var missing: [String] = []
    /// Regions that are watched and belong to no geofence.
    public var unregistered = 0
    /// Slots that others in the app take.
    public var regionsOfOthers = 0
    /// The circle around the person; `nil` when there is none.
    public var sentinel: RegionMonitorState.Sentinel?
    /// Whether the system watches it.
    public var isSentinelArmed = false
    /// When the system last told anything of a region.
    public var signalledAt: Instant?
    /// When the device was last carried over the edge of a region without a word of the system.
    public var missedCrossingAt: Instant?
    /// Visits that go on.
    public var openVisits = 0
    /// Visits that go on and that nothing has confirmed for long.
    public var unconfirmedVisits = 0
    /// Geofences of which an event type is gone.
    public var missingTypes = 0
    /// What the person allows; `nil` where there is nothing to allow.
    public var authorization: LocationAuthorization?
    /// What is wrong, the worst first.
    public var findings: [Finding] = []

    /// Looks at the store and at what the system watches.
    ///
    /// - `conditions`: `nil` where no system watches regions, as on a computer.
    init(
        of store: DeviceStore,
        at now: Instant,
        conditions: LocationConditions?,
        watched: [MonitoredRegion],
        wanted: [MonitoredRegion]
    ) async throws {
        let book = try await GeofenceIndex.read(
            store,
            owner: nil,
            maximumRegionRadius: conditions?.maximumRadius ?? RegionSelection.maximumSentinelRadius,
            after: nil
        )
        let watch = try await store.regionMonitorState()
        let open = try await store.openPresences().filter(\.hasOpenVisit)
        geofences = book.geofences.count + book.flaws.values.count { $0.flaw == .unreadable }
        configured = book.configured
        let isOurs = { (region: MonitoredRegion) in RegionIdentity(region.identifier) != .foreign }
        let there = Set(watched.map(\.identifier))
        let ofGeofences = wanted.filter { RegionIdentity($0.identifier) != .sentinel }
        self.wanted = ofGeofences.count
        registered = watched.count { isOurs($0) && RegionIdentity($0.identifier) != .sentinel }
        regionsOfOthers = watched.count { !isOurs($0) }
        var unnamed = 0
        for region in ofGeofences where !there.contains(region.identifier) {
            if case .geofence(let id) = RegionIdentity(region.identifier),
                let name = book.geofences[id]?.name
            {
                missing.append(name)
            } else {
                unnamed += 1
            }
        }
        unregistered =
            unnamed
            + watched.count { region in
                guard case .geofence(let id) = RegionIdentity(region.identifier) else {
                    return false
                }
                return book.geofences[id] == nil
            }
        sentinel = watch.sentinel
        isSentinelArmed = there.contains(RegionIdentity.sentinelIdentifier)
        signalledAt = watch.signalledAt
        missedCrossingAt = Self.missedCrossing(try await store.regionLog(), at: now)
        openVisits = open.count
        unconfirmedVisits = open.count(where: \.isUncertain)
        if let conditions {
            authorization = LocationAuthorization(conditions, watch)
            judge(conditions, watch)
        }
        judgeGeofences(book, conditions)
        try await judgeTypes(book, store)
        judgeVisits()
    }

    /// When the device was last carried over an edge of which the system told nothing, nor of any
    /// other since.
    private static func missedCrossing(_ notes: [RegionLogEntry], at now: Instant) -> Instant? {
        let edge = notes.first { $0.kind == RegionLogEntry.missedCrossing }
        // It tells some minutes late, and of nothing that was before the region was watched.
        guard let edge, now - edge.receivedAt > VisitTracker.maximumDeliveryDelay,
            notes.contains(where: { $0.region == edge.region && $0.at < edge.at })
        else { return nil }
        let isManual = notes.contains { note in
            let isOfEdge = note.region == edge.region && note.at >= edge.at
            return note.isCrossing && (isOfEdge || note.at > edge.receivedAt)
        }
        return isManual ? nil : edge.receivedAt
    }

    /// What can be told on a device where no system watches regions.
    public init(of store: DeviceStore, at now: Instant) async throws {
        try await self.init(of: store, at: now, conditions: nil, watched: [], wanted: [])
    }

    private mutating func find(_ finding: String, _ remedy: LocalizedText) {
        findings.append(Finding(finding: finding, remedy: remedy()))
    }

    private mutating func judge(_ conditions: LocationConditions, _ watch: RegionMonitorState) {
        guard configured > 0 else { return }
        if let authorization, let remedy = authorization.remedy {
            let words = authorization.text
            findings.append(
                Finding(
                    finding: watch.isDowngraded
                        ? Strings.RegionMonitoring.wasAllowed(["words": words]) : words,
                    remedy: remedy
                )
            )
        }
        if !conditions.isMonitoringAvailable {
            find(Strings.RegionMonitoring.cannotWatch(), Strings.RegionMonitoring.useAnother)
        }
        if !conditions.isBackgroundRefreshOn {
            find(Strings.RegionMonitoring.refreshOff(), Strings.RegionMonitoring.switchRefreshOn)
        }
        if conditions.isLowPowerModeOn {
            find(Strings.RegionMonitoring.lowPower(), Strings.RegionMonitoring.switchLowPowerOff)
        }
        let isExpected = authorization?.isSufficient == true && conditions.isMonitoringAvailable
        if isExpected, wanted == 0 {
            find(Strings.RegionMonitoring.noneWatched(configured), Strings.RegionMonitoring.restart)
        }
        if !missing.isEmpty {
            let names = missing.prefix(3).joined(separator: ", ") + (missing.count > 3 ? ", …" : "")
            find(
                Strings.RegionMonitoring.missing(
                    missing.count,
                    ["wanted": String(wanted), "names": names]
                ),
                Strings.RegionMonitoring.openToRegister
            )
        } else if let failure = watch.failure, watch.regionLimit != nil {
            find(failure, Strings.RegionMonitoring.fewerRegions)
        }
        if regionsOfOthers > 0, configured > RegionSelection.systemLimit - regionsOfOthers {
            find(
                Strings.RegionMonitoring.regionsOfOthers([
                    "count": String(regionsOfOthers), "limit": String(RegionSelection.systemLimit),
                ]),
                Strings.RegionMonitoring.removeNotifications
            )
        }
        if unregistered > 0 {
            find(
                Strings.RegionMonitoring.orphaned(unregistered),
                Strings.RegionMonitoring.openToRemove
            )
        }
        if isExpected, missedCrossingAt != nil {
            find(Strings.RegionMonitoring.noSignals(), Strings.RegionMonitoring.restart)
        }
        if isExpected, sentinel != nil, !isSentinelArmed {
            find(Strings.RegionMonitoring.sentinelGone(), Strings.RegionMonitoring.openToDraw)
        }
    }

    private mutating func judgeGeofences(_ book: GeofenceIndex, _ conditions: LocationConditions?) {
        for (name, flaw) in book.flaws.sorted(by: { $0.key < $1.key }).map(\.value) {
            switch flaw {
            case .unreadable:
                find(
                    Strings.RegionMonitoring.unreadable(["place": name]),
                    Strings.RegionMonitoring.makeAnew
                )
            case .nowhere:
                find(
                    Strings.RegionMonitoring.nowhere(["place": name]),
                    Strings.RegionMonitoring.giveAnotherCentre
                )
            case .tooLarge:
                guard let conditions, conditions.isMonitoringAvailable else { continue }
                let limit = String(Int(book.maximumMonitoredRadius))
                find(
                    Strings.RegionMonitoring.tooLarge(["place": name, "limit": limit]),
                    Strings.RegionMonitoring.giveAnotherRadius
                )
            }
        }
    }

    private mutating func judgeTypes(_ book: GeofenceIndex, _ store: DeviceStore) async throws {
        for geofence in book.geofences.values.sorted(by: { $0.name < $1.name }) {
            for type in [geofence.eventTypeEntryID, geofence.eventTypeExitID].compactMap(\.self)
            where try await store.entity(id: type) == nil {
                missingTypes += 1
                find(
                    Strings.RegionMonitoring.typeGone([
                        "place": geofence.name, "type": VisitType.name,
                    ]),
                    Strings.RegionMonitoring.giveAnotherType
                )
                break
            }
        }
    }

    private mutating func judgeVisits() {
        if unconfirmedVisits > 0 {
            find(
                Strings.RegionMonitoring.unconfirmed(unconfirmedVisits),
                Strings.RegionMonitoring.openWhereYouAre
            )
        }
    }
}
