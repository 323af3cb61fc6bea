import HTTPTypes
import Synchronization
import TrendyModel

@testable import TrendyWeb

/// The actions of an account and its server's administrator, in memory.
final class AccountDouble: WebAccountActions, WebAdministration {
    struct State {
        var password = "correct horse"
        var sessions: [WebSession] = []
        var isDeleted = false
        var isSignedOut = false
        var users: [WebServerOverview.User] = []
        var backups: [(name: String, bytes: Int64)] = []
        /// Whether the database is a file of the server.
        var hasFile = true
        var invites: [Int] = []
    }

    let state = Mutex(State())

    /// The state now.
    var current: State { state.withLock { $0 } }

    init() {
        state.withLock { state in
            state.sessions = ["this", "<i>phone</i>"].map { name in
                WebSession(
                    id: name == "this" ? "s1" : "s2",
                    client: name,
                    createdAt: Instant(seconds: 1_772_000_000),
                    usedAt: Instant(seconds: 1_772_600_000),
                    isCurrent: name == "this"
                )
            }
        }
    }

    func sessions() async throws -> [WebSession] { state.withLock(\.sessions) }

    func endSession(_ id: String) async throws {
        state.withLock { $0.sessions.removeAll { $0.id == id } }
    }

    func signOut() async throws -> WebResponse {
        state.withLock { $0.isSignedOut = true }
        return .seeOther(WebPath("/sign-in"))
    }

    func changePassword(current: String, new: String) async throws {
        try state.withLock { state in
            guard state.password == current else { throw Self.wrongPassword }
            state.password = new
        }
    }

    func deleteAccount(password: String) async throws -> WebResponse {
        try state.withLock { state in
            guard state.password == password else { throw Self.wrongPassword }
            state.isDeleted = true
        }
        return .seeOther(WebPath("/sign-in"))
    }

    func export() async throws -> WebResponse {
        .download(name: "account.ndjson", type: "application/x-ndjson", body: .bytes([0x7B, 0x7D]))
    }

    func overview() async throws -> WebServerOverview {
        state.withLock { state in
            WebServerOverview(
                users: state.users,
                file: state.hasFile
                    ? WebServerOverview.DatabaseFile(bytes: 5_000_000, backups: state.backups)
                    : nil
            )
        }
    }

    func createInvite(days: Int) async throws -> String {
        state.withLock { $0.invites.append(days) }
        return "INVITE-CODE-1"
    }

    func setDisabled(_ isDisabled: Bool, account: String) async throws {
        state.withLock { state in
            for index in state.users.indices where state.users[index].id == account {
                state.users[index].isDisabled = isDisabled
            }
        }
    }

    func backUp() async throws -> String {
        state.withLock { $0.backups.insert((name: "backup-1.sqlite", bytes: 4_200_000), at: 0) }
        return "backup-1.sqlite"
    }

    /// Adds accounts.
    func addUsers(_ count: Int) {
        state.withLock { state in
            state.users = (0..<count).map { number in
                WebServerOverview.User(
                    id: "u\(number)",
                    email: "user\(number)@example.org",
                    entities: Int64(number) * 1000,
                    bytes: Int64(number) * 1_000_000,
                    sessions: 1,
                    devices: 2,
                    isDisabled: false
                )
            }
        }
    }

    private static let wrongPassword = WebError(
        status: .forbidden,
        title: "Wrong",
        text: "The current password is wrong."
    )
}
