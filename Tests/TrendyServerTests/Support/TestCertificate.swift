import Crypto
import Foundation
import SwiftASN1
import TrendyServer
import X509

/// A self-signed certificate of `localhost`, made for one test.
struct TestCertificate {
    let certificatePEM: String
    let keyPEM: String

    /// - Parameters:
    ///   - name: the common name, by which a test tells certificates apart.
    ///   - validity: the seconds from now between which it is valid.
    /// - Throws: when the library cannot make it.
    init(name: String = "localhost", validity: ClosedRange<TimeInterval> = -3600...3600) throws {
        let key = P256.Signing.PrivateKey()
        let subject = try DistinguishedName { CommonName(name) }
        // The server of a test believes it is this time.
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

    /// Writes both files beside a temporary database; the key is its owner's only.
    func write(keyMode: Int = 0o600) throws -> CertificateFiles {
        let base = try temporaryFile()
        let files = CertificateFiles(certificate: base + ".crt", key: base + ".key")
        try write(to: files, keyMode: keyMode)
        return files
    }

    /// Replaces both files, each at once.
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
