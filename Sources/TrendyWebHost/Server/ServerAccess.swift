import Crypto
import Foundation
import HTTPTypes
import TrendyKit
import TrendyModel
package import TrendyServer
package import TrendyWeb

/// Access to the pages of a server: people sign in with their accounts, and see a replica of their
/// own account only.
package struct ServerAccess: WebAccess {
    /// The cookie of a signed-in browser; the prefix makes browsers insist on a secure cookie of
    /// this host alone.
    ///
    /// Source: [RFC 6265bis, section 4.1.3.2](https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis#section-4.1.3.2).
    static let sessionCookie = "__Host-trendy"
    /// The cookie of a browser that shows the sign-in.
    static let formCookie = "__Host-trendy-form"

    let parts: ServerParts
    let replicas: AccountReplicas
    private let spools: ImportSpools?

    /// Creates access to the accounts of a server.
    ///
    /// - `spools`: imports uploaded files into an account's replica; `nil` imports none.
    package init(
        parts: ServerParts,
        replicas: AccountReplicas,
        spools: ImportSpools? = nil
    ) {
        self.parts = parts
        self.replicas = replicas
        self.spools = spools
    }

    package func openResponse(to request: WebRequest) async throws -> WebResponse? {
        switch request.parts {
        case ["sign-in"]: try await signInPage(request)
        case ["sign-up"]: try await signUpPage(request)
        case ["sign-in", "provider"]: try await providerPage(request)
        case ["sign-in", "provider", "callback"]: try await providerCallback(request)
        case ["sign-in", "provider", "confirm"]: try await providerConfirmPage(request)
        case ["sign-in", "program"]: try await programPage(request)
        case ["sign-in", "program", "done"]:
            ProgramPages.returned(isAllowed: request.query["allowed"] != nil)
        default: nil
        }
    }

    package func viewer(of request: WebRequest) async throws -> WebViewer? {
        guard let token = request.cookie(Self.sessionCookie),
            let session = try await parts.browserSessions.session(of: token)
        else { return nil }
        let lease = try await replicas.lease(session.account)
        let replica = lease.replica
        let limits = replicas.limits
        if request.parts != ["live"] {
            await replica.waitForFirstSync(atMost: limits.firstSync)
        }
        var viewer = WebViewer(
            engine: replica.engine,
            email: session.email,
            formToken: formToken(of: token),
            place: .server,
            zones: replica.engine.zones,
            lease: lease
        )
        do {
            viewer.isReading = try await replica.isReading()
        } catch {
            await replicas.repair(replica)
            throw WebError.unavailable
        }
        viewer.didChange = { await replica.waitUntilSent(atMost: limits.send) }
        viewer.untilSignedOut = { [self] in
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await waitForEnd(of: token, session) }
                // The browser connects again, to the replica that is opened then.
                group.addTask { await replica.waitUntilClosed() }
                await group.next()
                group.cancelAll()
            }
        }
        viewer.account = ServerAccountActions(
            api: InProcessAPI(
                responder: parts.api,
                logger: parts.logger,
                account: session.account,
                session: session.id,
                clientAddress: ClientAddress(key: request.address)
            )
        )
        viewer.signInMethods = signInMethods(of: session, request)
        if session.isAdministrator {
            viewer.administration = ServerWebAdministration(parts: parts, account: session.account)
        }
        viewer.imports = try spools?.spool(account: "\(session.account)") { [replicas] in
            let lease = try await replicas.lease(session.account)
            return (lease.replica.engine, lease)
        }
        return viewer
    }

    private func signInMethods(
        of session: TokenSession,
        _ request: WebRequest
    ) -> (any WebSignInMethods)? {
        parts.providerSignIn.map { provider in
            ServerSignInMethods(
                access: self,
                provider: provider,
                session: session,
                address: ClientAddress(key: request.address),
                client: request.head.headerFields[.userAgent] ?? ""
            )
        }
    }

    package func signInResponse(to request: WebRequest) -> WebResponse {
        if request.parts == ["live"] { return WebResponse(status: .unauthorized) }
        guard request.head.method == .get || request.head.method == .head else {
            return .seeOther(WebPath("/sign-in", ["ended": "1"]))
        }
        let path = WebPath(local: request.head.path ?? "/")
        // The cookie may be missing only because a link of another site led here.
        if request.isFromOtherSite { return SignInPages.opening(path ?? WebPath("/")) }
        return .seeOther(
            SignInPages.signInPath(returningTo: path?.text == "/" ? nil : path)
        )
    }

    package func pageFailed(_ error: any Error, for viewer: WebViewer) async {
        guard let lease = viewer.lease as? ReplicaLease else { return }
        await replicas.repair(lease.replica)
    }

    /// The token in the forms of a browser's session or of its sign-in.
    func formToken(of secret: String) -> String {
        // Read each time: the keys can be replaced while the server runs.
        let formKey = SymmetricKey(data: parts.browserSessions.formKey)
        let code = HMAC<SHA256>.authenticationCode(for: Data(secret.utf8), using: formKey)
        return Data(code).base64EncodedString()
    }

    /// Returns when a session has ended, also by another process.
    private func waitForEnd(of token: String, _ session: TokenSession) async {
        let listener = parts.store.changeBus.listen(to: session.account)
        defer { listener.stop() }
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                while true {
                    do {
                        try await parts.dependencies.clock.sleep(for: replicas.limits.sessionCheck)
                    } catch {
                        // Cancelled: the stream has ended.
                        return
                    }
                    listener.wake()
                }
            }
            for await _ in listener.events {
                do {
                    guard try await parts.browserSessions.session(of: token) != nil else { break }
                } catch {
                    // The server's database cannot be read now, so that no session has ended.
                    continue
                }
            }
            group.cancelAll()
        }
    }
}
