/// What asks for a sync.
public enum SyncTrigger: String, Sendable, CaseIterable {
    /// A person.
    case manual
    /// The app was started.
    case launch
    /// Something was recorded.
    case change
    /// What had not got through is due again.
    case retry
    /// The server told of something new.
    case news
    /// The network came back.
    case network
    /// The system gave time in the background.
    case background
    /// It had been a while.
    case periodic
}
