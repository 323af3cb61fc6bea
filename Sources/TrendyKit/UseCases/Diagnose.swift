import Foundation
package import TrendyHealth
import TrendyLocalization
package import TrendyModel
import TrendyPlaces
package import TrendyStore
package import TrendySync

/// A diagnosis of a device: its state, and findings with remedies.
///
/// Contains counts, states and times only: no health values, places, notes or names.
package struct Diagnosis: Sendable, Equatable, Encodable {
    /// A problem and its remedy.
    package struct Finding: Sendable, Equatable, Encodable {
        /// A stable identifier for programs.
        package var code: String
        /// A localized description of the problem.
        package var finding: String
        /// A localized description of the remedy.
        package var remedy: String
    }

    /// A sync run without its localized texts.
    package struct Run: Sendable, Equatable, Encodable {
        /// The trigger of the run.
        package var trigger: String
        /// The outcome of the run.
        package var outcome: String
        /// The code of the failure that ended the run; `nil` when it succeeded or the code is
        /// unknown.
        package var failure: String?
        /// Seconds since the run began.
        package var secondsAgo: Int64
        /// The duration in milliseconds.
        package var milliseconds: Int64
        /// The number of mutations that the server accepted.
        package var pushed: Int
        /// The number of entities that the run changed locally.
        package var pulled: Int
    }

    /// The state of geofence monitoring, from the database.
    package struct Places: Sendable, Equatable, Encodable {
        /// The number of geofences.
        package var places = 0
        /// The number of active geofences.
        package var active = 0
        /// The number of open visits.
        package var openVisits = 0
        /// The number of open visits without recent evidence.
        package var unconfirmedVisits = 0
        /// The number of geofences whose event type is missing.
        package var missingTypes = 0
        /// Seconds since the last region signal.
        package var lastSignalSecondsAgo: Int64?
    }

    /// The number of the database's newest migration.
    package var schemaVersion: Int
    /// The size of the database in bytes.
    package var databaseBytes: Int64
    /// Whether an account is signed in.
    package var isSignedIn: Bool
    /// The number of live entities by kind.
    package var entities: [String: Int]
    /// The number of tombstones.
    package var deletedEntities: Int
    /// The number of pending mutations.
    package var pending: Int
    /// The number of pending mutations that are blocked by a failed one.
    package var blocked: Int
    /// The number of failed mutations by problem code.
    package var undecided: [String: Int]
    /// The number of open conflicts.
    package var conflicts: Int
    /// The number of quarantined changes by kind.
    package var quarantined: [String: Int]
    /// The age of the oldest pending mutation in seconds.
    package var oldestPendingSeconds: Int64?
    /// The offset of the server's clock in milliseconds; positive when it is ahead.
    package var serverOffsetMilliseconds: Int64
    /// Seconds since the last successful sync.
    package var lastSuccessSecondsAgo: Int64?
    /// The latest sync runs, newest first.
    package var runs: [Run]
    /// Whether the digests of device and server agree; `nil` when they were not compared.
    package var digestsAgree: Bool?
    /// The capture state of each category that was ever captured.
    package var health: [HealthReport.Line] = []
    /// The state of geofence monitoring.
    package var places = Places()
    /// Other files in the profile's directory.
    package var profile = ProfileCheck()
    /// The findings; empty when there are none.
    package var findings: [Finding] = []
}

/// Diagnoses a device.
package struct Diagnose: Sendable {
    /// The age of the last sync from which a finding is reported.
    private static let syncOverdueInterval = Duration.seconds(7 * 86_400)
    /// The clock error, in seconds, up to which no finding is reported.
    private static let toleratedSecondsOff: Int64 = 300

    private let store: DeviceStore
    private let transport: (any SyncTransport)?
    private let wallClock: any WallClock
    private let profile: ProfileCheck
    private let healthDelivery: HealthReport.Delivery

    /// Creates a use case over a store.
    ///
    /// - `transport`: the connection to the server; `nil` when signed out.
    /// - `profile`: the inspection of the profile's directory.
    /// - `healthDelivery`: how the device receives health data; overdue data is a finding only for
    ///   `live` delivery.
    package init(
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

    /// Runs the diagnosis.
    ///
    /// - Parameter comparesWithServer: whether to compare digests with the server, which needs the
    ///   network.
    /// - Returns: the diagnosis.
    /// - Throws: an error of the database or, with `comparesWithServer`, of the server.
    package func callAsFunction(comparesWithServer: Bool = false) async throws -> Diagnosis {
        let now = wallClock.now()
        let inside = try await store.diagnose()
        let status = try await store.read { try $0.queue.status() }
        var agrees: Bool?
        if comparesWithServer, let transport {
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
            runs: try await store.read { try $0.sync.runs(limit: 20) }.map { run in
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
        diagnosis.findings = profile.findings + inside.findings
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

    /// Uses texts without names; those of the geofence monitor's own findings contain names.
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
        if !diagnosis.isSignedIn, status.pending > 0 {
            findings.add(
                "signed_out",
                Strings.Diagnosis.signedOut(status.pending),
                Strings.Diagnosis.signedOutRemedy
            )
        }
        addUnresolved(status, to: &findings)
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
            findings.add(
                "drift_unrepaired",
                FailureReasonPresenter.text(for: drift),
                Strings.Diagnosis.unrepairedRemedy
            )
        }
        if diagnosis.digestsAgree == false, status.pending == 0, status.failed + status.stale == 0 {
            findings.add("drift", Strings.Diagnosis.drift(), Strings.Diagnosis.driftRemedy)
        }
        return findings.all
    }

    /// Adds the changes that wait for a decision of the person.
    private func addUnresolved(_ status: QueueStatus, to findings: inout Findings) {
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
    }

    private struct Findings {
        private(set) var all: [Diagnosis.Finding] = []

        mutating func add(_ code: String, _ finding: String, _ remedy: LocalizedText) {
            all.append(.init(code: code, finding: finding, remedy: remedy()))
        }
    }
}
