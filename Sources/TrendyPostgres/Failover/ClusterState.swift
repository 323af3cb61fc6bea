/// What a server tells about its cluster.
struct ClusterState {
    let timeline: PostgresTimeline
    /// The end of the write-ahead log.
    let position: WALPosition

    /// Reads the state, in one round trip.
    ///
    /// - Throws: ``PostgresError/Origin/wrongServer`` for a standby.
    static func read(_ connection: PostgresConnection) throws(PostgresError) -> ClusterState {
        let batch = PostgresBatch(PostgresFailoverQuery.state)
        guard let row = try connection.roundTrip(batch).first?.first else {
            throw PostgresConnection.lost
        }
        guard try !row.bool(0) else { throw standby }
        return ClusterState(
            timeline: PostgresTimeline(
                system: try row.int(1),
                number: Int32(truncatingIfNeeded: try row.int(2))
            ),
            position: WALPosition(bytes: UInt64(bitPattern: try row.int(3)))
        )
    }

    static let standby = PostgresError(
        .unavailable,
        .wrongServer,
        sqlState: "25006",
        """
        The database server is a standby, which is read-only. Name all servers of the cluster in the \
        URL, or the address of the primary.
        """
    )
}
