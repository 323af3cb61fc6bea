import Foundation
import HTTPTypes
package import TrendyModel
package import TrendyWire

extension HTTPTransport {
    /// Changes the password; the server ends all other sessions.
    ///
    /// - Throws: ``SyncFailure`` with code `refused` when the current password is wrong or the new
    ///   one violates a rule.
    package func changePassword(_ change: PasswordChange) async throws {
        let body = Array(try JSONEncoder().encode(change))
        _ = try await sender.send(.put, Route.user, body: body)
    }

    /// The account's sessions, newest first.
    package func sessions() async throws -> SessionList {
        let answer = try await sender.send(.get, Route.sessions)
        return try await sender.base.decode(SessionList.self, from: answer)
    }

    /// Ends one session of the account.
    package func endSession(_ id: EntityID) async throws {
        _ = try await sender.send(.delete, "\(Route.sessions)/\(id)")
    }

    /// Ends the sessions in a scope.
    package func signOut(_ scope: SignOutScope) async throws {
        _ = try await sender.send(
            .post,
            Route.signOut,
            query: [("scope", scope.rawValue)],
            body: []
        )
    }

    /// Deletes the account and all its data on the server.
    ///
    /// - Throws: ``SyncFailure`` with code `refused` when the password is wrong.
    package func deleteAccount(_ confirmation: PasswordConfirmation) async throws {
        let body = Array(try JSONEncoder().encode(confirmation))
        _ = try await sender.send(.delete, Route.user, body: body)
    }

    /// Streams all data of the account as NDJSON, in pieces of any size.
    ///
    /// The export is complete when its last line is `{"record":"end",…}`.
    package func export(receive: ([UInt8]) async throws -> Void) async throws {
        let answer = try await sender.send(.get, Route.export)
        try await sender.base.stream(answer, receive: receive)
    }
}
