import Crypto
import Foundation
import NIOSSL
import SwiftASN1
import Testing
import TrendyModel
import X509

@testable import TrendyPublish

/// Connects to the real broker `mosquitto` over TLS.
@Suite(
    "MQTT over TLS",
    .timeLimit(.minutes(2)),
    .enabled(
        if: FileManager.default.isExecutableFile(atPath: Mosquitto.path),
        "mosquitto is not installed: run scripts/install-dependencies"
    )
)
struct MQTTEncryptionTests {
    @Test("A broker's certificate must be trusted and for its name")
    func certificates() async throws {
        let world = try PublishWorld()
        let (certificate, key) = (world.directory + "/a.crt", world.directory + "/a.key")
        try Self.writeCertificate(certificate, key)
        let broker = try await Mosquitto(
            directory: world.directory,
            settings: "allow_anonymous true\ncertfile \(certificate)\nkeyfile \(key)"
        )
        try await broker.start()

        #expect(try await connect("localhost", broker, trusting: certificate) == nil)
        #expect(try await connect("localhost", broker, trusting: nil) == .notSecure)
        #expect(try await connect("127.0.0.1", broker, trusting: certificate) == .notSecure)
        broker.stop()
    }

    /// The error of a connection; `nil` when it is established.
    private func connect(
        _ host: String,
        _ broker: Mosquitto,
        trusting certificate: String?
    ) async throws -> MQTTError.Code? {
        var configuration = TLSConfiguration.makeClientConfiguration()
        if let certificate { configuration.trustRoots = .file(certificate) }
        do {
            let connection = try await MQTTConnection.open(
                try MQTTEndpoint("mqtts://\(host):\(broker.port)"),
                tls: try NIOSSLContext(configuration: configuration),
                connect: MQTTConnect(clientID: "a", isCleanSession: true),
                filter: nil
            )
            await connection.close()
            return nil
        } catch let error as MQTTError {
            return error.code
        }
    }

    /// Writes a self-signed certificate for `localhost` and its key.
    private static func writeCertificate(_ certificate: String, _ key: String) throws {
        let signingKey = P256.Signing.PrivateKey()
        let subject = try DistinguishedName { CommonName("localhost") }
        let now = Date()
        let signed = try Certificate(
            version: .v3,
            serialNumber: Certificate.SerialNumber(),
            publicKey: Certificate.PublicKey(signingKey.publicKey),
            notValidBefore: now.addingTimeInterval(-3600),
            notValidAfter: now.addingTimeInterval(3600),
            issuer: subject,
            subject: subject,
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: Certificate.Extensions {
                SubjectAlternativeNames([.dnsName("localhost")])
            },
            issuerPrivateKey: Certificate.PrivateKey(signingKey)
        )
        try Data(try signed.serializeAsPEM().pemString.utf8)
            .write(to: URL(fileURLWithPath: certificate))
        try Data(signingKey.pemRepresentation.utf8).write(to: URL(fileURLWithPath: key))
    }
}
