import TrendyLocalization
package import TrendyModel
import TrendyWire

/// Localized texts for failure reasons.
package enum FailureReasonPresenter {
    /// What happened, why, and what the person can do.
    package static func text(for reason: FailureReason) -> String {
        switch reason {
        case .otherAccount: Strings.Store.otherAccount()
        case .databaseExists(let path): Strings.Store.exists(["path": path])
        case .databaseInUse(let path): Strings.Store.inUse(["path": path])
        case .databaseNotOpened(let failure, let path, let details): text(failure, path, details)
        case .databaseUnavailable: Strings.Failures.database()
        case .diskFull: Strings.Failures.diskFull()
        case .suspended: Strings.Store.suspended()
        case .nameTaken(let kind): Strings.Store.nameTaken(["kind": name(ofKind: kind)])
        case .noConflict(let id): Strings.Store.noConflict(["id": id])
        case .noFailedMutation(let id): Strings.Store.noFailedChange(["id": id])
        case .noEntity(let id): Strings.Store.notFound(["id": id])
        case .invalidFields(let fields): Strings.Store.invalid(["list": text(fields)])
        case .unreadableField(let field): Strings.Failures.unreadable(["field": name(field)])
        case .typeHasEvents(let count): Strings.Store.typeHasEvents(count)
        case .hasDependents(let count): Strings.Store.alsoDiscarded(count)
        case .unknownOperation: Strings.Store.unknownOperation()
        case .invalidVisit: Strings.Places.impossibleVisit()
        case .noOpenVisit: Strings.Places.notThere()
        case .invalidMeasurement: Strings.Health.impossibleMeasure()
        case .sessionEnded: Strings.Server.sessionEnded()
        case .upgradeRequired: Strings.Sync.needsUpgrade()
        case .offline: Strings.Sync.offline()
        case .serverBusy: Strings.Sync.busy()
        case .serverWait(let seconds): text(waitSeconds: seconds)
        case .lowPower: Strings.Sync.lowPower()
        case .restrictedNetwork: Strings.Sync.networkRestricted()
        case .timedOut: Strings.Sync.timedOut()
        case .problem(let code, let fields): text(code, fields)
        case .unreadableAnswer: Strings.Server.unreadable()
        case .unreadableResult: Strings.Server.unreadableResult()
        case .truncatedAnswer: Strings.Server.cutShort()
        case .stuckCursor: Strings.Server.stuck()
        case .endlessChanges: Strings.Server.endless()
        case .endlessRange: Strings.Server.endlessRange()
        case .endlessSnapshot: Strings.Server.endlessSnapshot()
        case .repeatedConflicts: Strings.Server.contrary()
        case .serverRestored: Strings.Server.restored()
        case .missingReference: Strings.Server.notThereYet()
        case .noReason: Strings.Server.noReason()
        case .notTrendy(let address): Strings.Server.notTrendy(["address": host(address)])
        case .notReady(let address): Strings.Server.status(["address": host(address)])
        case .bodyLimit(let address): Strings.Server.bodyLimit(["address": host(address)])
        case .unreachable(let address, let failure): text(address, failure)
        case .invalidAddress(let address, let failure): text(address, failure)
        case .signUpRefused(let why): Strings.Accounts.signUpRefused(["reason": text(for: why)])
        case .notSignedUp: Strings.Accounts.notSignedUp()
        case .notCompared(let why): Strings.Sync.notCompared(["reason": text(for: why)])
        case .stillDiffers(let device, let server, let repaired, let rounds):
            text(device, server, repaired, rounds)
        case .healthData(let failure, let details): text(failure, details)
        case .text(let text): text
        }
    }

    private static func text(
        _ failure: FailureReason.DatabaseFailure,
        _ path: String,
        _ details: String?
    ) -> String {
        let phrase =
            switch failure {
            case .newerSchema: Strings.Store.newerSchema
            case .diskFull: Strings.Store.diskFull
            case .busy: Strings.Store.busy
            case .notDurable: Strings.Store.notDurable
            case .damaged: Strings.Store.damaged
            case .foreign: Strings.Store.foreign
            case .notPrivate: Strings.Store.notPrivate
            case .cannotOpen: Strings.Store.cannotOpen
            }
        return phrase([
            "path": path, "reason": PlainDetail.text(details) ?? Strings.Store.noReason(),
        ])
    }

    private static func name(ofKind kind: String) -> String {
        switch EntityKind(name: kind) {
        case .eventType?: Strings.Store.kindEventType()
        case .propertyDefinition?: Strings.Store.kindProperty()
        case .geofence?: Strings.Store.kindPlace()
        case .event?, nil: Strings.Store.kindEvent()
        }
    }

    private static func name(_ field: String) -> String { FieldFormatter.name(of: field) }

    private static func text(_ fields: [FailureReason.FieldViolation]) -> String {
        fields.map { FieldFormatter.violation(of: $0.field, code: $0.code) }
            .joined(separator: " ")
    }

    private static func text(
        _ code: String?,
        _ fields: [FailureReason.FieldViolation]
    ) -> String {
        let problem = code.flatMap { ProblemCode(rawValue: $0) }
        let general = problem?.text ?? Strings.Server.wentWrong()
        // The server chooses the names and the number of the fields.
        return Problem.bounded(fields.isEmpty ? general : "\(general) \(text(fields))")
    }

    /// The delay in seconds below two minutes, else in minutes, rounded up.
    private static func text(waitSeconds seconds: Int) -> String {
        seconds < 120
            ? Strings.Accounts.waitSeconds(seconds)
            : Strings.Accounts.waitMinutes((seconds + 59) / 60)
    }

    private static func text(
        _ device: Int,
        _ server: Int,
        _ repaired: Int,
        _ rounds: Int
    ) -> String {
        Strings.Sync.stillDiffers([
            "device": String(device), "server": String(server),
            "repaired": String(repaired), "rounds": String(rounds),
        ])
    }

    private static func text(
        _ failure: FailureReason.HealthDataFailure,
        _ details: String?
    ) -> String {
        switch failure {
        case .locked: Strings.Health.locked()
        case .notAsked: Strings.Health.notAsked()
        case .unavailable: Strings.Health.unavailable()
        case .denied: Strings.Health.denied()
        case .readAccessRevoked: Strings.Health.readAccessRevoked()
        case .failed:
            PlainDetail.text(details).map { Strings.Health.systemFailed(["reason": $0]) }
                ?? Strings.Health.systemFailedUnknown()
        }
    }
}
