package import TrendyModel

// The server's last answer about the account's devices, for a device without a connection.
extension SyncRecords {
    /// The last answer as JSON and the time of its receipt; `nil` before the first.
    package func devicesAnswer() throws -> (json: [UInt8], receivedAt: Instant)? {
        guard let json = try Meta.bytes(db, .devicesAnswer),
            let milliseconds = try Meta.integer(db, .devicesAnswerAt)
        else { return nil }
        return (json, Instant(milliseconds: milliseconds))
    }

    /// Stores an answer.
    package func update(devicesAnswer json: [UInt8], receivedAt: Instant) throws {
        try Meta.set(db, .devicesAnswer, bytes: json)
        try Meta.set(db, .devicesAnswerAt, receivedAt.milliseconds)
    }
}
