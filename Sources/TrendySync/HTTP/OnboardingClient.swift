import HTTPTypes
package import TrendyModel
package import TrendyWire

/// An ``OnboardingTransport`` over HTTP.
///
/// It shares the session with the account's ``HTTPTransport``, so that the two never refresh it
/// concurrently.
package struct OnboardingClient: OnboardingTransport {
    private let requester: SessionRequester

    /// Creates a client that shares an account client's connections.
    package init(_ client: AccountClient, sessions: SessionManager) {
        requester = SessionRequester(base: client.requester, sessions: sessions)
    }

    /// Fetches the status.
    package func status() async throws -> OnboardingStatus {
        try await send(.get)
    }

    /// Changes the given fields.
    package func update(_ change: Document) async throws -> OnboardingStatus {
        try await send(.patch, body: change.json.utf8)
    }

    /// Resets the steps.
    package func reset() async throws -> OnboardingStatus {
        try await send(.delete)
    }

    private func send(
        _ method: HTTPRequest.Method,
        body: [UInt8]? = nil
    ) async throws -> OnboardingStatus {
        let answer = try await requester.send(method, Route.onboarding, body: body)
        return try await requester.base.gather(answer) { bytes throws(JSONError) in
            try OnboardingStatus(json: bytes)
        }
    }
}
