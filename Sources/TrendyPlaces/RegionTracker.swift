import TrendyModel

/// Tracks registration, state requests and unverified visits of all regions: a state machine
/// without clock or I/O, whose methods return what the caller asks the system to do.
struct RegionTracker: Sendable, Equatable {
    /// A request to the system.
    enum Action: Sendable, Equatable {
        /// Monitor the region, replacing one of the same identifier.
        case monitor(MonitoredRegion)
        /// Stop monitoring the region.
        case stopMonitoring(String)
        /// Report on which side of the region the device is.
        case requestState(String)
        /// Locate the device once.
        case requestFix
    }

    /// How long the system takes to register a region, or to free its slot.
    static let registrationTime = Duration.milliseconds(500)
    /// How often missing regions are registered again.
    static let maximumRegistrations = 3
    /// How often the state of a region is requested again after the answer "unknown".
    static let maximumStateRequests = 4
    /// How often in a row a sentinel is replaced that the device is outside of at once.
    static let maximumSentinelReplacements = 3

    private struct Entry: Sendable, Equatable {
        var state = RegionState.known
        var isVisitUnverified = false
    }

    /// Regions whose state is not the default one.
    private var entries: [String: Entry] = [:]
    /// Registrations of missing regions that are left.
    private(set) var registrationsLeft = 0
    /// When regions were last registered; `nil` before the first time.
    private var registeredAt: Instant?
    /// Replacements of the sentinel that are left until the next crossing.
    private var sentinelReplacementsLeft = maximumSentinelReplacements

    // MARK: registration

    /// The state of a region.
    func state(of identifier: String) -> RegionState { entries[identifier]?.state ?? .known }

    /// Allows the full number of registrations again: other regions are wanted now, or the app
    /// reconciles.
    mutating func allowRegistrations() { registrationsLeft = Self.maximumRegistrations }

    /// Uses up one of the registrations that are left.
    ///
    /// - Returns: whether there was one.
    mutating func consumeRegistration() -> Bool {
        guard registrationsLeft > 0 else { return false }
        registrationsLeft -= 1
        return true
    }

    /// How much longer the system may take to register regions; `nil` when it had its time.
    func registrationTimeLeft(at now: Instant) -> Duration? {
        guard let registeredAt else { return nil }
        let passed = now - registeredAt
        // A negative time means that the clock was put back.
        guard passed >= .zero, passed < Self.registrationTime else { return nil }
        return Self.registrationTime - passed
    }

    /// Registers what differs, as far as the system has free slots.
    ///
    /// The slot of a removed region is free only a moment later, and a region that was just
    /// registered takes a slot although the system does not list it yet.
    ///
    /// - Parameters:
    ///   - difference: from the listed regions to the wanted ones.
    ///   - wanted: the identifiers of all wanted regions.
    ///   - listed: the identifiers of all regions that the system lists, foreign ones too.
    ///   - now: the time of the registration.
    /// - Returns: the requests to the system, in order.
    mutating func register(
        _ difference: GeofenceReconciler.Difference,
        wanted: Set<String>,
        listed: Set<String>,
        at now: Instant
    ) -> [Action] {
        for identifier in registering where listed.contains(identifier) {
            set(.requestDue(unknownAnswers: 0), of: identifier)
        }
        // The system may process a registration only after a suspension. One that is not wanted any
        // more must not take a slot then.
        let outdated = registering.filter { !wanted.contains($0) }
        let pending = Set(registrationTimeLeft(at: now) == nil ? outdated : registering)
        var freeSlots = RegionSelection.systemLimit - listed.count - pending.count
        let removals = difference.removals + outdated
        for identifier in removals { set(.known, of: identifier) }
        var actions = removals.map(Action.stopMonitoring)
        for region in difference.additions {
            guard !listed.contains(region.identifier) else {
                set(.requestDue(unknownAnswers: 0), of: region.identifier)
                actions.append(.monitor(region))
                continue
            }
            if !pending.contains(region.identifier) {
                guard freeSlots > 0 else {
                    // Its state is requested once a later registration has succeeded.
                    if state(of: region.identifier) != .registering {
                        set(.requestDue(unknownAnswers: 0), of: region.identifier)
                    }
                    continue
                }
                freeSlots -= 1
            }
            set(.registering, of: region.identifier)
            actions.append(.monitor(region))
        }
        registeredAt = now
        return actions
    }

    /// The regions that the system may still be registering; empty once no attempt is left.
    var pendingRegistrations: Set<String> { registrationsLeft > 0 ? Set(registering) : [] }

    private var registering: [String] {
        entries.filter { $0.value.state == .registering }.keys.sorted()
    }

    // MARK: state requests

    /// Requests the states that are due.
    ///
    /// - `missing`: wanted regions that the system does not list; theirs stay due.
    mutating func requestDueStates(missing: Set<String>) -> [Action] {
        var actions: [Action] = []
        for identifier in entries.keys.sorted() where !missing.contains(identifier) {
            switch state(of: identifier) {
            case .registering: set(.requested(unknownAnswers: 0), of: identifier)
            case .requestDue(let count): set(.requested(unknownAnswers: count), of: identifier)
            case .confirmationDue: set(.known, of: identifier)
            case .known, .requested, .unknown: continue
            }
            actions.append(.requestState(identifier))
        }
        return actions
    }

    /// Requests the states again that the system did not know at any request.
    mutating func requestUnknownStates() -> [Action] {
        let unknown = entries.filter { $0.value.state == .unknown }.keys.sorted()
        for identifier in unknown { set(.requested(unknownAnswers: 0), of: identifier) }
        return unknown.map(Action.requestState)
    }

    /// The system reported a state or a crossing of the region.
    mutating func stateReported(of identifier: String) {
        switch state(of: identifier) {
        // An answer before the registration is complete may be about an earlier region.
        case .registering, .confirmationDue: break
        case .requestDue: set(.confirmationDue, of: identifier)
        case .known, .requested, .unknown: set(.known, of: identifier)
        }
    }

    /// The system answered that it does not know the state of a region, which it may still be
    /// setting up (`CLError.regionMonitoringSetupDelayed`).
    ///
    /// - Returns: after what time the caller catches up, to request it again: 1, 2, 4 and 8 s;
    ///   `nil` when it need not.
    mutating func unknownStateReported(of identifier: String) -> Duration? {
        switch state(of: identifier) {
        case .known, .unknown, .confirmationDue: return nil
        case .registering: return .seconds(1)
        case .requestDue(let count), .requested(let count):
            guard count < Self.maximumStateRequests else {
                set(.unknown, of: identifier)
                return nil
            }
            set(.requestDue(unknownAnswers: count + 1), of: identifier)
            return .seconds(1 << count)
        }
    }

    /// The reported state may be older than the last crossing: it is requested once more.
    mutating func requestConfirmation(of identifier: String) {
        if state(of: identifier) == .known { set(.confirmationDue, of: identifier) }
    }

    // MARK: visits

    /// The regions whose visits were open at the launch and are not verified since, in order.
    var unverifiedVisits: [String] {
        entries.filter(\.value.isVisitUnverified).keys.sorted()
    }

    /// The visit at a region was open at the launch, and no evidence since is newer than that.
    mutating func markUnverified(_ identifier: String) {
        entries[identifier, default: Entry()].isVisitUnverified = true
    }

    /// Whether the visit at a region is open and ended is known again, or it was flagged.
    ///
    /// - Returns: whether it was unverified before.
    @discardableResult
    mutating func verify(_ identifier: String) -> Bool {
        guard let entry = entries[identifier], entry.isVisitUnverified else { return false }
        entries[identifier]?.isVisitUnverified = false
        set(entry.state, of: identifier)
        return true
    }

    // MARK: sentinel

    /// A crossing proves that regions work: the sentinel may be replaced again.
    mutating func crossingReported() {
        sentinelReplacementsLeft = Self.maximumSentinelReplacements
    }

    /// Uses up one of the replacements of a sentinel that the device is outside of at once.
    ///
    /// - Returns: whether there was one.
    mutating func consumeSentinelReplacement() -> Bool {
        guard sentinelReplacementsLeft > 0 else { return false }
        sentinelReplacementsLeft -= 1
        return true
    }

    private mutating func set(_ state: RegionState, of identifier: String) {
        var entry = entries[identifier] ?? Entry()
        entry.state = state
        entries[identifier] = entry == Entry() ? nil : entry
    }
}
