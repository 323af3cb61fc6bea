import HTTPTypes
import TrendyLocalization
import TrendyModel
import TrendyServer
import TrendyWeb
import TrendyWire

/// The sign-in through a provider, for the account of a browser's session.
struct ServerSignInMethods: WebSignInMethods {
    let access: ServerAccess
    let provider: ProviderSignIn
    let session: TokenSession
    /// The network address of the browser, for limits.
    let address: ClientAddress
    /// The browser's `User-Agent`.
    let client: String

    var name: String { provider.name }

    func state() async throws -> WebSignInState {
        let state = try await provider.state(of: session)
        return WebSignInState(
            hasPassword: state.hasPassword,
            isRecent: state.isRecent,
            identities: state.identities.map {
                WebIdentity(
                    id: $0.identity.hash.hexadecimal,
                    email: $0.email,
                    linkedAt: $0.linkedAt
                )
            }
        )
    }

    func link(password: String) async throws -> WebResponse {
        do {
            try await provider.confirm(session, password: password, client: client, from: address)
        } catch let problem as Problem {
            let isWrong = problem.errors?.contains { $0.code == "wrong" } == true
            throw Self.error(
                isWrong ? Strings.WebSignIn.wrongPassword() : problem.userMessage ?? problem.detail,
                HTTPResponse.Status(code: problem.status)
            )
        }
        return try await leave(
            .link(account: session.account, session: session.id),
            returningTo: nil
        )
    }

    func unlink(_ id: String) async throws {
        let state = try await provider.state(of: session)
        guard let linked = state.identities.first(where: { $0.identity.hash.hexadecimal == id })
        else { return }
        guard state.hasPassword || state.identities.count > 1 else {
            throw Self.error(Strings.WebProvider.lastMethod(), .conflict)
        }
        _ = try await access.parts.store.unlink(linked.identity, account: session.account)
    }

    func signInAgain(returningTo page: WebPath) async throws -> WebResponse {
        try await leave(
            .confirm(account: session.account, session: session.id),
            returningTo: page
        )
    }

    private func leave(
        _ purpose: ProviderSignInPurpose,
        returningTo page: WebPath?
    ) async throws -> WebResponse {
        do {
            let start = try await provider.begin(purpose, destination: page?.text)
            var response = ProviderPages.leaving(
                for: try ServerAccess.address(start),
                name: provider.name
            )
            response.headers.append(ServerAccess.cookie(of: start))
            return response
        } catch let error as ProviderSignInError {
            access.log(error)
            throw Self.error(error.text(name: provider.name), error.status)
        }
    }

    private static func error(_ text: String, _ status: HTTPResponse.Status) -> WebError {
        WebError(status: status, title: Strings.WebSignIn.notChanged(), text: text)
    }
}
