import Foundation
import SimulatedLocationBehavior
import SimulatedPhone

/// How the phone is when something happens.
struct Circumstances: Sendable {
    var now: Date
    var process: AppProcess
    var generation: Int
    var isPoweredOn: Bool
    var hasUnlockedSinceBoot: Bool
    var wasForceQuit: Bool
    var isBackgroundRefreshOn: Bool
}

/// All that a phone's location service holds, behind the lock of its system.
///
/// Its methods change it and leave in the outbox what is to be done afterwards.
struct LocationState: Sendable {
    let randomness: any PhoneRandomness
    var behavior = CoreLocationBehavior()
    var counters = LocationCounters()
    var outbox: [LocationAct] = []
    /// What became of regions, in the order of time; `nil` when nobody wants to know.
    var records: [RegionRecord]?
    /// When the state was last looked at.
    var moment = Date.distantPast
    var lastNumber = 0

    // The person and the device
    var track = Track()
    var hasSignal = true
    var hasNetwork = true
    var isWiFiOn = true
    var hasBackgroundMode = true
    var isMonitoringAvailable = true
    var isSignificantAvailable = true
    var maximumDistance = 1_000_000.0
    var permission = Permission()
    /// The system's last fix, which an app finds when it asks.
    var lastFix: CLLocation?

    // What is watched
    var fences: [Fence.Key: Fence] = [:]
    /// Slots that others in the app take without showing it.
    var otherSlots = 0
    /// Slots of stopped regions, and until when they are taken.
    var releases: [String: Date] = [:]
    var isMonitoring = false
    /// When the regions are there again after a restart.
    var restoredAt = Date.distantPast
    var missNext = 0
    var loseNext = 0
    var significant: SignificantService?
    var visits: VisitService?

    // The process
    var managers: [Int: ManagerState] = [:]
    var ports: [String: MonitorPort] = [:]
    var sessions: [Int: CLServiceSession.AuthorizationRequirement] = [:]
    var requiresServiceSession = false
    var lastProcess = AppProcess.notRunning
    var suspendedAt: Date?
    /// The status that the app was told last.
    var reportedStatus: Reported?

    // What waits for it
    var pending: [PendingEvent] = []
    /// What waits for the person to confirm a provisional "always".
    var unconfirmed: [PendingEvent] = []
    /// When the system looks again.
    var timer: Date?

    /// What of the authorization a delegate is told of.
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

    /// Whether something of a share happens; draws nothing when it never does.
    func happens(_ share: Double) -> Bool {
        share > 0 && Double(randomness.next() >> 11) / Double(UInt64(1) << 53) < share
    }

    /// A number between the negative and the positive bound; draws nothing when that is zero.
    func offset(upTo bound: Double) -> Double {
        guard bound > 0 else { return 0 }
        return (Double(randomness.next() >> 11) / Double(UInt64(1) << 53) * 2 - 1) * bound
    }

    /// Notes what became of a region, for whoever wants to know.
    mutating func record(_ kind: RegionRecord.Kind, _ identifier: String) {
        records?.append(RegionRecord(date: moment, identifier: identifier, kind: kind))
    }

    /// Notes what became of a region; conditions of monitors have no records.
    mutating func record(_ kind: RegionRecord.Kind, of fence: Fence) {
        guard fence.key.monitor == nil else { return }
        record(kind, fence.region.identifier)
    }

    var sortedFences: [Fence] { fences.values.sorted { $0.isBefore($1) } }

    var slotsTaken: Int {
        fences.values.count(where: \.takesSlot) + otherSlots + releases.count
    }

    /// Whether the app counts as in use.
    func isInUse(_ circumstances: Circumstances) -> Bool {
        switch circumstances.process {
        case .foreground: true
        case .background: managers.values.contains { $0.updatesInBackground }
        case .suspended, .notRunning: false
        }
    }

    /// The next moment at which the system has something to do by itself.
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

    /// Does what is due, and fits everything to what has changed.
    mutating func tick(_ circumstances: Circumstances) {
        reconsiderMonitoring(circumstances)
        startFences(circumstances)
        reportCrossings(circumstances)
        tickSignificant(circumstances)
        tickVisits(circumstances)
        tickUpdates(circumstances)
        diagnose(circumstances)
        counters.highWaterMark = max(counters.highWaterMark, slotsTaken)
    }

    /// The person's walk is another one from now on; what was seen of it already stays.
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
