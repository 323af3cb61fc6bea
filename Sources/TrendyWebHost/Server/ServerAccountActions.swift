import Foundation
import HTTPTypes
import TrendyLocalization
import TrendyModel
import TrendySync
import TrendyWeb
import TrendyWire

/// Changes to the account of a browser's session, by the API with its rules and limits.
struct ServerAccountActions: WebAccountActions {
    /// The API for the session.
    let api: InProcessAPI

    /// The maximum size of an answer that is decoded.
    private static let maximumAnswerBytes = 1024 * 1024

    func sessions() async throws -> [WebSession] {
        let answer = try await send(.get, Route.sessions)
        let list = try UntrustedJSON.decode(SessionList.self, from: try await bytes(answer))
        return list.sessions.map {
            WebSession(
                id: $0.id,
                client: $0.client,
                createdAt: Instant(rfc3339: $0.createdAt) ?? Instant(seconds: 0),
                usedAt: Instant(rfc3339: $0.refreshedAt) ?? Instant(seconds: 0),
                isCurrent: $0.isCurrent
            )
        }
    }

    func endSession(_ id: String) async throws {
        guard let id = EntityID(id) else { throw WebError.notFound }
        _ = try await send(.delete, "\(Route.sessions)/\(id)")
    }

    func signOut() async throws -> WebResponse {
        _ = try await send(.post, Route.signOut)
        return ServerAccess.signedOut()
    }

    func changePassword(current: String, new: String) async throws {
        let change = PasswordChange(currentPassword: current, password: new)
        _ = try await send(.put, Route.user, body: try JSONEncoder().encode(change))
    }

    func deleteAccount(password: String) async throws -> WebResponse {
        let confirmation = PasswordConfirmation(password: password)
        _ = try await send(.delete, Route.user, body: try JSONEncoder().encode(confirmation))
        return ServerAccess.signedOut()
    }

    func export() async throws -> WebResponse {
        let answer = try await send(.get, Route.export)
        return .download(
            name: "trendy-export.ndjson",
            type: "application/x-ndjson",
            body: .stream(answer.body)
        )
    }

    private func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        body: Data? = nil
    ) async throws -> HTTPAnswer {
        let request = HTTPRequest(
            method: method,
            scheme: "http",
            authority: "localhost",
            path: path
        )
        let answer = try await api.send(request, body: body.map { Array($0) })
        guard answer.head.status.kind == .successful else {
            let problem = try UntrustedJSON.decode(Problem.self, from: try await bytes(answer))
            throw Self.error(problem)
        }
        return answer
    }

    private func bytes(_ answer: HTTPAnswer) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await piece in answer.body {
            bytes += piece
            guard bytes.count <= Self.maximumAnswerBytes else { throw WebError.tooLarge }
        }
        return bytes
    }

    private static func error(_ problem: Problem) -> WebError {
        if problem.code == .notFound { return .notFound }
        let words = (problem.errors ?? []).map { error -> String in
            switch (error.field, error.code) {
            case (_, "sign_in_again"): problem.userMessage ?? problem.detail
            case (_, "wrong"): Strings.WebSignIn.wrongPassword()
            case ("password", "too_short"): Strings.Accounts.weakPassword()
            default: "\(Strings.WebSignIn.password()) \(error.message)."
            }
        }
        return WebError(
            status: HTTPResponse.Status(code: problem.status),
            title: Strings.WebSignIn.notChanged(),
            text: words.isEmpty
                ? problem.userMessage ?? problem.detail : words.joined(separator: " ")
        )
    }
}
