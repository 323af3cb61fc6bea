import Crypto
import Foundation
import SwiftASN1
import TrendyServer
import X509

/// A self-signed certificate for `localhost`.
struct TestCertificate {
    let certificatePEM: String
    let keyPEM: String

    /// Creates a certificate.
    ///
    /// - Parameters:
    ///   - name: the common name, by which a test distinguishes certificates.
    ///   - validity: the period of validity, in seconds relative to the server's time.
    /// - Throws: when the library cannot create it.
    init(name: String = "localhost", validity: ClosedRange<TimeInterval> = -3600...3600) throws {
        let key = P256.Signing.PrivateKey()
        let subject = try DistinguishedName { CommonName(name) }
        // The time of the test server's clock.
        let now = Date(timeIntervalSince1970: 1_790_000_000)
        let certificate = try Certificate(
            version: .v3,
            serialNumber: Certificate.SerialNumber(),
            publicKey: Certificate.PublicKey(key.publicKey),
            notValidBefore: now.addingTimeInterval(validity.lowerBound),
            notValidAfter: now.addingTimeInterval(validity.upperBound),
            issuer: subject,
            subject: subject,
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: Certificate.Extensions {
                SubjectAlternativeNames([.dnsName("localhost")])
            },
            issuerPrivateKey: Certificate.PrivateKey(key)
        )
        certificatePEM = try certificate.serializeAsPEM().pemString
        keyPEM = key.pemRepresentation
    }

    /// Writes both files into a temporary directory; only the owner can read the key.
    func write(keyMode: Int = 0o600) throws -> CertificateFiles {
        let base = try temporaryFile()
        let files = CertificateFiles(certificate: base + ".crt", key: base + ".key")
        try write(to: files, keyMode: keyMode)
        return files
    }

    /// Replaces both files, each atomically.
    func write(to files: CertificateFiles, keyMode: Int = 0o600) throws {
        try Data(certificatePEM.utf8)
            .write(to: URL(fileURLWithPath: files.certificate), options: .atomic)
        try Data(keyPEM.utf8).write(to: URL(fileURLWithPath: files.key), options: .atomic)
        try FileManager.default.setAttributes(
            [.posixPermissions: keyMode],
            ofItemAtPath: files.key
        )
    }
}
