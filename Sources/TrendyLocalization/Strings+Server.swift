extension Strings {
    /// Failures of the server, or of requests to it.
    package enum Server {
        /// The response violates the contract.
        package static let unreadable = LocalizedText(
            "server.unreadable",
            "The server's answer cannot be read. Check the server's address, and whether this "
                + "network asks for a sign-in."
        )
        /// The cursor of the pages does not advance.
        package static let stuck = LocalizedText(
            "server.stuck",
            "The server keeps sending the same changes. Update the server."
        )
        /// There are more pages of changes than the limit.
        package static let endless = LocalizedText(
            "server.endless",
            "The server sends changes without end. Update the server."
        )
        /// There are more pages of a range than the limit.
        package static let endlessRange = LocalizedText(
            "server.endless_range",
            "The server sends entries without end. Update the server."
        )
        /// The snapshot has more lines than the limit.
        package static let endlessSnapshot = LocalizedText(
            "server.endless_snapshot",
            "The server sends your data without end. Update the server."
        )
        /// A change exceeded the merge limit.
        package static let contrary = LocalizedText(
            "server.repeated_conflicts",
            "This change conflicts with the server's data each time it is sent. Trendy tries "
                + "again later. If this continues, update the server."
        )
        /// The result of a change is not readable.
        package static let unreadableResult = LocalizedText(
            "server.unreadable_result",
            "The server's answer to this change cannot be read. Update Trendy."
        )
        /// The session has ended.
        package static let sessionEnded = LocalizedText(
            "server.session_ended",
            "The session has ended. Sign in again; nothing recorded is lost."
        )
        /// The server has a new epoch.
        package static let restored = LocalizedText(
            "server.restored",
            "The server's data was restored from a backup. Trendy reads everything again."
        )
        /// The response is incomplete.
        package static let cutShort = LocalizedText(
            "server.cut_short",
            "The server's answer ended too early. Try again."
        )
        /// Another service answers at the address.
        package static let notTrendy = LocalizedText(
            "server.not_trendy",
            "There is no Trendy server at {address}. If the network asks for a sign-in, do that "
                + "first; otherwise check the address. Everything is saved on this device."
        )
        /// The server, or a proxy in front of it, is not ready.
        package static let status = LocalizedText(
            "server.status",
            "The server at {address} is not ready. Trendy tries again later."
        )
        /// The server, or a proxy in front of it, has a smaller body limit.
        package static let bodyLimit = LocalizedText(
            "server.body_limit",
            "The server at {address}, or a proxy in front of it, refuses requests of this size. "
                + "Raise its limit to 4 MiB."
        )
        /// The server cannot be reached.
        package static let unreachable = LocalizedText(
            "server.unreachable",
            "The server at {address} cannot be reached ({reason}). Everything is saved on "
                + "this device. Check that the server runs and that the address is right."
        )

        /// The reason: the request timed out.
        package static let timedOut = LocalizedText("server.timed_out", "no answer in time")
        /// The reason: the address does not exist or refuses connections.
        package static let notAtPlace = LocalizedText(
            "server.no_answer_at_address",
            "no server answers at that address"
        )
        /// The reason: the connection was closed.
        package static let connectionClosed = LocalizedText(
            "server.connection_closed",
            "the connection was closed"
        )
        /// The reason: the device has no network connection.
        package static let noNetwork = LocalizedText(
            "server.no_network",
            "this device has no network connection"
        )
        /// The reason: the TLS handshake failed.
        package static let notSecure = LocalizedText(
            "server.not_secure",
            "no secure connection is possible; the server's certificate may not be valid"
        )
        /// The reason: another failure of the connection.
        package static let connectionFailed = LocalizedText(
            "server.connection_failed",
            "the connection failed"
        )
        /// The reason: the response is not HTTP.
        package static let notHTTP = LocalizedText("server.not_http", "the answer is not HTTP")
        /// The reason: the address is not valid.
        package static let badAddress = LocalizedText(
            "server.bad_address",
            "the address is not valid"
        )
        /// A change depends on an entity that the server does not have yet.
        package static let notThereYet = LocalizedText(
            "server.not_there_yet",
            "It refers to an entry that is not on the server yet."
        )
        /// A change was refused without a reason.
        package static let noReason = LocalizedText(
            "server.no_reason",
            "The server gave no reason."
        )

        /// The request has invalid fields.
        package static let notValid = LocalizedText(
            "server.not_valid",
            "Some of what you entered can't be saved as it is."
        )
        /// The request is malformed or the server failed.
        package static let wentWrong = LocalizedText(
            "server.went_wrong",
            "Something went wrong. Your data is safe; please try again."
        )
        /// The account lacks permission.
        package static let forbidden = LocalizedText(
            "server.forbidden",
            "You can't do this with your account."
        )
        /// The entity does not exist.
        package static let gone = LocalizedText("server.gone", "This no longer exists.")
        /// The entity was changed by another device.
        package static let changedElsewhere = LocalizedText(
            "server.changed_elsewhere",
            "This was changed elsewhere in the meantime."
        )
        /// A change contradicts the server's data.
        package static let contradicts = LocalizedText(
            "server.contradicts",
            "This conflicts with the server's data: the entry was changed elsewhere, or another "
                + "entry still refers to it."
        )
        /// A change refers to an entity that the server does not have.
        package static let refersToGone = LocalizedText(
            "server.refers_to_gone",
            "This refers to an entry that does not exist on the server."
        )
        /// The request is too large.
        package static let tooMuch = LocalizedText(
            "server.too_much",
            "This is too large to send at once."
        )
        /// The account has reached its storage limit.
        package static let accountFull = LocalizedText(
            "server.account_full",
            "Your account is full. Delete something, or ask the server's administrator for more "
                + "space."
        )
        /// The server is overloaded.
        package static let notReady = LocalizedText(
            "server.not_ready",
            "The server is busy. Try again in a moment."
        )

        static let all: [LocalizedText] =
            [
                contradicts, refersToGone, notValid, wentWrong, forbidden, gone, changedElsewhere,
                tooMuch, accountFull, notReady,
                timedOut, notAtPlace, connectionClosed, noNetwork, notSecure,
                connectionFailed, notHTTP, badAddress, notThereYet, noReason,
                unreadable, stuck, endless, endlessRange, endlessSnapshot, sessionEnded,
                contrary, unreadableResult, restored, cutShort, notTrendy, status, unreachable,
                bodyLimit,
            ]
    }
}
