import Foundation
import HTTPTypes
import Synchronization
import TestSupport
import TrendyHTTP
import TrendyModel
import TrendySync

/// The provider of OpenID Connect from PyPI's `oidc-provider-mock`, in its own process.
///
/// `scripts/install-dependencies --tests` installs it.
final class ProviderProcess {
    static let executable = ".build/openid/bin/oidc-provider-mock"
    static let isInstalled = FileManager.default.isExecutableFile(atPath: executable)

    let issuer: String
    private let process: TrendyProcess

    /// Starts a provider with persons of verified addresses; the address is the subject, too.
    init(persons: [String]) async throws {
        for _ in 0..<5 {
            let issuer = "http://localhost:\(Int.random(in: 20_000..<30_000))"
            if let process = try await Self.start(issuer, persons) {
                (self.issuer, self.process) = (issuer, process)
                return
            }
        }
        throw ServerProcess.StartError(message: "The provider did not start")
    }

    /// Returns when the provider answers; `nil` when another program has its port.
    private static func start(
        _ issuer: String,
        _ persons: [String]
    ) async throws -> TrendyProcess? {
        let port = issuer.split(separator: ":").last.map(String.init) ?? ""
        let claims = persons.flatMap { person in
            [
                "--user-claims",
                #"{"sub":"\#(person)","email":"\#(person)","email_verified":true}"#,
            ]
        }
        let process = try TrendyProcess(
            ["--port", port, "--require-nonce"] + claims,
            executable: URL(fileURLWithPath: executable)
        )
        let person = Person()
        try await eventually {
            guard process.isRunning else { return true }
            let page = try? await person.get(issuer + "/.well-known/openid-configuration")
            return page?.status == 200
        }
        return process.isRunning ? process : nil
    }

    func stop() async {
        process.kill()
        _ = await process.wait()
    }

    deinit {
        if process.isRunning { process.kill() }
    }
}

/// A person at a browser: it keeps cookies for each host, and follows no redirects.
final class Person: Sendable {
    struct Page: Sendable {
        let url: String
        let status: Int
        let headers: HTTPFields
        let text: String

        /// The address that the page leads to at once, by a redirect or a refresh.
        var next: String? {
            if let location = headers[.location] { return location }
            let refresh = HTTPField.Name("Refresh").flatMap { headers[$0] }
            return refresh?.split(separator: "url=", maxSplits: 1).last.map(String.init)
        }

        /// The hidden fields of its form.
        var hidden: [String: String] {
            var fields: [String: String] = [:]
            for match in text.matches(of: /type="hidden" name="([^"]+)" value="([^"]*)"/) {
                fields[String(match.output.1)] = String(match.output.2)
            }
            return fields
        }
    }

    private let jar = Mutex<[String: [String: String]]>([:])

    func get(_ url: String) async throws -> Page { try await open(.get, url, nil) }

    func post(_ url: String, _ fields: [String: String]) async throws -> Page {
        let body = fields.sorted { $0.key < $1.key }.map { name, value in
            let encoded = value.addingPercentEncoding(withAllowedCharacters: .alphanumerics)
            return "\(name)=\(encoded ?? "")"
        }.joined(separator: "&")
        return try await open(.post, url, Array(body.utf8))
    }

    /// Follows where a page leads, until a page leads nowhere.
    func follow(_ page: Page) async throws -> Page {
        var page = page
        for _ in 0..<10 {
            guard let next = page.next else { return page }
            let base = URL(string: page.url)
            page = try await get(URL(string: next, relativeTo: base)?.absoluteString ?? next)
        }
        return page
    }

    private func open(
        _ method: HTTPRequest.Method,
        _ text: String,
        _ body: [UInt8]?
    ) async throws -> Page {
        guard let url = URL(string: text), let host = url.host() else {
            throw ServerProcess.StartError(message: "\(text) is no address")
        }
        let authority = url.port.map { "\(host):\($0)" } ?? host
        let path = text.drop { $0 != "/" }.dropFirst(2).drop { $0 != "/" }
        var request = HTTPRequest(
            method: method,
            scheme: "http",
            authority: authority,
            path: path.isEmpty ? "/" : String(path)
        )
        let cookies = jar.withLock { $0[authority] ?? [:] }.map { "\($0.key)=\($0.value)" }
        if !cookies.isEmpty {
            request.headerFields[.cookie] = cookies.sorted().joined(separator: "; ")
        }
        if body != nil {
            request.headerFields[.contentType] = "application/x-www-form-urlencoded"
        }
        let exchange = AsyncHTTPExchange(address: try ServerAddress.parse("http://\(authority)"))
        let answer = try await exchange.send(request, body: body)
        for line in answer.head.headerFields[values: .setCookie] {
            let pair = line.prefix { $0 != ";" }.split(
                separator: "=",
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            let value = line.contains("Max-Age=0") ? nil : String(pair[1])
            jar.withLock { $0[authority, default: [:]][String(pair[0])] = value }
        }
        var bytes: [UInt8] = []
        for try await piece in answer.body { bytes += piece }
        try await exchange.shutdown()
        return Page(
            url: text,
            status: answer.head.status.code,
            headers: answer.head.headerFields,
            text: String(decoding: bytes, as: UTF8.self)
        )
    }
}
