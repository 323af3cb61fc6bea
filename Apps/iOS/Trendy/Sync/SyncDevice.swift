import TrendyAppSupport

/// A device of the account, as the sync screen shows it.
struct SyncDevice: Equatable, Identifiable {
    var id: String
    /// Its name.
    var name: String
    /// What it has pending and failed.
    var status: String
    /// When it reported that.
    var reported: String
    /// Whether it is this device.
    var isThisDevice = false
    /// Whether it has failed changes.
    var hasFailures = false
    /// Whether it has not reported for days.
    var isSilent = false
}

extension SyncDevice {
    /// A device of a view model.
    init(_ device: SyncStatusViewModel.Device) {
        id = device.id
        name = device.name
        status = device.statusText
        reported = device.reportedText
        isThisDevice = device.isThisDevice
        hasFailures = device.failed > 0
        isSilent = device.isSilent
    }
}
