import Foundation
public import TrendyHealth
import TrendyLocalization
public import TrendyModel
import TrendyPlaces
public import TrendyStore
public import TrendySync

/// What is wrong with a device, and what to do about it.
///
/// Holds counts, states and times only: no value of health, no place, no note, no name.
public struct Diagnosis: Sendable, Equatable, Encodable {
    /// Something to do.
    public struct Finding: Sendable, Equatable, Encodable {
        /// Its short name, for programs.
        public var code: String
        /// What is so.
        public var finding: String
        /// What helps.
        public var remedy: String
    }

    /// A run of sync, without its words.
    public struct Run: Sendable, Equatable, Encodable {
        /// What asked for it.
        public var trigger: String
        /// How it ended.
        public var outcome: String
        /// What kind of trouble ended it; `nil` when none did, or none of a known kind.
        public var failure: String?
        /// How long ago it began, in seconds.
        public var secondsAgo: Int64
        /// How long it took, in milliseconds.
        public var milliseconds: Int64
        /// Mutations that were accepted.
        public var pushed: Int
        /// Entities that changed here.
        public var pulled: Int
    }

    /// How the watch over places is doing, by what the database knows.
    public struct Places: Sendable, Equatable, Encodable {
        /// Places of the person's.
        public var places = 0
        /// Those of them that are to be watched.
        public var active = 0
        /// Visits that go on.
        public var openVisits = 0
        /// Those of them that nothing has confirmed for long.
        public var unconfirmedVisits = 0
        /// Places of which an event type is gone.
        public var missingTypes = 0
        /// How long ago the system last told anything of a place, in seconds.
        public var lastSignalSecondsAgo: Int64?
    }

    /// The number of the database's newest migration.
    public var schemaVersion: Int
    /// The size of the database, in bytes.
    public var databaseBytes: Int64
    /// Whether somebody is signed in.
    public var isSignedIn: Bool
    /// Live entities by the name of their kind.
    public var entities: [String: Int]
    /// Deleted entities that are remembered.
    public var deletedEntities: Int
    /// Mutations that wait.
    public var pending: Int
    /// Those of them that wait behind what a person must decide about.
    public var blocked: Int
    /// Mutations that need a person, by the code of their problem.
    public var undecided: [String: Int]
    /// Conflicts that are open.
    public var conflicts: Int
    /// Changes that were set aside, by the name of their kind.
    public var quarantined: [String: Int]
    /// The age of the oldest mutation that waits, in seconds.
    public var oldestPendingSeconds: Int64?
    /// How far the server's clock is ahead, in milliseconds.
    public var serverOffsetMilliseconds: Int64
    /// How long ago a sync last ended well, in seconds.
    public var lastSuccessSecondsAgo: Int64?
    /// The last runs, newest first.
    public var runs: [Run]
    /// Whether device and server hold the same; `nil` when the server was not asked.
    public var digestsAgree: Bool?
    /// What capture knows of each category that was ever captured.
    public var health: [HealthReport.Line] = []
    /// How the watch over places is doing.
    public var places = Places()
    /// What the directory holds beside the database in use.
    public var profile = ProfileCheck()
    /// What there is to do; empty when all is well.
    public var findings: [Finding] = []
}

/// Looks at a device and tells what there is to do.
public struct Diagnose: Sendable {
    /// Longer without a sync than most people would want.
    private static let syncOverdueInterval = Duration.seconds(7 * 86_400)
    /// How wrong a clock may be before anybody minds.
    private static let toleratedSecondsOff: Int64 = 300

    private let store: DeviceStore
    private let transport: (any SyncTransport)?
    private let wallClock: any WallClock
    private let profile: ProfileCheck
    private let healthDelivery: HealthReport.Delivery

    /// A use case over a store.
    ///
    /// - `transport`: the connection to the server; `nil` on a device that is not signed in.
    /// - `profile`: the check of the profile's directory, beside the store's database.
    /// - `healthDelivery`: how the device receives health data; overdue data is a finding only for
    ///   `live` delivery.
    public init(
        store: DeviceStore,
        transport: (any SyncTransport)?,
        wallClock: any WallClock,
        profile: ProfileCheck = ProfileCheck(),
        healthDelivery: HealthReport.Delivery = .live
    ) {
        self.profile = profile
        self.healthDelivery = healthDelivery
        self.store = store
        self.transport = transport
        self.wallClock = wallClock
    }

    /// Looks.
    ///
    /// - Parameter asksServer: whether the server's digests are compared with the device's.
    /// - Returns: what was found.
    /// - Throws: what the database or, when it is asked, the server throws.
    public func callAsFunction(asksServer: Bool = false) async throws -> Diagnosis {
        let now = wallClock.now()
        let inside = try await store.diagnose()
        let status = try await store.status()
        var agrees: Bool?
        if asksServer, let transport {
            agrees = try await DriftRepair(store: store, transport: transport).compare().agrees
        }
        var diagnosis = Diagnosis(
            schemaVersion: inside.schemaVersion,
            databaseBytes: inside.bytes,
            isSignedIn: transport != nil,
            entities: Dictionary(
                inside.entities.map { ($0.key.name, $0.value) },
                uniquingKeysWith: { first, _ in first }
            ),
            deletedEntities: inside.deletedEntities,
            pending: status.pending,
            blocked: status.blocked,
            undecided: inside.failedByCode,
            conflicts: status.conflicts,
            quarantined: inside.quarantinedByKind,
            oldestPendingSeconds: status.oldestPending.map { (now - $0).components.seconds },
            serverOffsetMilliseconds: inside.serverOffset.wholeMilliseconds,
            lastSuccessSecondsAgo: status.lastSuccess.map { (now - $0).components.seconds },
            runs: try await store.syncRuns(limit: 20).map { run in
                Diagnosis.Run(
                    trigger: run.trigger,
                    outcome: run.outcome.rawValue,
                    failure: run.failure,
                    secondsAgo: (now - run.startedAt).components.seconds,
                    milliseconds: run.duration.wholeMilliseconds,
                    pushed: run.pushed,
                    pulled: run.pulled
                )
            },
            digestsAgree: agrees
        )
        let health = try await HealthReport(of: store, at: now, delivery: healthDelivery)
        diagnosis.health = health.lines.filter {
            $0.newestAt != nil || $0.failure != nil || $0.rejections != nil
        }
        diagnosis.profile = profile
        diagnosis.findings = profile.findings
        diagnosis.findings += findings(diagnosis, inside, status, now: now)
        diagnosis.findings += health.findings.map {
            Diagnosis.Finding(code: "health", finding: $0.finding, remedy: $0.remedy)
        }
        diagnosis.places = try await places(at: now)
        diagnosis.findings += findings(diagnosis.places)
        return diagnosis
    }

    private func places(at now: Instant) async throws -> Diagnosis.Places {
        let health = try await GeofenceHealth(of: store, at: now)
        return Diagnosis.Places(
            places: health.geofences,
            active: health.configured,
            openVisits: health.openVisits,
            unconfirmedVisits: health.unconfirmedVisits,
            missingTypes: health.missingTypes,
            lastSignalSecondsAgo: health.signalledAt.map { (now - $0).components.seconds }
        )
    }

    /// In words without names, which the watch's own findings have.
    private func findings(_ places: Diagnosis.Places) -> [Diagnosis.Finding] {
        var findings = Findings()
        if places.unconfirmedVisits > 0 {
            findings.add(
                "unconfirmed_visits",
                Strings.RegionMonitoring.unconfirmed(places.unconfirmedVisits),
                Strings.Diagnosis.unconfirmedVisitsRemedy
            )
        }
        if places.missingTypes > 0 {
            findings.add(
                "place_types",
                Strings.Diagnosis.placeTypes(places.missingTypes),
                Strings.Diagnosis.placeTypesRemedy
            )
        }
        return findings.all
    }

    private func findings(
        _ diagnosis: Diagnosis,
        _ inside: StoreDiagnosis,
        _ status: QueueStatus,
        now: Instant
    ) -> [Diagnosis.Finding] {
        var findings = Findings()
        if !inside.damage.isEmpty {
            findings.add(
                "damaged",
                Strings.Diagnosis.damaged(inside.damage.count),
                Strings.Diagnosis.damagedRemedy
            )
        }
        if !diagnosis.isSignedIn, status.pending > 0 {
            findings.add(
                "signed_out",
                Strings.Diagnosis.signedOut(status.pending),
                Strings.Diagnosis.signedOutRemedy
            )
        }
        let undecided = status.failed + status.stale
        if undecided > 0 {
            findings.add(
                "failed",
                Strings.Diagnosis.failed(undecided, ["blocked": String(status.blocked)]),
                Strings.Diagnosis.failedRemedy
            )
        }
        if status.conflicts > 0 {
            findings.add(
                "conflicts",
                Strings.Diagnosis.conflicts(status.conflicts),
                Strings.Diagnosis.conflictsRemedy
            )
        }
        if status.quarantined > 0 {
            findings.add(
                "quarantined",
                Strings.Diagnosis.quarantined(status.quarantined),
                Strings.Diagnosis.quarantinedRemedy
            )
        }
        if diagnosis.isSignedIn,
            status.lastSuccess.map({ now - $0 > Self.syncOverdueInterval }) ?? true
        {
            let days = diagnosis.lastSuccessSecondsAgo.map { $0 / 86_400 }
            findings.add(
                "not_synced",
                days.map { Strings.Diagnosis.notSynced(Int($0)) }
                    ?? Strings.Diagnosis.neverSynced(),
                Strings.Diagnosis.notSyncedRemedy
            )
        }
        let secondsOff = abs(inside.serverOffset.components.seconds)
        if secondsOff > Self.toleratedSecondsOff {
            findings.add(
                "clock",
                Strings.Diagnosis.clock(["span": Strings.Time.duration(.seconds(secondsOff))]),
                Strings.Diagnosis.clockRemedy
            )
        }
        if let drift = status.drift {
            findings.add("drift_unmended", drift, Strings.Diagnosis.unrepairedRemedy)
        }
        if diagnosis.digestsAgree == false, status.pending == 0, undecided == 0 {
            findings.add("drift", Strings.Diagnosis.drift(), Strings.Diagnosis.driftRemedy)
        }
        return findings.all
    }

    private struct Findings {
        private(set) var all: [Diagnosis.Finding] = []

        mutating func add(_ code: String, _ finding: String, _ remedy: LocalizedText) {
            all.append(.init(code: code, finding: finding, remedy: remedy()))
        }
    }
}
