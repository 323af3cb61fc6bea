import TrendyLocalization
public import TrendyModel
public import TrendyStore

/// The health of region monitoring: which geofences are monitored, which are not, and why.
public struct GeofenceHealth: Sendable, Equatable {
    /// A problem and its remedy, as texts for people.
    public struct Finding: Sendable, Equatable {
        /// The problem.
        public package(set) var finding: String
        /// The remedy.
        public package(set) var remedy: String
        /// What the app can do about it; `nil` when only the person can.
        public package(set) var action: PlaceAction?
    }

    /// The number of geofences, disabled and unreadable ones too.
    public var geofences = 0
    /// The number of geofences to monitor.
    public var configured = 0
    /// The number of regions that are selected now, without the sentinel.
    public var wanted = 0
    /// The number of Trendy's regions that the system monitors, without the sentinel.
    public var registered = 0
    /// The names of geofences whose regions are selected and not monitored.
    public var missing: [String] = []
    /// The number of monitored regions that belong to no geofence.
    public var unregistered = 0
    /// The number of regions of other parts of the app.
    public var regionsOfOthers = 0
    /// The sentinel; `nil` when there is none.
    public var sentinel: RegionMonitorState.Sentinel?
    /// Whether the system monitors the sentinel.
    public var isSentinelArmed = false
    /// When the last region event happened.
    public var signalledAt: Instant?
    /// When the device last crossed the edge of a region without a report of the system.
    public var missedCrossingAt: Instant?
    /// The number of open visits.
    public var openVisits = 0
    /// The number of open visits that are unconfirmed.
    public var unconfirmedVisits = 0
    /// The number of geofences with a deleted event type.
    public var missingTypes = 0
    /// The authorization; `nil` where no system monitors regions.
    public var authorization: LocationAuthorization?
    /// The state of each geofence by id.
    public package(set) var states: [EntityID: GeofenceState] = [:]
    /// The last known position of the device, however old; `nil` before the first fix.
    package var fix: Fix?
    /// When iOS did not wake the app for a crossing although it was allowed to, which happens after
    /// the person has swiped the app away; `nil` when there is no evidence of that.
    public package(set) var suspectedForceQuitAt: Instant?
    /// The problems, the worst first.
    public var findings: [Finding] = []

    /// Compares the store with what the system monitors.
    ///
    /// - `conditions`: `nil` where no system monitors regions, as on a computer.
    /// - `previous`: an index that is reused when no geofence has changed since.
    init(
        of store: DeviceStore,
        at now: Instant,
        conditions: LocationConditions?,
        _ registration: Registration = Registration(),
        after previous: GeofenceIndex? = nil
    ) async throws {
        let index = GeofenceIndex.make(
            of: try await store.read { try $0.entities.fetchAll(kind: .geofence) },
            owner: nil,
            maximumRegionRadius: conditions?.maximumRadius ?? RegionSelection.maximumSentinelRadius,
            after: previous
        )
        let known = try await store.read { try $0.places.regionMonitorState() }
        let open = try await store.read { try $0.places.openStates() }.filter(\.hasOpenVisit)
        geofences = index.geofences.count + index.defects.values.count { $0.defect == .unreadable }
        configured = index.configured
        compare(registration.listed, with: registration.wanted, index)
        sentinel = known.sentinel
        fix = known.fix
        signalledAt = known.signalledAt
        missedCrossingAt = Self.missedCrossing(
            try await store.read { try $0.places.regionLog() },
            at: now
        )
        openVisits = open.count
        unconfirmedVisits = open.count(where: \.isUncertain)
        if let conditions {
            authorization = LocationAuthorization(conditions, known)
            judge(conditions, known)
        }
        states = Self.states(
            of: index,
            registration,
            conditions,
            authorization,
            regionLimit: known.regionLimit
        )
        judgeGeofences(index, conditions)
        try await judgeTypes(index, store)
        judgeVisits()
    }

    /// Compares the regions that the system monitors with the selected ones.
    private mutating func compare(
        _ listed: [MonitoredRegion],
        with wanted: [MonitoredRegion],
        _ index: GeofenceIndex
    ) {
        let isOurs = { (region: MonitoredRegion) in RegionIdentity(region.identifier) != .foreign }
        let monitored = Set(listed.map(\.identifier))
        let ofGeofences = wanted.filter { RegionIdentity($0.identifier) != .sentinel }
        self.wanted = ofGeofences.count
        registered = listed.count { isOurs($0) && RegionIdentity($0.identifier) != .sentinel }
        regionsOfOthers = listed.count { !isOurs($0) }
        isSentinelArmed = monitored.contains(RegionIdentity.sentinelIdentifier)
        var unnamed = 0
        for region in ofGeofences where !monitored.contains(region.identifier) {
            if case .geofence(let id) = RegionIdentity(region.identifier),
                let name = index.geofences[id]?.name
            {
                missing.append(name)
            } else {
                unnamed += 1
            }
        }
        unregistered =
            unnamed
            + listed.count { region in
                guard case .geofence(let id) = RegionIdentity(region.identifier) else {
                    return false
                }
                return index.geofences[id] == nil
            }
    }

    /// When the device last crossed an edge without a report of that crossing or of a later one;
    /// `nil` when it did not.
    private static func missedCrossing(_ entries: [RegionLogEntry], at now: Instant) -> Instant? {
        let edge = entries.first { $0.kind == RegionLogEntry.missedCrossing }
        // Reports are some minutes late, and there are none for the time before the registration.
        guard let edge, now - edge.receivedAt > VisitTracker.maximumDeliveryDelay,
            entries.contains(where: { $0.region == edge.region && $0.at < edge.at })
        else { return nil }
        let isReported = entries.contains { entry in
            let isOfEdge = entry.region == edge.region && entry.at >= edge.at
            return entry.isCrossing && (isOfEdge || entry.at > edge.receivedAt)
        }
        return isReported ? nil : edge.receivedAt
    }

    /// The health on a device where no system monitors regions.
    package init(of store: DeviceStore, at now: Instant) async throws {
        try await self.init(of: store, at: now, conditions: nil)
    }

    private mutating func find(
        _ finding: String,
        _ remedy: LocalizedText,
        _ action: PlaceAction? = nil
    ) {
        findings.append(Finding(finding: finding, remedy: remedy(), action: action))
    }

    private mutating func judge(_ conditions: LocationConditions, _ known: RegionMonitorState) {
        guard configured > 0 else { return }
        if let authorization, let remedy = authorization.remedy {
            let text = authorization.text
            findings.append(
                Finding(
                    finding: known.isDowngraded
                        ? Strings.RegionMonitoring.wasAllowed(["state": text]) : text,
                    remedy: remedy,
                    action: authorization.action
                )
            )
        }
        if !conditions.isMonitoringAvailable {
            find(Strings.RegionMonitoring.unsupported(), Strings.RegionMonitoring.useAnotherDevice)
        }
        if !conditions.isBackgroundRefreshOn {
            find(
                Strings.RegionMonitoring.refreshOff(),
                Strings.RegionMonitoring.switchRefreshOn,
                .openSettings
            )
        }
        if conditions.isLowPowerModeOn {
            find(Strings.RegionMonitoring.lowPower(), Strings.RegionMonitoring.switchLowPowerOff)
        }
        judgeRegions(conditions, known)
        let isAllowed = authorization?.isSufficient == true && conditions.isBackgroundRefreshOn
        if isAllowed, conditions.isMonitoringAvailable { suspectedForceQuitAt = missedCrossingAt }
    }

    private mutating func judgeRegions(
        _ conditions: LocationConditions,
        _ known: RegionMonitorState
    ) {
        let isExpected = authorization?.isSufficient == true && conditions.isMonitoringAvailable
        if isExpected, wanted == 0 {
            find(
                Strings.RegionMonitoring.noneMonitored(configured),
                Strings.RegionMonitoring.restart
            )
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
        } else if case .refused(let registered, let wanted)? = known.failure,
            known.regionLimit != nil
        {
            find(
                Strings.RegionMonitoring.refused([
                    "count": String(registered), "wanted": String(wanted),
                ]),
                Strings.RegionMonitoring.fewerRegions
            )
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
            find(
                Strings.RegionMonitoring.sentinelMissing(),
                Strings.RegionMonitoring.openToRestoreSentinel
            )
        }
    }

    private mutating func judgeGeofences(_ index: GeofenceIndex, _ conditions: LocationConditions?)
    {
        for (id, (name, defect)) in index.defects.sorted(by: { $0.key < $1.key }) {
            switch defect {
            case .unreadable:
                find(
                    Strings.RegionMonitoring.unreadable(["place": name]),
                    Strings.RegionMonitoring.recreate
                )
            case .invalidLocation:
                find(
                    Strings.RegionMonitoring.invalidLocation(["place": name]),
                    Strings.RegionMonitoring.chooseAnotherCenter,
                    .editPlace(id)
                )
            case .tooLarge:
                guard let conditions, conditions.isMonitoringAvailable else { continue }
                let limit = String(Int(index.maximumMonitoredRadius))
                find(
                    Strings.RegionMonitoring.tooLarge(["place": name, "limit": limit]),
                    Strings.RegionMonitoring.chooseAnotherRadius,
                    .editPlace(id)
                )
            }
        }
    }

    private mutating func judgeTypes(_ index: GeofenceIndex, _ store: DeviceStore) async throws {
        let types = { (geofence: Geofence) in
            [geofence.eventTypeEntryID, geofence.eventTypeExitID].compactMap(\.self)
        }
        // Each type once: thousands of places share a few types.
        let used = Set(index.geofences.values.flatMap(types))
        let deleted = try await store.read { transaction in
            try used.filter { try transaction.entities.fetch(id: $0) == nil }
        }
        guard !deleted.isEmpty else { return }
        let affected = index.geofences.filter { !deleted.isDisjoint(with: types($0.value)) }
        for (id, geofence) in affected.sorted(by: {
            ($0.value.name, $0.key) < ($1.value.name, $1.key)
        }) {
            missingTypes += 1
            find(
                Strings.RegionMonitoring.typeDeleted([
                    "place": geofence.name, "type": VisitType.name,
                ]),
                Strings.RegionMonitoring.chooseAnotherType,
                .editPlace(id)
            )
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
