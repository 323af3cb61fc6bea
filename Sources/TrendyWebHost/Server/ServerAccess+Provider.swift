import HTTPTypes
import Logging
import TrendyLocalization
import TrendyModel
import TrendyServer
import TrendyWeb
import TrendyWire

/// Sign-in through a provider.
extension ServerAccess {
    /// The cookie of a sign-in at the provider, which has not ended.
    ///
    /// The browser sends it when the provider's page leads back here, unlike the other cookies.
    static let providerCookie = "__Host-trendy-provider"
    /// The cookie of an identity that waits for a password or an invite code.
    static let identityCookie = "__Host-trendy-identity"

    /// Begins a sign-in: the browser goes to the provider.
    func providerPage(_ request: WebRequest) async throws -> WebResponse? {
        guard let provider = parts.providerSignIn, request.head.method == .get else { return nil }
        let destination = request.query["to"].flatMap { WebPath(local: $0) }
        do {
            let start = try await provider.begin(.signIn, destination: destination?.text)
            var response = ProviderPages.redirect(to: try Self.address(start))
            response.headers.append(Self.cookie(of: start))
            return response
        } catch {
            return try failurePage(error, provider)
        }
    }

    /// The provider's answer.
    func providerCallback(_ request: WebRequest) async throws -> WebResponse? {
        guard let provider = parts.providerSignIn, request.head.method == .get else { return nil }
        var response: WebResponse
        do {
            let result = try await provider.finish(
                { request.query[$0] },
                cookie: request.cookie(Self.providerCookie),
                client: request.head.headerFields[.userAgent] ?? "",
                from: ClientAddress(key: request.address)
            )
            let destination = result.destination.flatMap { WebPath(local: $0) }
            switch result.outcome {
            case .signedIn(let new):
                response = SignInPages.opening(destination ?? PageArea.overview.path)
                response.headers.append(Self.cookie(ofSession: new))
            case .linked:
                response = SignInPages.opening(WebPath("/account", ["done": "linked"]))
            case .pending(let cookie):
                response = .seeOther(ProviderPages.confirmPath)
                response.headers.append(
                    Self.laxCookie(
                        Self.identityCookie,
                        cookie,
                        duration: ProviderSignIn.timeLimit
                    )
                )
            }
        } catch {
            response = try failurePage(error, provider)
        }
        response.headers.append(Self.laxCookie(Self.providerCookie, "", duration: .zero))
        return response
    }

    /// The page on which the person enters a password or an invite code for a new identity.
    func providerConfirmPage(_ request: WebRequest) async throws -> WebResponse? {
        guard let provider = parts.providerSignIn else { return nil }
        guard let cookie = request.cookie(Self.identityCookie),
            let pending = provider.pending(cookie)
        else { return try failurePage(ProviderSignInError.expired, provider) }
        var form = ProviderConfirmForm(
            name: provider.name,
            email: pending.email,
            needsInvite: pending.need == .invite,
            token: formToken(of: cookie)
        )
        guard request.head.method == .post else { return form.page() }
        let fields = try await request.form()
        guard request.isSameOrigin, fields["csrf"] == form.token else {
            throw WebError.forgedForm
        }
        do {
            let new = try await provider.complete(
                pending,
                entered: fields["entered"] ?? "",
                client: request.head.headerFields[.userAgent] ?? "",
                from: ClientAddress(key: request.address)
            )
            let destination = pending.destination.flatMap { WebPath(local: $0) }
            var response = WebResponse.seeOther(destination ?? PageArea.overview.path)
            response.headers.append(Self.cookie(ofSession: new))
            response.headers.append(Self.laxCookie(Self.identityCookie, "", duration: .zero))
            return response
        } catch let problem as Problem {
            form.error = Self.text(of: problem, isSignUp: false)
            var response = form.page(status: HTTPResponse.Status(code: problem.status))
            if let seconds = problem.retryAfter { response.headers[.retryAfter] = String(seconds) }
            return response
        } catch {
            return try failurePage(error, provider)
        }
    }

    /// The page of an error of the sign-in; throws other errors again.
    private func failurePage(
        _ error: any Error,
        _ provider: ProviderSignIn
    ) throws -> WebResponse {
        if let problem = error as? Problem {
            return ProviderPages.failed(
                problem.userMessage ?? problem.detail,
                status: HTTPResponse.Status(code: problem.status)
            )
        }
        guard let error = error as? ProviderSignInError else { throw error }
        log(error)
        return ProviderPages.failed(
            error.text(name: provider.name),
            status: error.status
        )
    }

    /// Logs an error that the server's administrator has to know.
    func log(_ error: ProviderSignInError) {
        guard !error.cause.isEmpty else { return }
        parts.logger.warning(
            "A sign-in through the provider failed",
            metadata: ["kind": "\(error.code)", "cause": "\(error.cause)"]
        )
    }

    static func address(_ start: ProviderSignInStart) throws -> ExternalAddress {
        guard let address = ExternalAddress(start.location) else {
            throw ProviderSignInError.invalidAddress
        }
        return address
    }

    static func cookie(of start: ProviderSignInStart) -> HTTPField {
        laxCookie(providerCookie, start.cookie, duration: ProviderSignIn.timeLimit)
    }

    /// A cookie that the browser also sends when a page of another site leads here.
    private static func laxCookie(
        _ name: String,
        _ value: String,
        duration: Duration
    ) -> HTTPField {
        HTTPField(
            name: .setCookie,
            value: "\(name)=\(value); Path=/; Secure; HttpOnly; SameSite=Lax; "
                + "Max-Age=\(duration.components.seconds)"
        )
    }
}

extension ProviderSignInError {
    /// What happened and what to do, for the person.
    func text(name: String) -> String {
        let values: KeyValuePairs<String, String> = ["name": name]
        return switch code {
        case .denied: Strings.WebProvider.denied(values)
        case .expired: Strings.WebProvider.expired(values)
        case .unreachable: Strings.WebProvider.unreachable(values)
        case .invalidAnswer: Strings.WebProvider.invalidAnswer(values)
        case .noAddress: Strings.WebProvider.noAddress(values)
        case .unverifiedAddress: Strings.WebProvider.unverifiedAddress(values)
        case .addressTaken: Strings.WebProvider.addressTaken(values)
        case .disabled: Strings.WebProvider.disabled(values)
        case .signUpClosed: Strings.WebSignIn.signUpClosed()
        case .identityTaken: Strings.WebProvider.identityTaken(values)
        case .tooManyIdentities: Strings.WebProvider.tooManyIdentities(values)
        }
    }

    /// The status of the page.
    var status: HTTPResponse.Status {
        switch code {
        case .unreachable, .invalidAnswer: .badGateway
        case .denied, .disabled, .signUpClosed, .noAddress, .unverifiedAddress: .forbidden
        case .expired: .badRequest
        case .addressTaken, .identityTaken, .tooManyIdentities: .conflict
        }
    }
}
