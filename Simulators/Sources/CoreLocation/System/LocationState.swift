import Foundation
import SimulatedLocationBehavior
import SimulatedPhone

/// The conditions of the phone at an event.
struct DeviceConditions: Sendable {
    var now: Date
    var process: AppProcess
    var generation: Int
    var isPoweredOn: Bool
    var hasUnlockedSinceBoot: Bool
    var wasForceQuit: Bool
    var isBackgroundRefreshOn: Bool
}

/// The state of a phone's location service, behind its system's lock.
///
/// Methods change the state and put actions for afterwards into the outbox.
struct LocationState: Sendable {
    let randomness: any PhoneRandomness
    var behavior = CoreLocationBehavior()
    var counters = LocationCounters()
    var outbox: [LocationAction] = []
    /// The records of regions in order of time; `nil` when recording is off.
    var records: [RegionRecord]?
    /// The time of the last evaluation.
    var moment = Date.distantPast
    var lastNumber = 0

    // MARK: person and device
    var track = Track()
    var hasSignal = true
    var hasNetwork = true
    var isWiFiOn = true
    var hasBackgroundMode = true
    var isMonitoringAvailable = true
    var isSignificantAvailable = true
    var maximumDistance = 1_000_000.0
    var permission = Permission()
    /// The system's last fix, which an app can read.
    var lastFix: CLLocation?

    // MARK: monitoring
    var fences: [Fence.Key: Fence] = [:]
    /// Slots that other parts of the app occupy invisibly.
    var otherSlots = 0
    /// Slots of stopped regions, with the times at which they become free.
    var releases: [String: Date] = [:]
    var isMonitoring = false
    /// The time at which the regions are restored after a restart.
    var restoredAt = Date.distantPast
    var missNext = 0
    var loseNext = 0
    var significant: SignificantService?
    var visits: VisitService?

    // MARK: process
    var managers: [Int: ManagerState] = [:]
    var ports: [String: MonitorPort] = [:]
    var sessions: [Int: CLServiceSession.AuthorizationRequirement] = [:]
    var requiresServiceSession = false
    var lastProcess = AppProcess.notRunning
    var suspendedAt: Date?
    /// The last reported authorization.
    var reportedStatus: Reported?

    // MARK: pending events
    var pending: [PendingEvent] = []
    /// Events that wait until the person confirms a provisional "always" authorization.
    var unconfirmed: [PendingEvent] = []
    /// The time of the next evaluation.
    var timer: Date?

    /// The part of the authorization that delegates receive.
    struct Reported: Equatable {
        var status: CLAuthorizationStatus
        var accuracy: CLAccuracyAuthorization
    }

    static let pendingLimit = 64

    init(randomness: any PhoneRandomness) {
        self.randomness = randomness
    }

    mutating func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    /// Draws true with a probability; draws nothing when the probability is zero.
    func happens(_ share: Double) -> Bool {
        share > 0 && Double(randomness.next() >> 11) / Double(UInt64(1) << 53) < share
    }

    /// Draws a number between the negative and the positive bound; draws nothing when the bound is
    /// zero.
    func offset(upTo bound: Double) -> Double {
        guard bound > 0 else { return 0 }
        return (Double(randomness.next() >> 11) / Double(UInt64(1) << 53) * 2 - 1) * bound
    }

    /// Records an event of a region, if recording is on.
    mutating func record(_ kind: RegionRecord.Kind, _ identifier: String) {
        records?.append(RegionRecord(date: moment, identifier: identifier, kind: kind))
    }

    /// Records an event of a region; monitor conditions are not recorded.
    mutating func record(_ kind: RegionRecord.Kind, of fence: Fence) {
        guard fence.key.monitor == nil else { return }
        record(kind, fence.region.identifier)
    }

    var sortedFences: [Fence] { fences.values.sorted { $0.isBefore($1) } }

    var slotsTaken: Int {
        fences.values.count(where: \.takesSlot) + otherSlots + releases.count
    }

    /// Whether the app counts as in use.
    func isInUse(_ device: DeviceConditions) -> Bool {
        switch device.process {
        case .foreground: true
        case .background: managers.values.contains { $0.updatesInBackground }
        case .suspended, .notRunning: false
        }
    }

    /// The time of the next autonomous action of the system.
    func due(after now: Date) -> Date? {
        var dates: [Date] = []
        if isMonitoring {
            for fence in fences.values where fence.takesSlot {
                if !fence.isStarted { dates.append(fence.startsAt) }
                if let plan = fence.plan { dates.append(plan.due) }
            }
        }
        if restoredAt > now { dates.append(restoredAt) }
        if let due = significant?.due { dates.append(due) }
        if let due = visits?.due { dates.append(due) }
        for manager in managers.values {
            if let due = manager.updates?.due { dates.append(due) }
        }
        return dates.filter { $0 < .distantFuture }.min()
    }

    /// Performs due actions and adapts all state to changes.
    mutating func tick(_ device: DeviceConditions) {
        reconsiderMonitoring(device)
        startFences(device)
        reportCrossings(device)
        tickSignificant(device)
        tickVisits(device)
        tickUpdates(device)
        diagnose(device)
        counters.highWaterMark = max(counters.highWaterMark, slotsTaken)
    }

    /// Discards planned crossings after the walk changed; keeps what was already observed.
    mutating func forgetPlans(_ now: Date, keepsPast: Bool) {
        let seen = now.addingTimeInterval(keepsPast ? -behavior.settleTime.seconds : 0)
        for (key, fence) in fences where fence.plan.map({ $0.confirmed > now }) ?? true {
            fences[key]?.forgetPlan()
            fences[key]?.from = max(fence.from, seen)
        }
        significant?.isPlanned = false
        visits?.isPlanned = false
        for number in managers.keys { managers[number]?.updates?.isPlanned = false }
    }
}
