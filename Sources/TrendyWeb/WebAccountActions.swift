package import TrendyModel

/// A session of the account.
package struct WebSession: Sendable, Equatable {
    /// Its id.
    package var id: String
    /// The client program; empty when it was not named.
    package var client: String
    /// The time of the sign-in.
    package var createdAt: Instant
    /// The time of the last use.
    package var usedAt: Instant
    /// Whether it is the session of this request.
    package var isCurrent: Bool

    /// Creates a session.
    package init(
        id: String,
        client: String,
        createdAt: Instant,
        usedAt: Instant,
        isCurrent: Bool
    ) {
        self.id = id
        self.client = client
        self.createdAt = createdAt
        self.usedAt = usedAt
        self.isCurrent = isCurrent
    }
}

/// Changes to the viewer's account; implemented by hosts.
package protocol WebAccountActions: Sendable {
    /// The account's sessions, newest first.
    func sessions() async throws -> [WebSession]
    /// Ends a session at once.
    func endSession(_ id: String) async throws
    /// Ends this browser's session; the response forgets its cookie.
    func signOut() async throws -> WebResponse
    /// Changes the password and ends the other sessions.
    ///
    /// - Throws: ``WebError`` when the current password is wrong or the new one is not accepted.
    func changePassword(current: String, new: String) async throws
    /// Deletes the account and all its data.
    ///
    /// - Throws: ``WebError`` when the password is wrong.
    func deleteAccount(password: String) async throws -> WebResponse
    /// All data of the account, as the API exports it: NDJSON.
    func export() async throws -> WebResponse
}

/// What an administrator of a server sees and does; implemented by hosts.
package protocol WebAdministration: Sendable {
    /// The state of the server.
    func overview() async throws -> WebServerOverview
    /// Creates an invite and returns its code, which is shown once.
    func createInvite(days: Int) async throws -> String
    /// Disables or enables an account.
    func setDisabled(_ isDisabled: Bool, account: String) async throws
    /// Makes a backup of the database beside it and returns its file name.
    ///
    /// - Throws: ``WebError`` when the database is not a file of the server.
    func backUp() async throws -> String
}

/// The state of a server, for its administrator.
package struct WebServerOverview: Sendable, Equatable {
    /// An account.
    package struct User: Sendable, Equatable {
        /// Its id.
        package var id: String
        /// Its address.
        package var email: String
        /// The number of live entities.
        package var entities: Int64
        /// The bytes of the live entities' content.
        package var bytes: Int64
        /// The number of sessions.
        package var sessions: Int
        /// The number of devices.
        package var devices: Int
        /// Whether an administrator disabled it.
        package var isDisabled: Bool

        /// Creates a user.
        package init(
            id: String,
            email: String,
            entities: Int64,
            bytes: Int64,
            sessions: Int,
            devices: Int,
            isDisabled: Bool
        ) {
            self.id = id
            self.email = email
            self.entities = entities
            self.bytes = bytes
            self.sessions = sessions
            self.devices = devices
            self.isDisabled = isDisabled
        }
    }

    /// The accounts by address.
    package var users: [User]
    /// The database file; `nil` when the database is not a file of the server.
    package var file: DatabaseFile?

    /// Creates an overview.
    package init(users: [User], file: DatabaseFile?) {
        self.users = users
        self.file = file
    }

    /// A database file with its backups.
    package struct DatabaseFile: Sendable, Equatable {
        /// Its size in bytes.
        package var bytes: Int64
        /// The names of backups, newest first, with their sizes in bytes.
        package var backups: [(name: String, bytes: Int64)]

        /// Creates a file.
        package init(bytes: Int64, backups: [(name: String, bytes: Int64)]) {
            self.bytes = bytes
            self.backups = backups
        }

        package static func == (left: Self, right: Self) -> Bool {
            left.bytes == right.bytes && left.backups.elementsEqual(right.backups) { $0 == $1 }
        }
    }
}
