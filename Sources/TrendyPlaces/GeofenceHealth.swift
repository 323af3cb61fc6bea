public import TrendyModel
public import TrendyStore
import TrendyWords

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
    public var orphaned = 0
    /// Slots that others in the app take.
    public var slotsOfOthers = 0
    /// The circle around the person; `nil` when there is none.
    public var sentinel: PlaceWatch.Sentinel?
    /// Whether the system watches it.
    public var isSentinelArmed = false
    /// When the system last told anything of a region.
    public var signalledAt: Instant?
    /// When the device was last carried over the edge of a region without a word of the system.
    public var unheardAt: Instant?
    /// Visits that go on.
    public var openVisits = 0
    /// Visits that go on and that nothing has confirmed for long.
    public var visitsInDoubt = 0
    /// Geofences of which an event type is gone.
    public var typesGone = 0
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
        watched: [WatchedRegion],
        wanted: [WatchedRegion]
    ) async throws {
        let book = try await PlaceBook.read(
            store,
            owner: nil,
            largestRadius: conditions?.maximumRadius ?? RegionRotation.largestSentinel,
            after: nil
        )
        let watch = try await store.placeWatch()
        let open = try await store.openPresences().filter(\.hasOpenVisit)
        geofences = book.geofences.count + book.flaws.values.count { $0.flaw == .unreadable }
        configured = book.configured
        let isOurs = { (region: WatchedRegion) in RegionIdentity(region.identifier) != .foreign }
        let there = Set(watched.map(\.identifier))
        let ofGeofences = wanted.filter { RegionIdentity($0.identifier) != .sentinel }
        self.wanted = ofGeofences.count
        registered = watched.count { isOurs($0) && RegionIdentity($0.identifier) != .sentinel }
        slotsOfOthers = watched.count { !isOurs($0) }
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
        orphaned =
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
        unheardAt = Self.unheard(try await store.regionNotes(), at: now)
        openVisits = open.count
        visitsInDoubt = open.count(where: \.isUncertain)
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
    private static func unheard(_ notes: [RegionNote], at now: Instant) -> Instant? {
        let edge = notes.first { $0.what == RegionNote.unheard }
        // It tells some minutes late, and of nothing that was before the region was watched.
        guard let edge, now - edge.receivedAt > VisitTracker.lateness,
            notes.contains(where: { $0.region == edge.region && $0.at < edge.at })
        else { return nil }
        let isTold = notes.contains { note in
            let isOfEdge = note.region == edge.region && note.at >= edge.at
            return note.isCrossing && (isOfEdge || note.at > edge.receivedAt)
        }
        return isTold ? nil : edge.receivedAt
    }

    /// What can be told on a device where no system watches regions.
    public init(of store: DeviceStore, at now: Instant) async throws {
        try await self.init(of: store, at: now, conditions: nil, watched: [], wanted: [])
    }

    private mutating func find(_ finding: String, _ remedy: Phrase) {
        findings.append(Finding(finding: finding, remedy: remedy()))
    }

    private mutating func judge(_ conditions: LocationConditions, _ watch: PlaceWatch) {
        guard configured > 0 else { return }
        if let authorization, let remedy = authorization.remedy {
            let words = authorization.words
            findings.append(
                Finding(
                    finding: watch.isDowngraded ? Words.Watch.wasAllowed(["words": words]) : words,
                    remedy: remedy
                )
            )
        }
        if !conditions.isMonitoringAvailable {
            find(Words.Watch.cannotWatch(), Words.Watch.useAnother)
        }
        if !conditions.isBackgroundRefreshOn {
            find(Words.Watch.refreshOff(), Words.Watch.switchRefreshOn)
        }
        if conditions.isLowPowerModeOn {
            find(Words.Watch.lowPower(), Words.Watch.switchLowPowerOff)
        }
        let isExpected = authorization?.isSufficient == true && conditions.isMonitoringAvailable
        if isExpected, wanted == 0 {
            find(Words.Watch.noneWatched(configured), Words.Watch.restart)
        }
        if !missing.isEmpty {
            let names = missing.prefix(3).joined(separator: ", ") + (missing.count > 3 ? ", …" : "")
            find(
                Words.Watch.missing(
                    missing.count,
                    ["wanted": String(wanted), "names": names]
                ),
                Words.Watch.openToRegister
            )
        } else if let failure = watch.failure, watch.slots != nil {
            find(failure, Words.Watch.fewerSlots)
        }
        if slotsOfOthers > 0, configured > RegionRotation.systemLimit - slotsOfOthers {
            find(
                Words.Watch.slotsOfOthers([
                    "count": String(slotsOfOthers), "limit": String(RegionRotation.systemLimit),
                ]),
                Words.Watch.removeNotifications
            )
        }
        if orphaned > 0 {
            find(Words.Watch.orphaned(orphaned), Words.Watch.openToRemove)
        }
        if isExpected, unheardAt != nil {
            find(Words.Watch.unheard(), Words.Watch.restart)
        }
        if isExpected, sentinel != nil, !isSentinelArmed {
            find(Words.Watch.sentinelGone(), Words.Watch.openToDraw)
        }
    }

    private mutating func judgeGeofences(_ book: PlaceBook, _ conditions: LocationConditions?) {
        for (name, flaw) in book.flaws.sorted(by: { $0.key < $1.key }).map(\.value) {
            switch flaw {
            case .unreadable:
                find(Words.Watch.unreadable(["place": name]), Words.Watch.makeAnew)
            case .nowhere:
                find(Words.Watch.nowhere(["place": name]), Words.Watch.giveAnotherCentre)
            case .tooLarge:
                guard let conditions, conditions.isMonitoringAvailable else { continue }
                let limit = String(Int(book.largestWatched))
                find(
                    Words.Watch.tooLarge(["place": name, "limit": limit]),
                    Words.Watch.giveAnotherRadius
                )
            }
        }
    }

    private mutating func judgeTypes(_ book: PlaceBook, _ store: DeviceStore) async throws {
        for geofence in book.geofences.values.sorted(by: { $0.name < $1.name }) {
            for type in [geofence.eventTypeEntryID, geofence.eventTypeExitID].compactMap(\.self)
            where try await store.entity(id: type) == nil {
                typesGone += 1
                find(
                    Words.Watch.typeGone([
                        "place": geofence.name, "type": VisitType.name,
                    ]),
                    Words.Watch.giveAnotherType
                )
                break
            }
        }
    }

    private mutating func judgeVisits() {
        if visitsInDoubt > 0 {
            find(
                Words.Watch.inDoubt(visitsInDoubt),
                Words.Watch.openWhereYouAre
            )
        }
    }
}
