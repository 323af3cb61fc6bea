import Crypto
import Foundation
import HTTPTypes
import Synchronization
package import TrendyHealth
package import TrendyKit
package import TrendyModel
package import TrendyWeb

/// Access to the pages of a device's own profile by a one-time link.
///
/// Only this machine reaches the pages, but all its users do, and so do all web sites through a
/// browser. A cookie is required of the former; requests for another host name are refused, which
/// stops the latter. The cookie is sent to all ports of the host, so that it does not protect from a
/// server of another user of this machine that the person opens.
///
/// Source of the latter: DNS rebinding, as in
/// [RFC 6455, section 10.2](https://www.rfc-editor.org/rfc/rfc6455#section-10.2) by analogy.
package final class DeviceAccess: WebAccess {
    private struct State {
        var link: String?
        var sessions: Set<String> = []
    }

    private let engine: TrendyEngine
    private let email: String?
    private let dependencies: Dependencies
    private let formKey: SymmetricKey
    private let imports: (any WebImports)?
    private let samples: (any SampleProviding)?
    private let state: Mutex<State>

    /// Creates access to an engine.
    ///
    /// - `email`: the account's address; `nil` when the device is not signed in.
    /// - `samples`: the raw samples that the device keeps.
    package init(
        engine: TrendyEngine,
        email: String?,
        imports: (any WebImports)? = nil,
        samples: (any SampleProviding)? = nil,
        dependencies: Dependencies
    ) {
        self.engine = engine
        self.email = email
        self.imports = imports
        self.samples = samples
        self.dependencies = dependencies
        formKey = SymmetricKey(data: Self.secret(dependencies.random))
        state = Mutex(State(link: Self.text(Self.secret(dependencies.random))))
    }

    /// The path that opens the pages once; `nil` after it was used.
    package var link: WebPath? {
        state.withLock(\.link).map { WebPath(parts: ["open", $0]) }
    }

    package func openResponse(to request: WebRequest) async throws -> WebResponse? {
        guard isLocal(request.head.authority ?? "") else { throw WebError.forgedForm }
        // A browser that looks at a link before it is opened must not use it up.
        guard request.head.method == .get, request.parts.count == 2, request.parts[0] == "open"
        else { return nil }
        let session = Self.text(Self.secret(dependencies.random))
        let isValid = state.withLock { state in
            guard let link = state.link, link == request.parts[1] else { return false }
            state.link = nil
            state.sessions.insert(session)
            return true
        }
        guard isValid else { return signInResponse(to: request) }
        var response = WebResponse.seeOther(PageArea.overview.path)
        response.headers[.setCookie] =
            "\(Self.cookie(of: request))=\(session); Path=/; HttpOnly; SameSite=Strict"
        return response
    }

    package func viewer(of request: WebRequest) async throws -> WebViewer? {
        guard let session = request.cookie(Self.cookie(of: request)),
            state.withLock({ $0.sessions.contains(session) })
        else { return nil }
        let code = HMAC<SHA256>.authenticationCode(for: Data(session.utf8), using: formKey)
        var viewer = WebViewer(
            engine: engine,
            email: email,
            formToken: Self.text(Array(code)),
            place: .device,
            zones: engine.zones
        )
        viewer.imports = imports
        viewer.samples = samples
        return viewer
    }

    package func signInResponse(to request: WebRequest) -> WebResponse {
        SignInPages.linkExpired()
    }

    private func isLocal(_ authority: String) -> Bool {
        let host = authority.split(separator: ":").first ?? ""
        return host == "127.0.0.1" || host == "localhost"
    }

    /// The name of the cookie: browsers share cookies between the ports of a host, and another
    /// profile may be served on another port.
    private static func cookie(of request: WebRequest) -> String {
        let port = request.head.authority?.split(separator: ":").dropFirst().first
        return "trendy-session-\(port ?? "80")"
    }

    private static func secret(_ random: any RandomSource) -> [UInt8] {
        (0..<4).flatMap { _ in
            withUnsafeBytes(of: random.next().bigEndian) { Array($0) }
        }
    }

    private static func text(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
