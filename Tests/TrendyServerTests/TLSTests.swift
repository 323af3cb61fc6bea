import Foundation
import NIOCore
import NIOSSL
import NIOTLS
import Synchronization
import Testing
import TrendyServer
import TrendyWire

@Suite("TLS")
struct TLSTests {
    /// The client's view of a handshake.
    private struct Handshake {
        let status: Int?
        let names: [String]
        let negotiated: String?
    }

    private func request(
        _ port: Int,
        maximumVersion: TLSVersion? = nil,
        protocols: [String] = ["h2", "http/1.1"]
    ) async throws -> Handshake {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.certificateVerification = .noHostnameVerification
        configuration.applicationProtocols = protocols
        configuration.minimumTLSVersion = .tlsv1
        configuration.maximumTLSVersion = maximumVersion
        let context = try NIOSSLContext(configuration: configuration)
        let seenBox = Seen()
        let client = try await RawClient.connect(port: port) { channel in
            let handler = try NIOSSLClientHandler(
                context: context,
                serverHostname: "localhost",
                customVerificationCallback: { certificates, promise in
                    seenBox.add(certificates.map(\.description))
                    promise.succeed(.certificateVerified)
                }
            )
            try channel.pipeline.syncOperations.addHandler(handler)
            try channel.pipeline.syncOperations.addHandler(ProtocolWatcher(seenBox))
        }
        await client.send("GET \(Route.health) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let status = await client.readHead().flatMap(RawClient.status)
        client.close()
        return Handshake(status: status, names: seenBox.names, negotiated: seenBox.negotiated)
    }

    private final class Seen: Sendable {
        private let state = Mutex<(names: [String], negotiated: String?)>(([], nil))
        var names: [String] { state.withLock { $0.names } }
        var negotiated: String? { state.withLock { $0.negotiated } }
        func add(_ names: [String]) { state.withLock { $0.names += names } }
        func set(_ name: String?) { state.withLock { $0.negotiated = name } }
    }

    private final class ProtocolWatcher: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        private let seen: Seen

        init(_ seen: Seen) {
            self.seen = seen
        }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if case .handshakeCompleted(let name)? = event as? TLSUserEvent { seen.set(name) }
            context.fireUserInboundEventTriggered(event)
        }
    }

    private func failure(_ files: CertificateFiles) async -> String? {
        do {
            _ = try await RunningServer.run(certificate: files) { _ in }
            return nil
        } catch let error as ServerError where error.code == .unusableCertificate {
            return error.message
        } catch {
            return "\(error)"
        }
    }

    @Test("Requests are served over TLS 1.2 and 1.3, and ALPN selects http/1.1")
    func serves() async throws {
        let files = try TestCertificate(name: "first").write()
        try await RunningServer.run(certificate: files) { server in
            for version in [TLSVersion.tlsv12, .tlsv13] {
                let handshake = try await request(server.port, maximumVersion: version)
                #expect(handshake.status == 200)
                #expect(handshake.negotiated == "http/1.1")
                #expect(handshake.names.contains { $0.contains("first") })
            }
            #expect(try await request(server.port, maximumVersion: .tlsv11).status == nil)
        }
    }

    @Test("The next handshake uses a new pair of files, and open connections continue")
    func reload() async throws {
        let files = try TestCertificate(name: "first").write()
        try await RunningServer.run(certificate: files) { server in
            #expect(try await request(server.port).names.contains { $0.contains("first") })

            try TestCertificate(name: "second").write(to: files)
            await server.log.waitForLine(with: "was reloaded")

            let handshake = try await request(server.port)
            #expect(handshake.status == 200)
            #expect(handshake.names.contains { $0.contains("second") })
            #expect(server.log.count(of: "was reloaded") == 1)
        }
    }

    @Test("A new certificate that has expired is used, with a warning")
    func expiredReload() async throws {
        let files = try TestCertificate().write()
        try await RunningServer.run(certificate: files) { server in
            try TestCertificate(validity: -7200...(-3600)).write(to: files)
            await server.log.waitForLine(with: "valid_until=2026-09-21T13:13:20.000Z")
            try TestCertificate(validity: -3600...7200).write(to: files)
            await server.log.waitForLine(with: "valid_until=2026-09-21T16:13:20.000Z")

            #expect(server.log.count(of: "expired on 2026-09-21T13:13:20.000Z") == 1)
            #expect(server.log.count(of: "clients refuse it") == 1)
        }
    }

    @Test("An unusable new pair is logged with its file, and the previous one stays in use")
    func brokenReload() async throws {
        let files = try TestCertificate(name: "first").write()
        try await RunningServer.run(certificate: files) { server in
            try Data("no key".utf8).write(to: URL(fileURLWithPath: files.key), options: .atomic)
            await server.log.waitForLine(with: "cannot be used")

            #expect(server.log.count(of: files.key) == 1)
            let handshake = try await request(server.port)
            #expect(handshake.status == 200)
            #expect(handshake.names.contains { $0.contains("first") })

            try TestCertificate(name: "third").write(to: files)
            await server.log.waitForLine(with: "was reloaded")
            #expect(try await request(server.port).names.contains { $0.contains("third") })
        }
    }

    @Test("A missing or unusable file prevents the start with its name and a remedy")
    func unusable() async throws {
        let good = try TestCertificate().write()
        let other = try TestCertificate().write()
        let text = try temporaryFile()
        try Data("text".utf8).write(to: URL(fileURLWithPath: text))

        let missing = await failure(
            CertificateFiles(certificate: good.certificate + "x", key: good.key)
        )
        #expect(missing?.contains("\(good.certificate)x does not exist") == true)
        #expect(missing?.contains("--tls-certificate") == true)
        let noKey = await failure(CertificateFiles(certificate: good.certificate, key: text + "x"))
        #expect(noKey?.contains("\(text)x does not exist") == true)
        #expect(noKey?.contains("--tls-key") == true)
        let noPEM = await failure(CertificateFiles(certificate: text, key: good.key))
        #expect(noPEM?.contains("\(text) contains no PEM certificate") == true)
        let badKey = await failure(CertificateFiles(certificate: good.certificate, key: text))
        #expect(badKey?.contains("\(text) contains no private key") == true)
        let mismatch = await failure(
            CertificateFiles(certificate: good.certificate, key: other.key)
        )
        #expect(mismatch?.contains("does not belong") == true)
    }

    @Test("Only a server without TLS on a public address logs a warning about encryption")
    func plainHTTP() async throws {
        let warning = "travel unencrypted"
        try await RunningServer.run(host: "0.0.0.0") { server in
            #expect(server.log.count(of: warning) == 1)
        }
        let files = try TestCertificate().write()
        try await RunningServer.run(host: "0.0.0.0", certificate: files) { server in
            #expect(server.log.count(of: warning) == 0)
        }
        try await RunningServer.run { server in #expect(server.log.count(of: warning) == 0) }
    }

    @Test("An expired certificate and a key that others can read cause warnings")
    func warnings() async throws {
        let files = try TestCertificate(validity: -7200...(-3600)).write(keyMode: 0o644)
        try await RunningServer.run(certificate: files) { server in
            #expect(server.log.count(of: "expired on 2026-09-21T13:13:20.000Z") == 1)
            #expect(server.log.count(of: "chmod 600") == 1)
        }
    }
}
