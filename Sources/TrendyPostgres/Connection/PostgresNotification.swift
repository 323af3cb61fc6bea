/// A notification of `NOTIFY` on a channel that the connection listens to.
package struct PostgresNotification: Sendable, Equatable {
    /// The name of the channel.
    package let channel: String
    /// The payload, at most 8,000 bytes.
    package let payload: String
    /// The process id of the server that serves the sender's connection.
    package let processID: Int32
}
