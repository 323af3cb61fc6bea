import Foundation
import GRDB
import Testing
import TrendyHealth
import TrendyKit
import TrendyLocalization
import TrendyModel
import TrendyStore
import TrendySync
import TrendyWire

@Suite("Failure reasons")
struct FailureReasonTests {
    private static let field = FailureReason.FieldViolation(field: "end_date", code: "out_of_range")
    private static let address = "https://trendy.example"

    /// At least one sample of every case.
    static let samples: [FailureReason] = [
        database, databaseFiles, names, conditions, answers, problems, addresses, unreachable,
        invalidAddresses, others,
    ].flatMap(\.self)

    private static let database: [FailureReason] = [
        .otherAccount, .databaseExists(path: "/a"), .databaseInUse(path: "/a"),
        .databaseUnavailable, .diskFull, .suspended, .noConflict(id: "7"),
        .noFailedMutation(id: "7"), .noEntity(id: "7"), .invalidFields([field]),
        .unreadableField("end_date"), .typeHasEvents(count: 1), .hasDependents(count: 2),
        .unknownOperation, .invalidVisit, .noOpenVisit, .invalidMeasurement,
    ]

    private static let databaseFiles: [FailureReason] = {
        let failures: [FailureReason.DatabaseFailure] = [
            .newerSchema, .diskFull, .busy, .notDurable, .damaged, .foreign, .notPrivate,
            .cannotOpen,
        ]
        return failures.map { .databaseNotOpened($0, path: "/a", details: nil) }
    }()

    private static let names: [FailureReason] = EntityKind.allCases.map {
        .nameTaken(kind: $0.name)
    }

    private static let conditions: [FailureReason] = [
        .sessionEnded, .upgradeRequired, .offline, .serverBusy, .serverWait(seconds: 1),
        .serverWait(seconds: 600), .lowPower, .restrictedNetwork, .timedOut,
    ]

    private static let answers: [FailureReason] = [
        .problem(code: nil, fields: []), .problem(code: "a_newer_code", fields: [field]),
        .unreadableAnswer, .unreadableResult, .truncatedAnswer, .stuckCursor, .endlessChanges,
        .endlessRange, .endlessSnapshot, .repeatedConflicts, .serverRestored, .missingReference,
        .noReason, .notCompared(.unreadableAnswer),
        .stillDiffers(device: 3, server: 4, repaired: 1, rounds: 3),
    ]

    private static let problems: [FailureReason] = ProblemCode.allCases.map {
        .problem(code: $0.rawValue, fields: [])
    }

    private static let addresses: [FailureReason] = [
        .notTrendy(address: address), .notReady(address: address), .bodyLimit(address: address),
        .signUpRefused(.text("Ask Ada.")), .notSignedUp,
    ]

    private static let unreachable: [FailureReason] = {
        let failures: [FailureReason.ConnectionFailure] = [
            .timedOut, .noServer, .closed, .noNetwork, .notSecure, .notHTTP, .invalidAddress,
            .other("NIO.internal_error(42)"),
        ]
        return failures.map { .unreachable(address: address, $0) }
    }()

    private static let invalidAddresses: [FailureReason] = {
        let failures: [FailureReason.AddressFailure] = [
            .whitespace, .scheme, .noHost, .host, .international, .ipv6, .port, .user, .path,
        ]
        return failures.map { .invalidAddress("http:/x", $0) }
    }()

    private static let others: [FailureReason] = [
        .healthData(.locked, details: nil), .healthData(.notAsked, details: nil),
        .healthData(.unavailable, details: nil), .healthData(.denied, details: nil),
        .healthData(.readAccessRevoked, details: nil), .healthData(.failed, details: nil),
        .healthData(.failed, details: "The query was interrupted."), .text("An older text."),
    ]

    @Test(
        "Every reason has a text without placeholders and internal names",
        arguments: FailureReasonTests.samples
    )
    func text(reason: FailureReason) {
        let text = FailureReasonPresenter.text(for: reason)

        #expect(!text.isEmpty)
        let internalName = /[{}]|[a-z]_[a-z]|[a-z]{2}[A-Z]|Optional|NIO/
        #expect(text.firstMatch(of: internalName) == nil, "\(text)")
    }

    @Test("The sync history keeps a reason", arguments: FailureReasonTests.samples)
    func storedReason(reason: FailureReason) async throws {
        let world = try ScreenWorld()
        let run = Self.run(world, reason)

        try await world.store.write { try $0.sync.record(run) }

        let stored = try await world.store.read { try $0.sync.runs(limit: 1) }.first?.reason
        #expect(stored == reason)
        #expect(try await world.store.read { try $0.queue.status() }.lastError == reason)
    }

    @Test("A text that an older version stored is shown unchanged")
    func legacyText() async throws {
        let world = try ScreenWorld()
        let run = Self.run(world, .offline)
        try await world.store.write { try $0.sync.record(run) }
        let text = "Der Server antwortet nicht."
        let database = try DatabaseQueue(path: world.directory + "/device.sqlite")
        try await database.write { db in
            try db.execute(sql: "UPDATE sync_run SET reason = ?", arguments: [text])
        }
        try database.close()

        let stored = try await world.store.read { try $0.sync.runs(limit: 1) }.first?.reason

        #expect(stored == .text(text))
        #expect(stored.map { FailureReasonPresenter.text(for: $0) } == text)
    }

    @Test("A problem of the device is stored without text and shown as its reason")
    func deviceProblems() {
        for problem in DeviceProblem.allCases {
            #expect(problem.problem.reason == problem.reason)
            #expect(problem.problem.code == nil)
        }
    }

    @Test("Errors of all modules are converted")
    func errors() {
        let violation = FieldError(code: "required", field: "name", message: "is required")
        let failure = SyncFailure(Problem(.validation, detail: "d", errors: [violation]))

        #expect(ErrorPresenter.text(for: failure).hasSuffix("The name is missing."))
        #expect(
            ErrorPresenter.text(for: StoreError(.suspended, .suspended))
                == Strings.Store.suspended()
        )
        #expect(
            ErrorPresenter.text(for: HealthSourceError(.locked)) == Strings.Health.locked()
        )
        #expect(
            ErrorPresenter.text(for: DatabaseError(resultCode: .SQLITE_FULL))
                == Strings.Failures.diskFull()
        )
        #expect(ErrorPresenter.text(for: KeyValueError(message: "No space.")) == "No space.")
        #expect(ErrorPresenter.text(for: violation).contains("version"))
        #expect(ErrorPresenter.text(for: CancellationError()) == Strings.Failures.database())
    }

    private static func run(_ world: ScreenWorld, _ reason: FailureReason) -> SyncRun {
        SyncRun(
            startedAt: world.clock.now(),
            duration: .seconds(1),
            trigger: "manual",
            pushed: 0,
            pulled: 0,
            conflicts: 0,
            failed: 0,
            outcome: .failure,
            reason: reason
        )
    }
}
