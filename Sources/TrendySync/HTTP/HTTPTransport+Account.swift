import Foundation
import HTTPTypes
public import TrendyModel
public import TrendyWire

extension HTTPTransport {
    /// Sets a new password; the server ends all other sessions.
    ///
    /// - Throws: ``SyncFailure`` of the code `refused` when the present password is wrong or the new
    ///   one breaks rules.
    public func changePassword(_ change: PasswordChange) async throws {
        let body = Array(try JSONEncoder().encode(change))
        _ = try await sender.send(.put, Route.user, body: body)
    }

    /// The account's sessions, newest first.
    public func sessions() async throws -> SessionList {
        let answer = try await sender.send(.get, Route.sessions)
        return try await sender.base.decode(SessionList.self, from: answer)
    }

    /// Ends one session of the account.
    public func endSession(_ id: EntityID) async throws {
        _ = try await sender.send(.delete, "\(Route.sessions)/\(id)")
    }

    /// Ends sessions of the account.
    public func signOut(_ scope: SignOutScope) async throws {
        _ = try await sender.send(
            .post,
            Route.signOut,
            query: [("scope", scope.rawValue)],
            body: []
        )
    }

    /// Deletes the account and everything that the server holds of it.
    ///
    /// - Throws: ``SyncFailure`` of the code `refused` when the password is wrong.
    public func deleteAccount(_ confirmation: PasswordConfirmation) async throws {
        let body = Array(try JSONEncoder().encode(confirmation))
        _ = try await sender.send(.delete, Route.user, body: body)
    }

    /// Streams everything that the server holds of the account, as NDJSON in pieces of any size.
    ///
    /// It is whole when its last line is `{"record":"end",…}`.
    public func export(receive: ([UInt8]) async throws -> Void) async throws {
        let answer = try await sender.send(.get, Route.export)
        try await sender.base.stream(answer, receive: receive)
    }
}
