/// The reason for a sync.
package enum SyncTrigger: String, Sendable, CaseIterable {
    /// The person requested it.
    case manual
    /// The app was launched.
    case launch
    /// An entity was created or changed.
    case change
    /// A retry is due.
    case retry
    /// The server announced changes.
    case remoteChange = "remote_change"
    /// The network connection came back.
    case network
    /// The system granted background time.
    case background
    /// The periodic interval has passed.
    case periodic
}
