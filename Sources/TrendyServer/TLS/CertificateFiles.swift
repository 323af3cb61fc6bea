import Foundation
import NIOCore
import NIOSSL
import TrendyModel

/// The files of the server's TLS certificate and of its private key, both PEM.
public struct CertificateFiles: Sendable, Hashable {
    /// The file of the certificate, followed by those of the authorities between it and a root.
    public var certificate: String
    /// The file of the private key, without a passphrase; only its owner should read it.
    public var key: String

    /// The largest file that is read, in bytes.
    static let maximumSize = 1 << 20
    /// The time that a client has to confirm the end of a connection, which is closed then.
    static let farewellTimeout = TimeAmount.seconds(1)

    /// Names the two files.
    public init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }

    /// What tells one version of the two files from the next; equal while neither is replaced.
    struct Version: Equatable {
        struct File: Equatable {
            let inode: UInt64
            let size: UInt64
            let modified: Date
        }

        /// `nil` for a file that is missing.
        let certificate: File?
        let key: File?
    }

    /// The present version of the files.
    func version() -> Version {
        Version(certificate: Self.file(certificate), key: Self.file(key))
    }

    /// Whether other users of the machine may read or write the key.
    func isKeyExposed() -> Bool {
        guard let mode = Self.attributes(key)?[.posixPermissions] as? NSNumber else { return false }
        return mode.uint32Value & 0o007 != 0
    }

    /// Reads both files and checks that they belong together.
    ///
    /// - Throws: ``ServerError`` of code ``ServerError/Code/unusableCertificate`` that names the
    ///   file and the remedy.
    func load() throws(ServerError) -> LoadedCertificate {
        let chain: [NIOSSLCertificate]
        do {
            chain = try NIOSSLCertificate.fromPEMBytes(try Self.read(certificate, "certificate"))
        } catch let error as ServerError {
            throw error
        } catch {
            throw .certificate("\(certificate) holds no certificate in PEM form. \(Self.formHint)")
        }
        guard let leaf = chain.first else {
            throw .certificate("\(certificate) holds no certificate in PEM form. \(Self.formHint)")
        }
        let privateKey: NIOSSLPrivateKey
        do {
            privateKey = try NIOSSLPrivateKey(bytes: try Self.read(key, "key"), format: .pem)
        } catch let error as ServerError {
            throw error
        } catch {
            throw .certificate(
                "\(key) holds no private key in PEM form, or one with a passphrase. "
                    + "Give a file that begins with -----BEGIN PRIVATE KEY-----."
            )
        }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) },
            privateKey: .privateKey(privateKey)
        )
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["http/1.1"]
        configuration.shutdownTimeout = Self.farewellTimeout
        do {
            return LoadedCertificate(
                context: try NIOSSLContext(configuration: configuration),
                notBefore: Instant(seconds: Int64(leaf.notValidBefore)),
                notAfter: Instant(seconds: Int64(leaf.notValidAfter))
            )
        } catch {
            throw .certificate(
                "The key in \(key) does not belong to the first certificate in \(certificate). "
                    + "Give the two files of one certificate."
            )
        }
    }

    private static let formHint =
        "Give a file that begins with -----BEGIN CERTIFICATE-----."

    private static func read(_ path: String, _ name: String) throws -> [UInt8] {
        let remedy = "Check the path given as --tls-\(name), and that this user may read the file."
        do {
            let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            defer { try? handle.close() }  // it was read only; there is nothing to lose
            let data = try handle.read(upToCount: maximumSize + 1) ?? Data()
            guard data.count <= maximumSize else {
                throw ServerError.certificate("\(path) is too large to be a PEM file. \(remedy)")
            }
            return Array(data)
        } catch let error as ServerError {
            throw error
        } catch {
            let reason = attributes(path) == nil ? "does not exist" : "cannot be read"
            throw ServerError.certificate("\(path) \(reason). \(remedy)")
        }
    }

    /// The attributes of the file that a path leads to, through symbolic links as certbot makes
    /// them; `nil` when there is none.
    private static func attributes(_ path: String) -> [FileAttributeKey: Any]? {
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        // The reason does not matter: reading the file tells it.
        return try? FileManager.default.attributesOfItem(atPath: target)
    }

    private static func file(_ path: String) -> Version.File? {
        guard let attributes = attributes(path),
            let inode = attributes[.systemFileNumber] as? NSNumber,
            let size = attributes[.size] as? NSNumber,
            let modified = attributes[.modificationDate] as? Date
        else { return nil }
        return Version.File(
            inode: inode.uint64Value,
            size: size.uint64Value,
            modified: modified
        )
    }
}

/// A certificate with its key, ready for handshakes.
struct LoadedCertificate {
    let context: NIOSSLContext
    let notBefore: Instant
    let notAfter: Instant

    /// Why clients will refuse the certificate at a time; `nil` when it is valid then.
    func invalidity(at now: Instant) -> String? {
        if now > notAfter { return "expired on \(notAfter.rfc3339)" }
        if now < notBefore { return "is not valid before \(notBefore.rfc3339)" }
        return nil
    }
}

extension ServerError {
    static func certificate(_ message: String) -> ServerError {
        ServerError(code: .unusableCertificate, message: message)
    }
}
