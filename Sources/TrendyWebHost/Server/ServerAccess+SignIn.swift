import HTTPTypes
import TrendyLocalization
import TrendyModel
import TrendyServer
import TrendyWeb
import TrendyWire

/// Sign-in and sign-up.
extension ServerAccess {
    /// The lifetime of the cookie of a signed-in browser: the longest that browsers accept.
    ///
    /// The session itself ends earlier when it is not used.
    ///
    /// Source: [RFC 6265bis, section 5.5](https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis#section-5.5).
    private static let cookieSeconds = 400 * 86_400
    /// The lifetime of the cookie of the sign-in.
    private static let formCookieSeconds = 86_400

    func signInPage(_ request: WebRequest) async throws -> WebResponse? {
        if request.head.method == .post { return try await signIn(request) }
        let destination = request.query["to"].flatMap { WebPath(local: $0) }
        if let token = request.cookie(Self.sessionCookie),
            try await parts.browserSessions.session(of: token) != nil
        {
            return .seeOther(destination ?? PageArea.overview.path)
        }
        return showing(request) { token in
            var form = SignInForm(.signIn, token: token, destination: destination)
            form.offersOther = offersSignUp
            form.providerName = parts.providerSignIn?.name
            if request.query["ended"] != nil { form.error = Strings.WebSignIn.sessionEnded() }
            return form.page()
        }
    }

    func signUpPage(_ request: WebRequest) async throws -> WebResponse? {
        guard offersSignUp else {
            throw WebError(
                status: .forbidden,
                title: Strings.WebSignIn.signUp(),
                text: Strings.WebSignIn.signUpClosed()
            )
        }
        if request.head.method == .post { return try await signUp(request) }
        let destination = request.query["to"].flatMap { WebPath(local: $0) }
        return showing(request) { token in
            var form = SignInForm(signUpPurpose, token: token, destination: destination)
            form.providerName = parts.providerSignIn?.name
            return form.page()
        }
    }

    private var offersSignUp: Bool { parts.browserSessions.signUpPolicy != .closed }

    private var signUpPurpose: SignInForm.Purpose {
        .signUp(needsInvite: parts.browserSessions.signUpPolicy == .invite)
    }

    /// A page with a form, and the cookie that its token belongs to.
    ///
    /// Without it, another site could sign a person in to an account of its own, and read what the
    /// person enters there.
    private func showing(
        _ request: WebRequest,
        _ page: (_ token: String) -> WebResponse
    ) -> WebResponse {
        if let known = request.cookie(Self.formCookie), known.utf8.count == Self.secretLength {
            return page(formToken(of: known))
        }
        let secret = Self.secret(parts.dependencies.random)
        var response = page(formToken(of: secret))
        response.headers.append(
            Self.cookie(Self.formCookie, secret, seconds: Self.formCookieSeconds)
        )
        return response
    }

    // MARK: Forms

    private func signIn(_ request: WebRequest) async throws -> WebResponse {
        let fields = try await request.form()
        var form = SignInForm(
            .signIn,
            token: fields["csrf"] ?? "",
            destination: fields["to"].flatMap { WebPath(local: $0) }
        )
        form.offersOther = offersSignUp
        form.providerName = parts.providerSignIn?.name
        return try await answer(form, fields, request)
    }

    private func signUp(_ request: WebRequest) async throws -> WebResponse {
        let fields = try await request.form()
        var form = SignInForm(
            signUpPurpose,
            token: fields["csrf"] ?? "",
            destination: fields["to"].flatMap { WebPath(local: $0) }
        )
        form.invite = fields["invite"] ?? ""
        form.providerName = parts.providerSignIn?.name
        return try await answer(form, fields, request)
    }

    private func answer(
        _ form: SignInForm,
        _ fields: WebFields,
        _ request: WebRequest
    ) async throws -> WebResponse {
        guard let secret = request.cookie(Self.formCookie) else {
            return SignInPages.cookieRefused(isPlain: isPlain(request))
        }
        guard request.isSameOrigin else { throw WebError.forgedForm }
        var form = form
        form.email = fields["email"] ?? ""
        guard form.token == formToken(of: secret) else {
            form.token = formToken(of: secret)
            form.error = Strings.WebSignIn.formExpired()
            return form.page(status: .forbidden)
        }
        do {
            return try await startSession(form, password: fields["password"] ?? "", request)
        } catch let problem as Problem {
            form.error = Self.text(of: problem, isSignUp: form.isSignUp)
            var response = form.page(status: HTTPResponse.Status(code: problem.status))
            if let seconds = problem.retryAfter { response.headers[.retryAfter] = String(seconds) }
            return response
        }
    }

    /// Starts a new session, so that no token from before the sign-in becomes one that is signed in.
    private func startSession(
        _ form: SignInForm,
        password: String,
        _ request: WebRequest
    ) async throws -> WebResponse {
        let sessions = parts.browserSessions
        let client = request.head.headerFields[.userAgent] ?? ""
        let address = ClientAddress(key: request.address)
        var credentials = Credentials(email: form.email, password: password)
        let new: BrowserSessions.NewToken
        if form.isSignUp {
            credentials.invite = form.invite
            try await sessions.signUp(credentials, client: client, from: address)
            do {
                new = try await sessions.signIn(credentials, client: client, from: address)
            } catch let problem as Problem where problem.code == .unauthorized {
                // The address had an account; the answer does not say so.
                throw Problem(.conflict, detail: Strings.Accounts.notSignedUp())
            }
        } else {
            new = try await sessions.signIn(credentials, client: client, from: address)
        }
        if let old = request.cookie(Self.sessionCookie),
            let session = try await sessions.session(of: old)
        {
            try await parts.store.endSession(account: session.account, id: session.id)
        }
        var response = WebResponse.seeOther(form.destination ?? PageArea.overview.path)
        response.headers.append(Self.cookie(ofSession: new))
        response.headers.append(Self.cookie(Self.formCookie, "", seconds: 0))
        return response
    }

    static func text(of problem: Problem, isSignUp: Bool) -> String {
        if problem.code == .unauthorized { return Strings.Accounts.wrongPassword() }
        let texts = (problem.errors ?? []).compactMap { error -> String? in
            switch (error.field, error.code) {
            case ("email", _): Strings.Accounts.badEmail()
            case ("password", "too_short"): Strings.Accounts.weakPassword()
            case ("password", _): "\(Strings.WebSignIn.password()) \(error.message)."
            default: nil
            }
        }
        if !texts.isEmpty { return texts.joined(separator: " ") }
        return problem.code == .conflict ? problem.detail : problem.userMessage ?? problem.detail
    }

    /// Whether the browser probably used plain HTTP over a network.
    private func isPlain(_ request: WebRequest) -> Bool {
        let host = request.head.authority?.split(separator: ":").first ?? ""
        guard parts.configuration.certificate == nil, host != "localhost", host != "127.0.0.1"
        else {
            return false
        }
        // Says nothing about trust: the header only selects the text of a page.
        let forwarded = HTTPField.Name("X-Forwarded-Proto")
        return forwarded.flatMap { request.head.headerFields[$0] } != "https"
    }

    // MARK: Cookies

    /// The length of a secret as text.
    private static let secretLength = 64

    private static func secret(_ random: any RandomSource) -> String {
        (0..<4).map { _ in
            let digits = String(random.next(), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    /// The cookie of a browser that is signed in from now on.
    static func cookie(ofSession new: BrowserSessions.NewToken) -> HTTPField {
        cookie(sessionCookie, new.token, seconds: cookieSeconds)
    }

    static func cookie(_ name: String, _ value: String, seconds: Int) -> HTTPField {
        HTTPField(
            name: .setCookie,
            value: "\(name)=\(value); Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=\(seconds)"
        )
    }

    /// The answer to a browser that is signed out: it forgets the session and what it kept.
    static func signedOut() -> WebResponse {
        var response = WebResponse.seeOther(SignInPages.signInPath)
        response.headers.append(cookie(sessionCookie, "", seconds: 0))
        return response
    }
}
