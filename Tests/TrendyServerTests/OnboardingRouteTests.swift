import HTTPTypes
import HummingbirdTesting
import Testing
import TrendyModel
import TrendyServer
import TrendyWire

@Suite("The onboarding routes")
struct OnboardingRouteTests {
    private let defaults =
        #"{"completed":false,"healthkit_status":"not_requested","#
        + #""location_status":"not_requested","notifications_status":"not_requested"}"#

    @Test("Reading changes nothing: a new account has defaults, a completed one stays completed")
    func looking() async throws {
        let fixture = try await ServerFixture()
        try await fixture.test { client in
            let client = try await client.signedUp()
            let fresh = try await client.send(.get, Route.onboarding)
            let account = try #require(try await fixture.store.account(after: nil))
            let rows = try await fixture.factory.rowCounts(of: account, in: fixture.database)
            _ = try await client.send(.patch, Route.onboarding, #"{"completed":true}"#)
            _ = try await client.send(.get, Route.onboarding)
            let after = try await client.send(.get, Route.onboarding)

            #expect(fresh.status == .ok)
            #expect(fresh.onboardingText == defaults)
            #expect(rows["onboarding"] == 0)
            #expect(after.onboardingText == defaults.replacing("false", with: "true"))
        }
    }

    @Test("A change affects only its fields, and its answer is the complete status")
    func change() async throws {
        try await ServerFixture().test { client in
            let client = try await client.signedUp()
            let step = try await client.send(
                .patch,
                Route.onboarding,
                #"{"welcome_completed_at":"2026-01-15T09:30:00+01:00"}"#
            )
            let answer = try await client.send(
                .patch,
                Route.onboarding,
                #"{"location_status":"denied","location_completed_at":"2026-01-15T09:31:00Z"}"#
            )
            let read = try await client.send(.get, Route.onboarding)

            #expect(step.status == .ok)
            #expect(step.text.contains(#""welcome_completed_at":"2026-01-15T08:30:00.000Z""#))
            #expect(answer.text.contains(#""welcome_completed_at":"2026-01-15T08:30:00.000Z""#))
            #expect(answer.text.contains(#""location_status":"denied""#))
            #expect(answer.text.contains(#""notifications_status":"not_requested""#))
            #expect(read.body == answer.body)
        }
    }

    @Test("All invalid fields are reported at once, and nothing of the change is applied")
    func validation() async throws {
        try await ServerFixture().test { client in
            let client = try await client.signedUp()
            let response = try await client.send(
                .patch,
                Route.onboarding,
                #"{"completed":"yes","welcome_completed_at":7,"location_status":"maybe","#
                    + #""auth_completed_at":"2026-01-15T08:30:00Z"}"#
            )
            let noObject = try await client.send(.patch, Route.onboarding, "[]")
            let read = try await client.send(.get, Route.onboarding)

            #expect(response.status == .unprocessableContent)
            #expect(response.problem?.code == .validation)
            #expect(
                response.problem?.errors?.map(\.field)
                    == ["completed", "location_status", "welcome_completed_at"]
            )
            #expect(noObject.problem?.code == .malformed)
            #expect(read.onboardingText == defaults)
        }
    }

    @Test("A reset removes the steps and keeps the answers to permissions")
    func reset() async throws {
        try await ServerFixture().test { client in
            let client = try await client.signedUp()
            _ = try await client.send(
                .patch,
                Route.onboarding,
                #"{"completed":true,"welcome_completed_at":"2026-01-15T08:30:00Z","#
                    + #""permissions_completed_at":"2026-01-15T08:30:00Z","#
                    + #""first_event_completed_at":"2026-01-15T08:30:00Z","theme":"dark","#
                    + #""notifications_status":"granted","#
                    + #""notifications_completed_at":"2026-01-15T08:30:00Z"}"#
            )
            let response = try await client.send(.delete, Route.onboarding)
            let again = try await client.send(.delete, Route.onboarding)

            #expect(response.status == .ok)
            #expect(
                response.onboardingText
                    == #"{"completed":false,"healthkit_status":"not_requested","#
                    + #""location_status":"not_requested","#
                    + #""notifications_completed_at":"2026-01-15T08:30:00.000Z","#
                    + #""notifications_status":"granted","theme":"dark"}"#
            )
            #expect(again.body == response.body)
        }
    }

    @Test("Each account has its own status, and access needs a session")
    func accounts() async throws {
        try await ServerFixture().test { client in
            let ada = try await client.signedUp()
            let bob = try await client.signedUp("bob@example.com")
            _ = try await ada.send(.patch, Route.onboarding, #"{"completed":true}"#)

            #expect(try await bob.send(.get, Route.onboarding).onboardingText == defaults)
            for method in [HTTPRequest.Method.get, .patch, .delete] {
                let response = try await client.send(method, Route.onboarding, "{}")
                #expect(response.problem?.code == .unauthorized)
            }
        }
    }

    @Test("Unknown fields of later programs are stored, up to a limit")
    func unknown() async throws {
        try await ServerFixture().test { client in
            let client = try await client.signedUp()
            let stored = try await client.send(.patch, Route.onboarding, #"{"theme":{"a":[1.50]}}"#)
            let large = String(repeating: "x", count: WireLimit.onboardingBytes)
            let refused = try await client.send(.patch, Route.onboarding, #"{"more":"\#(large)"}"#)
            let cleared = try await client.send(.patch, Route.onboarding, #"{"theme":null}"#)

            #expect(stored.text.contains(#""theme":{"a":[1.50]}"#))
            #expect(refused.problem?.code == .payloadTooLarge)
            #expect(cleared.onboardingText == defaults)
        }
    }
}

extension TestResponse {
    /// The body without the fields that only the server sets.
    fileprivate var onboardingText: String {
        guard var document = try? Document(json: RawJSON(checking: Array(text.utf8))) else {
            return text
        }
        for field in OnboardingStatus.RecordField.all {
            if document[field] == nil { return "\(field) is missing: \(text)" }
            document[field] = nil
        }
        return document.json.description
    }
}
