import Foundation
import HTTPTypes
import TrendyLocalization
import TrendyModel
import TrendyServer
import TrendyWeb

/// Sign-in of a person's program through the browser.
///
/// The program listens on a port of the loopback interface, and opens the page of this request. The
/// browser goes back to the port with a code or an error.
///
/// Source: [RFC 8252, section 7.3](https://www.rfc-editor.org/rfc/rfc8252#section-7.3).
struct ProgramRequest {
    /// The maximum length of the program's name, in characters.
    private static let maximumNameLength = 60
    /// The maximum length of the program's state, in bytes.
    private static let maximumStateBytes = 128

    let challenge: String
    let state: String
    let port: UInt16
    let program: String

    /// Reads a query or form; `nil` when a value is missing or invalid.
    init?(_ fields: WebFields) {
        guard let challenge = fields["challenge"], ProgramSignIn.isChallenge(challenge),
            let state = fields["state"], !state.isEmpty,
            state.utf8.count <= Self.maximumStateBytes,
            let port = fields["port"].flatMap({ UInt16($0) }), port > 0,
            let program = fields.text("program"), program.count <= Self.maximumNameLength,
            program.unicodeScalars.allSatisfy({
                ![.control, .format].contains($0.properties.generalCategory)
            })
        else { return nil }
        self.challenge = challenge
        self.state = state
        self.port = port
        self.program = program
    }

    /// The values as fields of a form.
    var values: [(name: String, value: String)] {
        [
            ("challenge", challenge), ("state", state), ("port", String(port)),
            ("program", program),
        ]
    }

    /// The program's address with an answer.
    func answer(_ name: String, _ value: String) -> ExternalAddress {
        let path = WebPath(parts: [], pairs: [(name, value), ("state", state)])
        return ExternalAddress(port: port, path: path)
    }
}

extension ServerAccess {
    /// Asks the signed-in person whether a program may use the account.
    func programPage(_ request: WebRequest) async throws -> WebResponse? {
        let isForm = request.head.method == .post
        let fields = isForm ? try await request.form() : request.query
        guard let program = ProgramRequest(fields) else {
            return ProviderPages.failed(
                Strings.WebProvider.programInvalid(),
                status: .badRequest
            )
        }
        guard let token = request.cookie(Self.sessionCookie),
            let session = try await parts.browserSessions.session(of: token)
        else { return signInResponse(to: request) }
        guard isForm else {
            return ProgramConsentForm(
                program: program.program,
                email: session.email,
                token: formToken(of: token),
                values: program.values
            ).page()
        }
        guard request.isSameOrigin, fields["csrf"] == formToken(of: token) else {
            throw WebError.forgedForm
        }
        let address: ExternalAddress
        if fields["answer"] == "allow" {
            let code = try await parts.programSignIn.makeCode(
                for: session,
                challenge: program.challenge
            )
            address = program.answer("code", code)
        } else {
            address = program.answer("error", "access_denied")
        }
        return ProviderPages.leaving(for: address, name: program.program)
    }
}
