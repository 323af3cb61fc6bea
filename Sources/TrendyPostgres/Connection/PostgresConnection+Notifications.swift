import CPostgres

extension PostgresConnection {
    /// Listens to a channel: notifications arrive at ``notifications(until:)``.
    ///
    /// - `channel`: a name of the program, of letters, digits and underscores.
    package func listen(to channel: String) throws(PostgresError) {
        precondition(
            !channel.isEmpty && channel.utf8.allSatisfy { Self.isNameByte($0) },
            "A channel has a plain name."
        )
        try roundTrip(
            PostgresBatch(PostgresStatement("listen_\(channel)", [], "LISTEN \(channel)"))
        )
    }

    /// Waits until notifications arrive; returns none at the deadline.
    ///
    /// Notifications arrive in the order of the senders' commits. A notification that is sent while
    /// the connection does not listen is lost.
    ///
    /// - Throws: ``PostgresError/Origin/connectionLost``.
    package func notifications(
        until deadline: Deadline
    ) throws(PostgresError) -> [PostgresNotification] {
        while let handle {
            let received = takeNotifications(handle)
            guard received.isEmpty else { return received }
            guard SocketPoll.wait(socket, until: deadline) == .ready else { return [] }
            try readInput()
        }
        throw Self.lost
    }

    /// Reads what the server sent without being asked, such as that it shuts down; does not block.
    ///
    /// - Throws: ``PostgresError/Origin/connectionLost``; the connection is closed then.
    func readInput() throws(PostgresError) {
        guard let handle else { throw Self.lost }
        // A call that finds the end of the stream may still return the bytes before it.
        guard PQconsumeInput(handle) == 1, PQisBusy(handle) == 0,
            PQstatus(handle) == CONNECTION_OK
        else {
            close()
            throw Self.lost
        }
    }

    private func takeNotifications(_ handle: OpaquePointer) -> [PostgresNotification] {
        var received: [PostgresNotification] = []
        while let notification = PQnotifies(handle) {
            received.append(
                PostgresNotification(
                    channel: String(cString: notification.pointee.relname),
                    payload: String(cString: notification.pointee.extra),
                    processID: notification.pointee.be_pid
                )
            )
            PQfreemem(notification)
        }
        return received
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
