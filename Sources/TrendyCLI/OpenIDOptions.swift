import ArgumentParser
import Foundation
import TrendyServer

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The options of `trendy serve` for the sign-in through a provider.
struct OpenIDOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Let people sign in with a provider of OpenID Connect: its issuer URL.",
            valueName: "url"
        )
    )
    var openidIssuer: String?

    @Option(help: ArgumentHelp("This server's client id at the provider.", valueName: "id"))
    var openidClientId: String?

    @Option(
        help: ArgumentHelp(
            "A file with this server's client secret at the provider; omit it for a public client.",
            valueName: "file"
        )
    )
    var openidClientSecretFile: String?

    @Option(
        help: ArgumentHelp(
            "The provider's name for people (default: the issuer's host).",
            valueName: "name"
        )
    )
    var openidName: String?

    @Option(
        help: ArgumentHelp(
            """
            The address under which browsers reach this server, for --openid-issuer. Register it at \
            the provider with the path \(OpenIDConfiguration.callbackPath).
            """,
            valueName: "url"
        )
    )
    var publicUrl: String?

    func validate() throws {
        guard openidIssuer != nil else {
            let others = [openidClientId, openidClientSecretFile, openidName]
            guard others.allSatisfy({ $0 == nil }) else {
                throw ValidationError("The options --openid-… need --openid-issuer.")
            }
            return
        }
        guard openidClientId != nil, publicUrl != nil else {
            throw ValidationError("--openid-issuer needs --openid-client-id and --public-url.")
        }
    }

    /// The registration; `nil` without an issuer.
    func configuration() throws -> OpenIDConfiguration? {
        guard let openidIssuer, let openidClientId, let publicUrl else { return nil }
        return try OpenIDConfiguration(
            issuer: openidIssuer,
            clientID: openidClientId,
            clientSecret: try openidClientSecretFile.map { try secret(in: $0) },
            name: openidName,
            publicURL: publicUrl
        )
    }

    private func secret(in file: String) throws -> String {
        let limit = OpenIDConfiguration.maximumSecretBytes
        let data: Data?
        do {
            let handle = try FileHandle(forReadingFrom: URL(filePath: file))
            defer { try? handle.close() }
            data = try handle.read(upToCount: limit + 1)
        } catch {
            throw CommandFailure(
                code: EX_NOINPUT,
                message: "The client secret cannot be read from \(file)."
            )
        }
        guard let data, data.count <= limit, let text = String(data: data, encoding: .utf8) else {
            throw CommandFailure(
                code: EX_DATAERR,
                message: "\(file) is not a client secret of at most \(limit) bytes."
            )
        }
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
