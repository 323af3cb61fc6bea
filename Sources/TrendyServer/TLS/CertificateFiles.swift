import Foundation
import NIOCore
import NIOSSL
import TrendyModel

/// The PEM files of the server's TLS certificate and private key.
package struct CertificateFiles: Sendable, Hashable {
    /// The certificate file, with the chain of intermediate certificates after the certificate.
    package var certificate: String
    /// The private key file, without a passphrase; only its owner should have access.
    package var key: String

    /// The maximum size of a file, in bytes.
    static let maximumSize = 1 << 20
    /// The time that a client has for confirming the TLS close; then the connection closes.
    static let closeTimeout = TimeAmount.seconds(1)

    /// Creates the pair of paths.
    package init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }

    /// The version of both files; equal while neither file is replaced.
    struct Version: Equatable {
        struct File: Equatable {
            let inode: UInt64
            let size: UInt64
            let modified: Date
        }

        /// `nil` for a missing file.
        let certificate: File?
        let key: File?
    }

    /// The current version of the files.
    func version() -> Version {
        Version(certificate: Self.file(certificate), key: Self.file(key))
    }

    /// Whether other users of the machine have access to the key.
    func isKeyExposed() -> Bool {
        guard let mode = Self.attributes(key)?[.posixPermissions] as? NSNumber else { return false }
        return mode.uint32Value & 0o007 != 0
    }

    /// Loads both files and checks that they belong together.
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
            throw .certificate("\(certificate) contains no PEM certificate. \(Self.formHint)")
        }
        guard let leaf = chain.first else {
            throw .certificate("\(certificate) contains no PEM certificate. \(Self.formHint)")
        }
        let privateKey: NIOSSLPrivateKey
        do {
            privateKey = try NIOSSLPrivateKey(bytes: try Self.read(key, "key"), format: .pem)
        } catch let error as ServerError {
            throw error
        } catch {
            throw .certificate(
                "\(key) contains no private key in PEM form, or one with a passphrase. "
                    + "Give a file that begins with -----BEGIN PRIVATE KEY-----."
            )
        }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) },
            privateKey: .privateKey(privateKey)
        )
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["http/1.1"]
        configuration.shutdownTimeout = Self.closeTimeout
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

    /// The attributes of a file; follows symbolic links, which certbot creates; `nil` for a missing
    /// file.
    private static func attributes(_ path: String) -> [FileAttributeKey: Any]? {
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        // The reason is irrelevant here: reading the file reports it.
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

    /// The reason why clients refuse the certificate at a time; `nil` when it is valid.
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
