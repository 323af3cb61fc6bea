extension Strings {
    /// Why a server's answer, or its silence, ended a sync.
    public enum Server {
        /// An answer that is not what the contract says.
        public static let unreadable = LocalizedText(
            "server.unreadable",
            "The server's answer cannot be read. Check the server's address; a captive portal may "
                + "be answering in its place."
        )
        /// Pages of changes that stand still.
        public static let stuck = LocalizedText(
            "server.stuck",
            "The server's changes do not advance. Update the server."
        )
        /// More pages of changes than there can be.
        public static let endless = LocalizedText(
            "server.endless",
            "The server's changes do not end. Update the server."
        )
        /// More pages of a range than there can be.
        public static let endlessRange = LocalizedText(
            "server.endless_range",
            "The server's list of a range does not end. Update the server."
        )
        /// More in a snapshot than there can be.
        public static let endlessSnapshot = LocalizedText(
            "server.endless_snapshot",
            "What the server sends of your data does not end. Update the server."
        )
        /// Conflict after conflict in one change.
        public static let contrary = LocalizedText(
            "server.contrary",
            "The server finds another conflict each time one change is sent. It will be tried "
                + "again; update the server."
        )
        /// A result that cannot be read.
        public static let unreadableResult = LocalizedText(
            "server.unreadable_result",
            "What the server answered to this change cannot be read. Update Trendy."
        )
        /// The session has ended.
        public static let sessionEnded = LocalizedText(
            "server.session_ended",
            "The session has ended. Sign in again; nothing recorded is lost."
        )
        /// The server has a new life.
        public static let restored = LocalizedText(
            "server.restored",
            "The server's data was restored from a backup; everything is read anew."
        )
        /// An answer that breaks off.
        public static let cutShort = LocalizedText(
            "server.cut_short",
            "The server's answer ended too early. Try again."
        )
        /// Something else answered.
        public static let notTrendy = LocalizedText(
            "server.not_trendy",
            "{address} answered, but not as a Trendy server. Sign in to the network first, "
                + "if it asks for that; otherwise check the address. Everything is saved on this "
                + "device."
        )
        /// A server, or something before it, that is not ready.
        public static let status = LocalizedText(
            "server.status",
            "{address} answered with HTTP status {status}; it will be tried again."
        )
        /// A server, or something before it, that takes smaller requests only.
        public static let bodyLimit = LocalizedText(
            "server.body_limit",
            "{address}, or a proxy before it, takes no request of this size. Raise its limit to "
                + "4 MiB."
        )
        /// The server cannot be reached.
        public static let unreachable = LocalizedText(
            "server.unreachable",
            "The server at {address} cannot be reached ({reason}). Everything is saved on "
                + "this device. Check that the server runs and that the address is right."
        )
        /// The server cannot be reached, and a person waits.
        public static let unreachableNow = LocalizedText(
            "server.unreachable_now",
            "The server cannot be reached now. Everything is saved on this device."
        )

        /// Why it cannot be reached: no answer in time.
        public static let timedOut = LocalizedText("server.timed_out", "no answer in time")
        /// Why it cannot be reached: there is no such address, or nothing listens there.
        public static let notAtPlace = LocalizedText(
            "server.nobody_there",
            "nobody answers at that address"
        )
        /// Why it cannot be reached: the connection ended.
        public static let connectionClosed = LocalizedText(
            "server.connection_closed",
            "the connection was closed"
        )
        /// Why it cannot be reached: what came is no answer.
        public static let notHTTP = LocalizedText("server.not_http", "the answer is not HTTP")
        /// Why it cannot be reached: what was asked for has no address.
        public static let badAddress = LocalizedText(
            "server.bad_address",
            "the address is not valid"
        )
        /// Why a change is not accepted yet.
        public static let notThereYet = LocalizedText(
            "server.not_there_yet",
            "What it refers to is not on the server yet."
        )
        /// Why a change was refused.
        public static let noReason = LocalizedText("server.no_reason", "The server gave no reason.")

        /// The server refused: what was entered breaks a rule.
        public static let notValid = LocalizedText(
            "server.not_valid",
            "Some of what you entered can't be saved as it is."
        )
        /// The server refused over a mistake that is nobody's who reads this.
        public static let wentWrong = LocalizedText(
            "server.went_wrong",
            "Something went wrong. Your data is safe; please try again."
        )
        /// The server refused: the account may not do it.
        public static let forbidden = LocalizedText(
            "server.forbidden",
            "You can't do this with your account."
        )
        /// The server refused: it is not there.
        public static let gone = LocalizedText("server.gone", "This is no longer there.")
        /// The server refused: somebody else was first.
        public static let changedElsewhere = LocalizedText(
            "server.changed_elsewhere",
            "This was changed elsewhere in the meantime."
        )
        /// The server refused a change that contradicts what it has.
        public static let contradicts = LocalizedText(
            "server.contradicts",
            "This does not go with what the server has: it was changed elsewhere, or something "
                + "still refers to it."
        )
        /// The server refused a change for something that it does not have, or not any more.
        public static let refersToGone = LocalizedText(
            "server.refers_to_gone",
            "What this refers to is not on the server, or not any more."
        )
        /// The server refused: it is too large.
        public static let tooMuch = LocalizedText("server.too_much", "This is too much at once.")
        /// The server refused: the account holds as much as it may.
        public static let accountFull = LocalizedText(
            "server.account_full",
            "Your account is full. Delete something, or ask the server's administrator for room."
        )
        /// The server could not do it now.
        public static let notReady = LocalizedText(
            "server.not_ready",
            "The server is busy. Try again in a moment."
        )

        static let all: [LocalizedText] =
            [
                contradicts, refersToGone, notValid, wentWrong, forbidden, gone, changedElsewhere,
                tooMuch, accountFull, notReady,
                timedOut, notAtPlace, connectionClosed, notHTTP, badAddress, notThereYet, noReason,
                unreadable, stuck, endless, endlessRange, endlessSnapshot, sessionEnded,
                contrary, unreadableResult, restored, cutShort, notTrendy, status, unreachable,
                unreachableNow, bodyLimit,
            ]
    }
}
