import Crypto
import Foundation
import HTTPTypes
import Logging
import ServiceLifecycle
import TrendyModel
import TrendyServer
import TrendySync
import TrendyWeb
import TrendyWebHost
import TrendyWire

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Signs this device in through the person's browser.
///
/// It listens on a port of the loopback interface, to which the browser brings a code of the
/// server. Only this process can exchange the code, because it keeps the verifier.
///
/// Source: [RFC 8252](https://www.rfc-editor.org/rfc/rfc8252).
struct BrowserSignIn: Sendable {
    let address: ServerAddress
    let dependencies: Dependencies
    /// Whether to open the browser, besides printing the address.
    let opens: Bool
    let isJSON: Bool
    /// How long to wait for the browser.
    let timeLimit: Duration

    /// Returns the session.
    ///
    /// - Throws: ``CommandFailure`` after a refusal, the time limit and Ctrl-C, and when the server
    ///   has no pages; `SyncFailure`.
    func session(_ client: AccountClient) async throws -> Session {
        try await checkSupport(client)
        let verifier = secret()
        let code: String
        do {
            code = try await cancelledBySignals { try await self.code(verifier: verifier) }
        } catch is CancellationError {
            throw CommandFailure(
                code: EX_TEMPFAIL,
                message: "The sign-in was cancelled. This device is not signed in."
            )
        }
        do {
            return try await client.exchange(CodeExchange(code: code, verifier: verifier))
        } catch let failure as SyncFailure where failure.code == .needsSignIn {
            throw CommandFailure(
                code: EX_NOPERM,
                message: "The server did not accept the browser's code. Try again."
            )
        }
    }

    private func checkSupport(_ client: AccountClient) async throws {
        do {
            guard try await !client.settings().hasPages else { return }
        } catch let failure as SyncFailure where failure.problem?.code == .notFound {
            // A version without this sign-in.
        }
        throw CommandFailure(
            code: EX_UNAVAILABLE,
            message:
                "This server has no sign-in with a browser. Use 'trendy login --email ADDRESS'."
        )
    }

    /// Waits for the browser and returns its code.
    private func code(verifier: String) async throws -> String {
        let state = secret()
        let (answers, continuation) = AsyncStream.makeStream(of: BrowserAnswer.self)
        var logger = Logger(label: "trendy.login") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .error
        let server = LoopbackServer(
            port: 0,
            responder: WebResponder(
                WebApplication(
                    access: BrowserAnswerAccess(
                        state: state,
                        server: "\(address)"
                    ) { continuation.yield($0) },
                    dependencies: dependencies,
                    logger: logger
                )
            ),
            dependencies: dependencies,
            logger: logger
        ) { port in
            show("\(address)\(page(verifier: verifier, state: state, port: port).text)")
        }
        let group = ServiceGroup(services: [server], logger: logger)
        async let running: Void = group.run()
        let answer = try await withThrowingTaskGroup(of: BrowserAnswer?.self) { tasks in
            tasks.addTask { await answers.first { _ in true } }
            tasks.addTask { [dependencies, timeLimit] in
                try await dependencies.clock.sleep(for: timeLimit)
                return nil
            }
            defer { tasks.cancelAll() }
            return try await tasks.next() ?? nil
        }
        // The answer to the browser is sent first.
        await group.triggerGracefulShutdown()
        try await running
        try Task.checkCancellation()
        switch answer {
        case .code(let code): return code
        case .refused:
            throw CommandFailure(
                code: EX_NOPERM,
                message: "The sign-in was refused in the browser. This device is not signed in."
            )
        case nil:
            throw CommandFailure(
                code: EX_TEMPFAIL,
                message: "The browser did not answer within "
                    + "\(timeLimit.components.seconds) s. This device is not signed in."
            )
        }
    }

    private func page(verifier: String, state: String, port: Int) -> WebPath {
        let challenge = Data(SHA256.hash(data: Data(verifier.utf8)))
        let host = ProcessInfo.processInfo.hostName
        return WebPath(
            parts: ["sign-in", "program"],
            pairs: [
                ("challenge", Self.base64URL(challenge)), ("state", state),
                ("port", String(port)), ("program", String("trendy (\(host))".prefix(60))),
            ]
        )
    }

    private func show(_ url: String) {
        if isJSON {
            Console.error("{\"url\":\"\(url)\"}\n")
        } else {
            Console.text("Open this address in a browser of this machine to sign in:")
            Console.text("  \(url)")
            Console.text("Ctrl-C cancels the sign-in.")
        }
        // A program that waits for the address reads it through a pipe.
        try? Console.flush()
        if opens { Browser.open(url) }
    }

    /// 256 random bits as base64url.
    private func secret() -> String {
        var bytes = Data()
        for _ in 0..<4 {
            withUnsafeBytes(of: dependencies.random.next()) { bytes.append(contentsOf: $0) }
        }
        return Self.base64URL(bytes)
    }

    private static func base64URL(_ data: Data) -> String {
        data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
    }
}

/// What the browser brings back from the server.
private enum BrowserAnswer: Sendable {
    case code(String)
    case refused
}

/// Answers the browser that comes back from the server; it knows no other page.
private struct BrowserAnswerAccess: WebAccess {
    /// The value that only the server's answer to this sign-in has.
    let state: String
    /// The server's address.
    let server: String
    let received: @Sendable (BrowserAnswer) -> Void

    func openResponse(to request: WebRequest) async throws -> WebResponse? {
        guard request.head.method == .get, request.parts.isEmpty,
            request.query["state"] == state
        else { throw WebError.notFound }
        if let code = request.query["code"] {
            received(.code(code))
            return end(isAllowed: true)
        }
        guard request.query["error"] != nil else { throw WebError.notFound }
        received(.refused)
        return end(isAllowed: false)
    }

    /// The last page, on the server if possible: this program stops serving at once, and with it
    /// the style of its own page.
    private func end(isAllowed: Bool) -> WebResponse {
        ExternalAddress(server + ProgramPages.path(isAllowed: isAllowed).text)
            .map { ProviderPages.redirect(to: $0) } ?? ProgramPages.returned(isAllowed: isAllowed)
    }

    func viewer(of request: WebRequest) async throws -> WebViewer? { nil }

    func signInResponse(to request: WebRequest) -> WebResponse {
        ProgramPages.returned(isAllowed: false)
    }
}
