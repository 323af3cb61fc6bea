import Foundation
import Testing
import TrendyModel

@testable import TrendyServer

@Suite("Certificate files")
struct CertificateFilesTests {
    /// The time of the test server's clock, from which certificates count.
    private let now = Instant(seconds: 1_790_000_000)

    @Test("A certificate is valid from its first to its last second")
    func validity() throws {
        let loaded = try TestCertificate(validity: -60...120).write().load()

        #expect(loaded.invalidity(at: now - .seconds(60)) == nil)
        #expect(loaded.invalidity(at: now + .seconds(120)) == nil)
        #expect(
            loaded.invalidity(at: now - .seconds(61))
                == "is not valid before 2026-09-21T14:12:20.000Z"
        )
        #expect(
            loaded.invalidity(at: now + .seconds(121)) == "expired on 2026-09-21T14:15:20.000Z"
        )
    }

    @Test(
        "A key is exposed when it grants any access to other users",
        arguments: [
            (0o600, false), (0o640, false), (0o660, false), (0o601, true), (0o602, true),
            (0o604, true),
        ]
    )
    func exposure(_ mode: Int, _ isExposed: Bool) throws {
        let files = try TestCertificate().write(keyMode: mode)

        #expect(files.isKeyExposed() == isExposed)
    }

    @Test("A missing key is not exposed")
    func missingKey() throws {
        let path = try temporaryFile()

        #expect(!CertificateFiles(certificate: path, key: path).isKeyExposed())
    }

    @Test("A file has at most 1 MiB")
    func size() throws {
        let certificate = try TestCertificate()
        let files = try certificate.write()
        func pad(to bytes: Int) throws {
            let text = certificate.certificatePEM
            let padding = String(repeating: "\n", count: bytes - text.utf8.count)
            try Data((text + padding).utf8).write(to: URL(fileURLWithPath: files.certificate))
        }

        try pad(to: 1 << 20)
        _ = try files.load()
        try pad(to: (1 << 20) + 1)
        let error = #expect(throws: ServerError.self) { try files.load() }

        #expect(error?.message.contains("is too large to be a PEM file") == true)
    }

    @Test("The version changes with either file, and when one is deleted")
    func version() throws {
        let files = try TestCertificate().write()
        let first = files.version()
        let same = files.version()
        let text = Data("new".utf8)

        try text.write(to: URL(fileURLWithPath: files.key), options: .atomic)
        let newKey = files.version()
        try text.write(to: URL(fileURLWithPath: files.certificate), options: .atomic)
        let newPair = files.version()
        try FileManager.default.removeItem(atPath: files.key)
        let noKey = files.version()

        #expect(first == same)
        #expect(newKey != first)
        #expect(newPair != newKey)
        #expect(noKey != newPair)
    }
}
