import Foundation
import NIOPosix
import TrendyLocalization
import TrendyModel
import TrendySQLite
import TrendyServer
import TrendyWeb

/// What an administrator sees and does in a browser, over the running server's store.
struct ServerWebAdministration: WebAdministration {
    let parts: ServerParts
    /// The administrator.
    let account: EntityID

    /// The days for which an invite can be valid.
    private static let inviteDays = 1...365
    /// The part of a backup's name after that of the database.
    private static let backupMark = ".backup-"

    func overview() async throws -> WebServerOverview {
        let users = try await parts.store.accounts().map { summary in
            WebServerOverview.User(
                id: summary.account.id.description,
                email: summary.account.email,
                entities: summary.usage.entities,
                bytes: summary.usage.bytes,
                sessions: summary.sessions,
                devices: summary.devices,
                isDisabled: summary.account.disabledAt != nil
            )
        }
        return WebServerOverview(
            users: users,
            file: parts.database.administration.map { administration in
                let path = administration.path
                let bytes = ["", "-wal"].map { LocalFiles.bytes(of: path + $0) ?? 0 }
                return WebServerOverview.DatabaseFile(
                    bytes: Int64(bytes.reduce(0, +)),
                    backups: Self.backups(of: path)
                )
            }
        )
    }

    func createInvite(days: Int) async throws -> String {
        guard Self.inviteDays.contains(days) else { throw WebError.badRequest }
        let invite = Invite(random: parts.dependencies.random)
        let now = parts.dependencies.wallClock.now()
        try await parts.store.addInvite(
            hash: Invite.hash(of: invite.code),
            uses: 1,
            now: now,
            expiresAt: now + .seconds(days * 86_400)
        )
        return invite.code
    }

    func setDisabled(_ isDisabled: Bool, account id: String) async throws {
        guard let other = EntityID(id), try await parts.store.account(id: other) != nil else {
            throw WebError.notFound
        }
        // An administrator cannot disable their own account.
        guard other != account else { throw WebError.badRequest }
        let now = parts.dependencies.wallClock.now()
        try await parts.store.setDisabled(account: other, at: isDisabled ? now : nil)
    }

    func backUp() async throws -> String {
        guard let administration = parts.database.administration else { throw WebError.notFound }
        let time = parts.dependencies.wallClock.now().rfc3339
            .prefix(19).replacing(":", with: "-")
        let path = "\(administration.path)\(Self.backupMark)\(time).sqlite"
        // Copying blocks, so that it must not take a thread of the requests.
        _ = try await NIOThreadPool.singleton.runIfActive { try administration.backup(to: path) }
        return Self.name(of: path)
    }

    private static func backups(of database: String) -> [(name: String, bytes: Int64)] {
        let directory = LocalFiles.directory(of: database)
        let prefix = name(of: database) + backupMark
        // A directory that cannot be listed has no backups to show.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        return names.filter { $0.hasPrefix(prefix) && $0.hasSuffix(".sqlite") }
            .sorted(by: >)
            .map { ($0, Int64(LocalFiles.bytes(of: "\(directory)/\($0)") ?? 0)) }
    }

    private static func name(of path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }
}
