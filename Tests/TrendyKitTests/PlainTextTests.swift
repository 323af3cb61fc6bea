import Foundation
import GRDB
import Testing
import TrendyHealth
import TrendyModel
import TrendySync
import TrendyWire

@testable import TrendyAppSupport
@testable import TrendyKit
@testable import TrendyStore

@Suite("Texts without codes, addresses and internal names")
struct PlainTextTests {
    /// Details of systems and servers that no person should read.
    private static let details = [
        "The operation couldn’t be completed. (com.apple.healthkit error 5.)",
        "Error Domain=com.apple.healthkit Code=6 \"Protected health data is inaccessible\"",
        "HKErrorDomain error 11", "HTTP status 503 from https://trendy.example/api/v1/sync/push",
        "SQLite error 10: disk I/O error", "NSURLErrorDomain -1009", "errno 28",
        "UNErrorDomain error 1400", "SQLITE_CANTOPEN", "500 Internal Server Error (code 500)",
    ]

    private static let address = "https://trendy.example:8443"

    private static let reasons: [FailureReason] =
        FailureReasonTests.samples.filter { reason in
            // The person entered this text, and the remedy is an example of an address.
            if case .invalidAddress = reason { false } else { true }
        }
        + details.flatMap { detail -> [FailureReason] in
            [
                .healthData(.failed, details: detail), .healthData(.denied, details: detail),
                .databaseNotOpened(.cannotOpen, path: "/a", details: detail),
                .databaseNotOpened(.foreign, path: "/a", details: detail),
                .databaseNotOpened(.notPrivate, path: "/a", details: detail),
                .unreachable(address: address, .other(detail)),
                .notCompared(.unreachable(address: address, .other(detail))),
                .signUpRefused(.unreachable(address: address, .other(detail))),
            ]
        }

    private static func expectPlain(_ text: String, _ location: SourceLocation) {
        let technical =
            /[a-z]+:\/\/|(?i)errno|HK[A-Z]|[A-Z]{2,}Error|Domain|SQL|\b[1-5]\d\d\b|Code=|-\d{3,}/
        #expect(!text.isEmpty, sourceLocation: location)
        #expect(text.firstMatch(of: technical) == nil, "\(text)", sourceLocation: location)
    }

    @Test("No reason shows a code, an address with its scheme, or a system's error")
    func failureReasons() {
        #expect(Self.reasons.count > 150)
        for reason in Self.reasons {
            Self.expectPlain(FailureReasonPresenter.text(for: reason), #_sourceLocation)
        }
    }

    @Test("No error of a module shows one, wherever it is thrown")
    func errors() {
        var errors: [any Error] = Self.reasons
        for detail in Self.details {
            let system = NSError(
                domain: "com.apple.healthkit",
                code: 5,
                userInfo: [NSLocalizedDescriptionKey: detail]
            )
            errors += [
                system, HealthSourceError(.failed, details: detail),
                StoreError(.cannotOpen, .databaseUnavailable, details: detail),
                NotificationError(system: system), URLError(.badServerResponse),
                DatabaseError(resultCode: .SQLITE_IOERR, message: detail, sql: "SELECT secret"),
                SyncFailure(Problem(.internal, detail: detail)),
                SyncFailure(code: .offline, reason: .unreachable(address: Self.address, .closed)),
                FieldError(code: "out_of_range", field: "end_date", message: detail),
                CancellationError(), KeyValueStoreFailure(),
            ]
        }
        for code in ProblemCode.allCases {
            errors.append(SyncFailure(Problem(code, detail: Self.details[3])))
        }
        for error in errors {
            Self.expectPlain(ErrorPresenter.text(for: error), #_sourceLocation)
            for activity in [AuthViewModel.Activity.signingUp, .signingIn, .signingOut] {
                Self.expectPlain(
                    AccountErrorPresenter.text(for: error, while: activity),
                    #_sourceLocation
                )
            }
        }
    }

    private struct KeyValueStoreFailure: Error {}

    @Test("A refused change shows no text of the server that is for developers")
    func refusals() throws {
        for detail in Self.details {
            for problem in [
                RawJSON(detail),
                RawJSON(
                    unchecked: Array(try JSONEncoder().encode(Problem(.validation, detail: detail)))
                ),
            ] {
                let mutation = StoredMutation(
                    sequence: 1,
                    id: EntityID(high: 0, low: 0),
                    kind: .event,
                    operation: "update",
                    entityID: EntityID(high: 0, low: 0),
                    editedAt: Instant(seconds: 0),
                    fields: Entity.emptyContent,
                    recordedAt: Instant(seconds: 0),
                    state: .failed,
                    attempts: 1,
                    nextAttemptAt: Instant(seconds: 0),
                    problem: problem
                )
                Self.expectPlain(mutation.reasonText, #_sourceLocation)
            }
        }
    }

    @Test("A system's sentence is kept, a technical one is not")
    func details() {
        #expect(PlainDetail.text(" The query was interrupted.") == "The query was interrupted.")
        #expect(PlainDetail.text("Not authorized.") == "Not authorized.")
        #expect(PlainDetail.text("") == nil && PlainDetail.text(nil) == nil)
        for detail in Self.details { #expect(PlainDetail.text(detail) == nil, "\(detail)") }
    }
}
